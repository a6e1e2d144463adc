import { type Quorum, reachedByQuorum } from "@/server/chains/quorum";
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
 * not here yet. `outvoted`: enough providers have another block at the same height. `down`: no answer. `wrong_chain`: it
 * serves another chain and is not asked at all.
 */
export const NODE_STATES = ["ok", "behind", "ahead", "outvoted", "down", "wrong_chain"] as const;
export type NodeState = (typeof NODE_STATES)[number];

/** What a node answered: its newest block, nothing, or for another chain. */
export type HeadAnswer = NodeHead | "down" | "wrong_chain";

/** Blocks worth this much time may reach one node later than another. */
const TOLERANCE_MS = 30_000;
const TOLERANCE_BLOCKS = 3;
/** Blocks are dated a little ahead on some chains, never by this much. */
const AHEAD_MS = 15 * 60_000;

/** The first of these is asked first. */
const RANK: Record<NodeState, number> = { ok: 0, behind: 1, ahead: 2, outvoted: 3, down: 4, wrong_chain: 5 };

/**
 * Which of a network's nodes is asked first: in the order of the configuration, but after those that keep up come
 * those that do not. A node that was left comes back when it is as good as level again, not as soon as it is within
 * the tolerance: it would be left again at once.
 */
export class NodeOrder {
  readonly #blockTimeMs: number;
  readonly #now: () => Date;
  readonly #quorum: Quorum | null;
  #reports: NodeReport[];
  #outvoted: ReadonlySet<number> = new Set();

  /** With a quorum no node is behind one that is alone with its blocks. */
  constructor(count: number, blockTimeMs: number, now: () => Date = clock.now, quorum: Quorum | null = null) {
    this.#quorum = quorum;
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
    const newest = this.#newest(answers, trusted);
    this.#reports = answers.map((answer, i) => {
      if (typeof answer === "string") return { node: i + 1, state: answer, head: null };
      return { node: i + 1, state: this.#stateOf(i, answer, newest, trusted), head: answer };
    });
    return this.#reports;
  }

  /** Asks these nodes last, from 1, until they are not among those that are outvoted any more. */
  outvote(nodes: readonly number[]): void {
    this.#outvoted = new Set(nodes);
    this.#reports = this.#reports.map((report) => {
      if (this.#outvoted.has(report.node)) return { ...report, state: "outvoted" };
      return report.state === "outvoted" ? { ...report, state: "ok" } : report;
    });
  }

  #stateOf(position: number, head: NodeHead, newest: bigint, trusted: readonly NodeHead[]): NodeState {
    if (this.#outvoted.has(position + 1)) return "outvoted";
    return trusted.includes(head) ? this.#pace(position, newest - head.number) : "ahead";
  }

  #newest(answers: readonly HeadAnswer[], trusted: readonly NodeHead[]): bigint {
    const numbers = trusted.map((head) => ({ node: answers.indexOf(head) + 1, said: head.number }));
    const reached = this.#quorum && reachedByQuorum(numbers, this.#quorum);
    return reached ?? numbers.map(({ said }) => said).toSorted((a, b) => (a < b ? 1 : -1))[0] ?? 0n;
  }

  #pace(position: number, missing: bigint): "ok" | "behind" {
    const allowed = Math.max(TOLERANCE_BLOCKS, TOLERANCE_MS / this.#blockTimeMs);
    const wasLeft = this.#reports[position]?.state !== "ok";
    return Number(missing) >= (wasLeft ? allowed / 2 : allowed) ? "behind" : "ok";
  }
}
