import type { Hex } from "@/server/chains/contract-addresses";
import { nodeAccess } from "@/server/chains/evm/node-access";
import {
  createNodeRpcs,
  type Rpc,
  type RpcBlock,
  type RpcOptions,
  tryInOrder,
} from "@/server/chains/evm/rpc";
import type { Network } from "@/server/chains/networks";
import { type HeadAnswer, NodeOrder, type NodeReport } from "@/server/chains/node-order";
import type { Quorum } from "@/server/chains/quorum";
import { clock } from "@/server/lib/clock";

/** How long a node may take to say what its newest block is. */
const HEAD_MS = 5_000;
/** How long a pass waits for nodes that it does not need. */
const WAIT_MS = 1_000;
const COMPARE_EVERY_MS = 10_000;

export interface NodesOptions extends Omit<RpcOptions, "positions"> {
  /** How many providers have to agree; one node is enough without it. */
  quorum?: Quorum | undefined;
  /** How often the nodes are compared while they are in use. Milliseconds. */
  compareEveryMs?: number | undefined;
}

/**
 * The nodes of one network as one client. Nodes that fell behind, are down or serve another chain are left for those
 * that keep up, and come back when they do (`NodeOrder`).
 */
export class Nodes {
  readonly order: NodeOrder;
  readonly rpc: Rpc;
  readonly #network: Network;
  /** A client of each node, by position. */
  readonly each: readonly Rpc[];
  readonly #compareEveryMs: number;
  readonly #hasQuorum: boolean;
  #comparedAt: number | null = null;
  #comparing: Promise<readonly NodeReport[]> | null = null;

  constructor(network: Network, urls: readonly string[], options: NodesOptions = {}) {
    const { compareEveryMs = COMPARE_EVERY_MS, quorum, ...rpcOptions } = options;
    this.#network = network;
    this.#compareEveryMs = compareEveryMs;
    this.order = new NodeOrder(urls.length, network.blockTimeMs, clock.now, quorum ?? null);
    this.#hasQuorum = quorum !== undefined;
    this.each = createNodeRpcs(urls, { ...rpcOptions, ...nodeAccess() });
    const inOrder = tryInOrder(this.each, () => this.order.positions);
    this.rpc = (method, params) => {
      if (this.#isDue()) void this.compare();
      return inOrder(method, params);
    };
  }

  /** Asks every node for its newest block. Never throws: what failed is in the report. */
  compare(): Promise<readonly NodeReport[]> {
    this.#comparing ??= this.#compareNow().finally(() => {
      this.#comparing = null;
    });
    return this.#comparing;
  }

  /** Compares when it is time to. Waits for the answers only briefly, except before the first use. */
  async compareWhenDue(): Promise<void> {
    if (!this.#isDue()) return;
    const isFirst = this.#comparedAt === null;
    const compared = this.compare();
    if (isFirst) await compared;
    else await Promise.race([compared, clock.wait(WAIT_MS, { unref: true })]);
  }

  /**
   * The nodes for questions about what another node showed: those that keep up, the one that is asked first for
   * everything else last. Where none does, all in their order; so with a quorum, which one node that claims to be far
   * ahead must not keep the others out of.
   */
  witnesses(): { node: number; rpc: Rpc }[] {
    const { healthy, positions } = this.order;
    const [primary, ...others] = healthy.length > 0 && !this.#hasQuorum ? healthy : positions;
    return [...others, ...(primary === undefined ? [] : [primary])].flatMap((position) => {
      const rpc = this.each[position];
      return rpc ? [{ node: position + 1, rpc }] : [];
    });
  }

  #isDue(): boolean {
    if (this.each.length < 2) return false;
    return this.#comparedAt === null || clock.elapsedMs() - this.#comparedAt >= this.#compareEveryMs;
  }

  async #compareNow(): Promise<readonly NodeReport[]> {
    const answers = await Promise.all(this.each.map((rpc) => this.#headOf(rpc)));
    this.#comparedAt = clock.elapsedMs();
    return this.order.compare(answers);
  }

  async #headOf(rpc: Rpc): Promise<HeadAnswer> {
    const asked = Promise.all([
      rpc<Hex>("eth_chainId", []),
      rpc<RpcBlock | null>("eth_getBlockByNumber", ["latest", false]),
    ]);
    const tooLate = clock.wait(HEAD_MS, { unref: true }).then(() => null);
    const answer = await Promise.race([asked, tooLate]).catch(() => null);
    const [chainId, block] = answer ?? [];
    if (!chainId || !block) return "down";
    if (Number(chainId) !== this.#network.chainId) return "wrong_chain";
    return { number: BigInt(block.number), time: new Date(Number(block.timestamp) * 1000) };
  }
}
