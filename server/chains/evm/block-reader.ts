import type { BlockRef, ChainHead } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { LogsBloom } from "@/server/chains/evm/bloom";
import type { LogFilter } from "@/server/chains/evm/log-filter";
import type { Rpc, RpcBlock, RpcLog } from "@/server/chains/evm/rpc";
import type { Network } from "@/server/chains/networks";

/** How often an empty answer is doubted when the block's bloom filter speaks against it. */
const MAX_DOUBTS = 5;

export interface BlockReaderSettings {
  /** Blocks of one question; the reader asks for fewer where the node refuses. */
  maxSpan: bigint;
  /** Asked where the node does not know the `finalized` tag. */
  finalizedWithoutTag: (latest: bigint) => bigint | Promise<bigint>;
}

/** Where a chain is by one node, with the block that it calls final; null where it named none by itself. */
export interface NodeHead extends ChainHead {
  finalizedBlock: BlockRef | null;
}

/** Blocks and logs over JSON-RPC, the same for every family that speaks it. */
export class BlockReader {
  readonly #network: Network;
  readonly #rpc: Rpc;
  readonly #settings: BlockReaderSettings;
  /** Largest range the node has not refused lately: there are many more transfers than payments. */
  readonly #spans = new Map<LogFilter["subject"], bigint>();
  #hasFinalizedTag = true;
  /** How often a block was doubted, by subject and block hash. */
  readonly #doubts = new Map<string, number>();

  constructor(network: Network, rpc: Rpc, settings: BlockReaderSettings) {
    this.#network = network;
    this.#rpc = rpc;
    this.#settings = settings;
  }

  async head(): Promise<ChainHead> {
    const { latest, finalized } = await this.nodeHead();
    return { latest, finalized };
  }

