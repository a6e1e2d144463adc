import type {
  BlockRef,
  ChainAdapter,
  ChainHead,
  Funds,
  PaymentLog,
  Settlement,
} from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import { LogsBloom } from "@/server/chains/evm/bloom";
import { contractAccepts } from "@/server/chains/evm/contract-signature";
import { CONVERSION, decodePayments, PAYMENT_TOPICS, proxyEvents } from "@/server/chains/evm/decode-payments";
import { subscribeHeads } from "@/server/chains/evm/heads";
import { createRpc, type Rpc, type RpcBlock, type RpcLog, type RpcReceipt } from "@/server/chains/evm/rpc";
import { type Intermediaries, settlementOf } from "@/server/chains/evm/settlement";
import type { EvmNetwork } from "@/server/chains/networks";

export interface EvmSettings {
  rpcUrls: readonly string[];
  wsUrl?: string;
  confirmations?: number;
  startBlock?: number;
  pollMs?: number;
  recurringContract?: Hex;
}

/** How often an empty answer is doubted when the block's bloom filter speaks against it. */
const MAX_DOUBTS = 5;
/** Hosted nodes commonly refuse more (onchain.md §8). */
const MAX_SPAN = 10_000n;

/** An EVM chain over JSON-RPC. */
export class EvmAdapter implements ChainAdapter {
  readonly network: EvmNetwork;
  readonly confirmations: number;
  readonly startBlock: bigint | null;
  readonly pollMs: number;
  readonly recurringContract: Hex | null;
  readonly isSanctioned: ((wallet: Hex) => Promise<boolean>) | undefined;
  readonly #rpc: Rpc;
  readonly #wsUrl: string | undefined;
  readonly #proxies: ReadonlyMap<string, ReadonlySet<Hex>>;
  readonly #intermediaries: Intermediaries;
  /** Largest range the node has not refused lately. */
  #span = MAX_SPAN;
  #hasFinalizedTag = true;
  #rightChain: Promise<void> | undefined;
  readonly #doubts = new Map<Hex, number>();

