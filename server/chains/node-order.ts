import { clock } from "@/server/lib/clock";
/** What was found when a node was asked for its newest block. */
export interface NodeReport {
  /** Position among the URLs of its network, from 1. Never the URL itself, which may hold a key. */
  node: number;
  state: NodeState;
  /** Null where the node did not answer, or answered for another chain. */
  head: NodeHead | null;
}

export interface NodeHead {
  number: bigint;
  time: Date;
}

/**
 * `behind`: another node has blocks that this one should have by now. `ahead`: its newest block is of a time that is
 * not here yet. `down`: no answer. `wrong_chain`: it serves another chain and is not asked at all.
 */
export const NODE_STATES = ["ok", "behind", "ahead", "down", "wrong_chain"] as const;
export type NodeState = (typeof NODE_STATES)[number];

/** What a node answered: its newest block, nothing, or for another chain. */
export type HeadAnswer = NodeHead | "down" | "wrong_chain";

/** Blocks worth this much time may reach one node later than another. */
const TOLERANCE_MS = 30_000;
const TOLERANCE_BLOCKS = 3;
/** Blocks are dated a little ahead on some chains, never by this much. */
const AHEAD_MS = 15 * 60_000;

/** The first of these is asked first. */
const RANK: Record<NodeState, number> = { ok: 0, behind: 1, ahead: 2, down: 3, wrong_chain: 4 };

/**
 * Which of a network's nodes is asked first: in the order of the configuration, but after those that keep up come
 * those that do not. A node that was left comes back when it is as good as level again, not as soon as it is within
 * the tolerance: it would be left again at once.
 */
export class NodeOrder {
  readonly #blockTimeMs: number;
  readonly #now: () => Date;
  #reports: NodeReport[];

  constructor(count: number, blockTimeMs: number, now: () => Date = clock.now) {
    this.#blockTimeMs = blockTimeMs;
    this.#now = now;
    this.#reports = Array.from({ length: count }, (_, i) => ({ node: i + 1, state: "ok", head: null }));
  }

  /** Positions from 0, best first. Nodes of another chain are left out. */
  get positions(): readonly number[] {
    return this.#reports
      .filter(({ state }) => state !== "wrong_chain")
      .toSorted((a, b) => RANK[a.state] - RANK[b.state] || a.node - b.node)
      .map(({ node }) => node - 1);
  }

  /** Those of them that keep up. */
  get healthy(): readonly number[] {
    return this.positions.filter((position) => this.#reports[position]?.state === "ok");
  }

  get reports(): readonly NodeReport[] {
    return this.#reports;
  }

  /** Compares what all nodes answered, in the order of the configuration. */
  compare(answers: readonly HeadAnswer[]): readonly NodeReport[] {
    const latestTime = this.#now().getTime() + AHEAD_MS;
    const heads = answers.filter((answer) => typeof answer === "object");
    const timely = heads.filter(({ time }) => time.getTime() <= latestTime);
    // Where every node is ahead, the clock here is wrong, or the chain is a development node's.
    const trusted = timely.length > 0 ? timely : heads;
    const newest = trusted.map(({ number }) => number).toSorted((a, b) => (a < b ? 1 : -1))[0] ?? 0n;
    this.#reports = answers.map((answer, i) => {
      if (typeof answer === "string") return { node: i + 1, state: answer, head: null };
      const state = trusted.includes(answer) ? this.#pace(i, newest - answer.number) : "ahead";
      return { node: i + 1, state, head: answer };
    });
    return this.#reports;
  }

  #pace(position: number, missing: bigint): "ok" | "behind" {
    const allowed = Math.max(TOLERANCE_BLOCKS, TOLERANCE_MS / this.#blockTimeMs);
    const wasLeft = this.#reports[position]?.state !== "ok";
    return Number(missing) >= (wasLeft ? allowed / 2 : allowed) ? "behind" : "ok";
  }
}