  async nodeHead(): Promise<NodeHead> {
    const [latest, finalizedBlock] = await Promise.all([
      this.#rpc<RpcBlock | null>("eth_getBlockByNumber", ["latest", false]),
      this.#finalized(),
      this.#checkChainId(),
    ]);
    if (!latest) throw new ChainError("node has no latest block");
    const head = blockRef(latest);
    const known = finalizedBlock?.number ?? (await this.#settings.finalizedWithoutTag(head.number));
    // biome-ignore lint/complexity/useMathMinMax: Math.min takes no bigint
    return { latest: head, finalized: known < head.number ? known : head.number, finalizedBlock };
  }

  /**
   * A node of another chain would make payments there count here. Asked every time: what stands behind a URL can
   * change.
   */
  async #checkChainId(): Promise<void> {
    const chainId = Number(await this.#rpc<Hex>("eth_chainId", []));
    if (chainId === this.#network.chainId) return;
    throw new ChainError(
      `the node of ${this.#network.id} is on chain ${chainId}, not ${this.#network.chainId}`,
    );
  }

  /** Null where the node does not know the tag; then depth decides. */
  async #finalized(): Promise<BlockRef | null> {
    if (!this.#hasFinalizedTag) return null;
    try {
      const block = await this.#rpc<RpcBlock | null>("eth_getBlockByNumber", ["finalized", false]);
      return block && blockRef(block);
    } catch (error) {
      if (
        error instanceof ChainError &&
        /tag|unsupported|unknown block|not found|invalid/i.test(error.message)
      ) {
        this.#hasFinalizedTag = false;
        return null;
      }
      throw error;
    }
  }

  async blocks(numbers: readonly bigint[]): Promise<(BlockRef | null)[]> {
    return Promise.all(
      numbers.map(async (number) => {
        const block = await this.#rpc<RpcBlock | null>("eth_getBlockByNumber", [quantity(number), false]);
        return block && blockRef(block);
      }),
    );
  }

  /** Logs of a block as the node sent them; an empty answer is doubted where the block's header speaks against it. */
  async logsOfBlock(block: BlockRef, filter: LogFilter): Promise<RpcLog[]> {
    const logs = await this.rawLogsOfBlock(block, filter);
    if (logs.length === 0) await this.#doubtEmptiness(block, filter);
    this.#doubts.delete(doubtKey(block, filter));
    return logs;
  }

  /** Logs of a block, as the node sent them. */
  async rawLogsOfBlock(block: BlockRef, filter: LogFilter): Promise<RpcLog[]> {
    const [logs, known] = await Promise.all([
      this.#rpc<RpcLog[] | null>("eth_getLogs", [{ blockHash: block.hash, ...question(filter) }]),
      // In the same HTTP request: a backend that lacks the block answers "no logs" with a straight face.
      this.#rpc<RpcBlock | null>("eth_getBlockByHash", [block.hash, false]),
    ]);
    if (!logs || !known) throw new ChainError(`node does not have block ${block.number} (${block.hash})`);
    if (logs.some((log) => log.blockHash !== block.hash)) {
      throw new ChainError(`node answered logs of another block than ${block.hash}`);
    }
    return logs;
  }

  /** Throws a bounded number of times when the header says that the block does have logs of ours. */
  async #doubtEmptiness(block: BlockRef, filter: LogFilter): Promise<void> {
    if (!block.bloom) return;
    const bloom = new LogsBloom(block.bloom);
    if (!filter.mayBeIn(bloom) || bloom.isSaturated) return;
    if (filter.alike && (await this.rawLogsOfBlock(block, filter.alike)).length > 0) return;
    const key = doubtKey(block, filter);
    const doubts = (this.#doubts.get(key) ?? 0) + 1;
    if (this.#doubts.size > 1_000) this.#doubts.clear();
    this.#doubts.set(key, doubts);
    if (doubts <= MAX_DOUBTS) {
      throw new ChainError(`node answered no logs for block ${block.number}, whose bloom filter has some`);
    }
  }

  /** Logs of a range, as the node sent them. */
  async logsOfRange(from: bigint, to: bigint, filter: LogFilter): Promise<RpcLog[]> {
    const { maxSpan } = this.#settings;
    const found: RpcLog[] = [];
    for (let start = from; start <= to; ) {
      const span = this.#spans.get(filter.subject) ?? maxSpan;
      const end = start + span - 1n < to ? start + span - 1n : to;
      try {
        for (const log of await this.#logsOfSpan(start, end, filter)) found.push(log);
        start = end + 1n;
        const wider = span + 1n + span / 4n;
        this.#spans.set(filter.subject, wider < maxSpan ? wider : maxSpan);
      } catch (error) {
        const size = end - start + 1n;
        if (size === 1n || !(error instanceof ChainError) || error.isThrottled) throw error;
        this.#spans.set(filter.subject, size / 2n);
      }
    }
    return found;
  }

  async #logsOfSpan(from: bigint, to: bigint, filter: LogFilter): Promise<RpcLog[]> {
    const range = { fromBlock: quantity(from), toBlock: quantity(to) };
    const [logs, last] = await Promise.all([
      this.#rpc<RpcLog[] | null>("eth_getLogs", [{ ...range, ...question(filter) }]),
      this.#rpc<RpcBlock | null>("eth_getBlockByNumber", [quantity(to), false]),
    ]);
    if (!logs || !last) throw new ChainError(`node does not have block ${to}`);
    for (const log of logs) {
      const number = BigInt(log.blockNumber);
      if (number < from || number > to) throw new ChainError(`node answered logs outside ${from}..${to}`);
    }
    return logs;
  }
}

function doubtKey({ hash }: BlockRef, { subject }: LogFilter): string {
  return `${subject}:${hash}`;
}

function question({ address, topics }: LogFilter) {
  return { address, topics };
}

/** Hash of a node's block at this height; null where it has none yet. */
export async function hashAt(rpc: Rpc, number: bigint): Promise<Hex | null> {
  const block = await rpc<RpcBlock | null>("eth_getBlockByNumber", [quantity(number), false]);
  return block?.hash ?? null;
}

function blockRef(block: RpcBlock): BlockRef {
  return {
    number: BigInt(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    time: new Date(Number(block.timestamp) * 1000),
    bloom: block.logsBloom && /[1-9a-f]/.test(block.logsBloom.slice(2)) ? block.logsBloom : null,
  };
}

function quantity(number: bigint): Hex {
  return `0x${number.toString(16)}`;
}
