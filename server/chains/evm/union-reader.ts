import type { BlockRef } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Doubt } from "@/server/chains/evidence";
import { BlockReader, type BlockReaderSettings } from "@/server/chains/evm/block-reader";
import type { LogFilter } from "@/server/chains/evm/log-filter";
import { logKey } from "@/server/chains/evm/log-key";
import type { Nodes } from "@/server/chains/evm/nodes";
import type { RpcLog } from "@/server/chains/evm/rpc";
import type { Network } from "@/server/chains/networks";
import { providersOf, type Quorum } from "@/server/chains/quorum";

/**
 * Logs as all nodes show them together that keep up: what one of them leaves out is there all the same. What
 * one of them makes up is there, too, and falls when its receipt is looked for.
 */
export class UnionReader {
  readonly #nodes: Nodes;
  readonly #quorum: Quorum | null;
  /** A reader of each node, by position. */
  readonly readers: readonly BlockReader[];
  readonly #onDoubt: (doubt: Doubt) => void;

  constructor(
    network: Network,
    nodes: Nodes,
    settings: BlockReaderSettings,
    { quorum, onDoubt }: { quorum: Quorum | null; onDoubt: (doubt: Doubt) => void },
  ) {
    this.#nodes = nodes;
    this.#quorum = quorum;
    this.readers = nodes.each.map((rpc) => new BlockReader(network, rpc, settings));
    this.#onDoubt = onDoubt;
  }

  logsOfRange(from: bigint, to: bigint, filter: LogFilter): Promise<RpcLog[]> {
    return this.#join((reader) => reader.logsOfRange(from, to, filter));
  }

  /** The second opinion on a block that the reader of one node had doubts about. Throws these where there is none. */
  logsOfBlockAfter(error: unknown, block: BlockRef, filter: LogFilter): Promise<RpcLog[]> {
    if (!(error instanceof ChainError) || this.#nodes.witnesses().length < 2) throw error;
    return this.#join((reader) => reader.rawLogsOfBlock(block, filter));
  }

  /** What at least one node answered. Throws what went wrong where none did, or too few providers for a quorum. */
  async #join(ask: (reader: BlockReader) => Promise<RpcLog[]>): Promise<RpcLog[]> {
    const answers: { node: number; logs: RpcLog[] }[] = [];
    let failure: unknown = new ChainError("no node can be asked for logs");
    await Promise.all(
      this.#nodes.witnesses().map(async ({ node }) => {
        const reader = this.readers[node - 1];
        if (!reader) return;
        try {
          answers.push({ node, logs: await ask(reader) });
        } catch (error) {
          if (!(error instanceof ChainError)) throw error;
          failure = error;
        }
      }),
    );
    const [first, ...others] = answers;
    if (!first) throw failure;
    const asked = answers.map(({ node }) => node);
    if (this.#quorum && providersOf(asked, this.#quorum) < this.#quorum.needed) throw failure;
    if (others.length === 0) return first.logs;
    const all = new Map<string, RpcLog>();
    const shown = answers.map(({ node, logs }) => ({ node, logs, keys: new Set(logs.map(logKey)) }));
    for (const log of answers.flatMap(({ logs }) => logs)) all.set(logKey(log), log);
    const nodes = shown
      .filter(({ keys, logs }) => keys.size < all.size || keys.size < logs.length)
      .map(({ node }) => node);
    if (nodes.length > 0) this.#onDoubt({ problem: "logs_differ", txHash: null, nodes });
    return [...all.values()];
  }
}