  constructor(network: EvmNetwork, settings: EvmSettings) {
    this.network = network;
    this.confirmations = settings.confirmations ?? network.confirmations;
    this.startBlock = settings.startBlock === undefined ? null : BigInt(settings.startBlock);
    this.pollMs = settings.pollMs ?? Math.max(250, Math.min(network.blockTimeMs, 4_000));
    this.recurringContract = settings.recurringContract ?? network.contracts.recurring?.address ?? null;
    this.#rpc = createRpc(settings.rpcUrls);
    this.#wsUrl = settings.wsUrl;
    this.#proxies = proxyEvents(network.contracts);
    const list = network.contracts.sanctionsOracle;
    this.isSanctioned = list ? (wallet) => this.#isListed(list.address, wallet) : undefined;
    const { batch, ethereumFeeProxy, ethConversionProxy } = network.contracts;
    this.#intermediaries = {
      forwarders: lowerSet([batch?.address, this.recurringContract]),
      nativeEntrances: lowerSet([batch?.address, ethereumFeeProxy?.address, ethConversionProxy?.address]),
    };
  }

  async head(): Promise<ChainHead> {
    this.#rightChain ??= this.#checkChainId();
    await this.#rightChain;
    const [latest, finalized] = await Promise.all([
      this.#rpc<RpcBlock | null>("eth_getBlockByNumber", ["latest", false]),
      this.#finalized(),
    ]);
    if (!latest) throw new ChainError("node has no latest block");
    const head = blockRef(latest);
    const fallback = head.number - BigInt(this.network.finalityFallbackDepth);
    const known = finalized ?? (fallback > 0n ? fallback : 0n);
    return { latest: head, finalized: known < head.number ? known : head.number };
  }

  /** A node of another chain would make payments there count here. */
  async #checkChainId(): Promise<void> {
    try {
      const chainId = Number(await this.#rpc<Hex>("eth_chainId", []));
      if (chainId === this.network.chainId) return;
      throw new ChainError(
        `the node of ${this.network.id} is on chain ${chainId}, not ${this.network.chainId}`,
      );
    } catch (error) {
      this.#rightChain = undefined;
      throw error;
    }
  }

  /** Null where the node does not know the tag; then depth decides. */
  async #finalized(): Promise<bigint | null> {
    if (!this.#hasFinalizedTag) return null;
    try {
      const block = await this.#rpc<RpcBlock | null>("eth_getBlockByNumber", ["finalized", false]);
      return block ? BigInt(block.number) : null;
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

  async logsOfBlock(block: BlockRef): Promise<PaymentLog[]> {
    const [logs, known] = await Promise.all([
      this.#rpc<RpcLog[] | null>("eth_getLogs", [{ blockHash: block.hash, ...this.#filter() }]),
      // In the same HTTP request: a backend that lacks the block answers "no logs" with a straight face.
      this.#rpc<RpcBlock | null>("eth_getBlockByHash", [block.hash, false]),
    ]);
    if (!logs || !known) throw new ChainError(`node does not have block ${block.number} (${block.hash})`);
    if (logs.some((log) => log.blockHash !== block.hash)) {
      throw new ChainError(`node answered logs of another block than ${block.hash}`);
    }
    if (logs.length === 0) this.#doubtEmptiness(block);
    this.#doubts.delete(block.hash);
    return decodePayments(logs, this.#proxies);
  }

  /** Throws a bounded number of times when the header says that the block does have logs of ours. */
  #doubtEmptiness(block: BlockRef): void {
    if (!block.bloom) return;
    const bloom = new LogsBloom(block.bloom);
    const proxy = [...this.#proxies.keys()].some((address) => bloom.mayContain(`0x${address.slice(2)}`));
    const event = PAYMENT_TOPICS.some((topic) => topic !== CONVERSION && bloom.mayContain(topic));
    if (!proxy || !event || bloom.isSaturated) return;
    const doubts = (this.#doubts.get(block.hash) ?? 0) + 1;
    if (this.#doubts.size > 1_000) this.#doubts.clear();
    this.#doubts.set(block.hash, doubts);
    if (doubts <= MAX_DOUBTS) {
      throw new ChainError(`node answered no logs for block ${block.number}, whose bloom filter has some`);
    }
  }

  async logsOfRange(from: bigint, to: bigint): Promise<PaymentLog[]> {
    const payments: PaymentLog[] = [];
    for (let start = from; start <= to; ) {
      const end = start + this.#span - 1n < to ? start + this.#span - 1n : to;
      try {
        for (const payment of await this.#logsOfSpan(start, end)) payments.push(payment);
        start = end + 1n;
        if (this.#span < MAX_SPAN) this.#span += 1n + this.#span / 4n;
      } catch (error) {
        const size = end - start + 1n;
        if (size === 1n || !(error instanceof ChainError)) throw error;
        this.#span = size / 2n;
      }
    }
    return payments;
  }

  async #logsOfSpan(from: bigint, to: bigint): Promise<PaymentLog[]> {
    const range = { fromBlock: quantity(from), toBlock: quantity(to) };
    const [logs, last] = await Promise.all([
      this.#rpc<RpcLog[] | null>("eth_getLogs", [{ ...range, ...this.#filter() }]),
      this.#rpc<RpcBlock | null>("eth_getBlockByNumber", [quantity(to), false]),
    ]);
    if (!logs || !last) throw new ChainError(`node does not have block ${to}`);
    for (const log of logs) {
      const number = BigInt(log.blockNumber);
      if (number < from || number > to) throw new ChainError(`node answered logs outside ${from}..${to}`);
    }
    return decodePayments(logs, this.#proxies);
  }

  async settlements(payments: readonly PaymentLog[]): Promise<Settlement[]> {
    const hashes = [...new Set(payments.map((payment) => payment.txHash))];
    const receipts = new Map(
      await Promise.all(
        hashes.map(async (hash) => {
          const receipt = await this.#rpc<RpcReceipt | null>("eth_getTransactionReceipt", [hash]);
          if (!receipt) throw new ChainError(`node does not have the receipt of ${hash}`);
          return [hash, receipt] as const;
        }),
      ),
    );
    return payments.map((payment) => {
      const receipt = receipts.get(payment.txHash);
      if (!receipt) throw new ChainError(`no receipt of ${payment.txHash}`);
      return settlementOf(payment, receipt, this.#intermediaries);
    });
  }

  onHead(wake: () => void, trouble: (error: ChainError) => void): () => void {
    return this.#wsUrl ? subscribeHeads(this.#wsUrl, wake, trouble) : () => {};
  }

  async funds(query: { wallet: Hex; token: Hex | null; spender: Hex | null }): Promise<Funds> {
    const owner = word(query.wallet);
    const { token, spender } = query;
    const [native, gasPrice, balance, allowance] = await Promise.all([
      this.#rpc<Hex>("eth_getBalance", [query.wallet, "latest"]),
      this.#rpc<Hex>("eth_gasPrice", []),
      token && this.#call(token, `0x70a08231${owner}`),
      token && spender && this.#call(token, `0xdd62ed3e${owner}${word(spender)}`),
    ]);
    return { native: BigInt(native), gasPrice: BigInt(gasPrice), token: balance, allowance };
  }

  async acceptsSignature(query: { wallet: Hex; digest: Hex; signature: Hex }): Promise<boolean> {
    return contractAccepts(this.#rpc, query);
  }

  /** A list that answers anything but yes or no is not believed. */
  async #isListed(list: Hex, wallet: Hex): Promise<boolean> {
    const answer = await this.#call(list, `0xdf592f7d${word(wallet)}`);
    if (answer > 1n) throw new ChainError(`${list} is not a sanctions list`);
    return answer === 1n;
  }

  /** `eth_call` of a function that returns one word. */
  async #call(to: Hex, data: Hex): Promise<bigint> {
    const answer = await this.#rpc<Hex>("eth_call", [{ to, data }, "latest"]);
    if (answer.length < 66) throw new ChainError(`${to} did not answer a call: is it a token?`);
    return BigInt(answer.slice(0, 66));
  }

  #filter() {
    return { address: [...this.#proxies.keys()], topics: [PAYMENT_TOPICS] };
  }
}

function lowerSet(addresses: readonly (string | null | undefined)[]): Set<string> {
  return new Set(addresses.flatMap((address) => (address ? [address.toLowerCase()] : [])));
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

function word(address: Hex): string {
  return address.slice(2).toLowerCase().padStart(64, "0");
}
