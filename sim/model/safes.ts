import type { Violation } from "@/sim/model/facts";

/** What became of the nonce of a Safe's transaction: it is free, or what used it. */
export type OnChain = "free" | "succeeded" | "failed" | "rejected" | "replaced";

/** Where the service says that the transaction is. */
export type Said = "recorded" | "pending" | "executed" | "failed";

/** Why the service says that it came to nothing. */
export type SafeFailure = "execution_failed" | "rejected" | "replaced" | "deadline_passed";

/** Whether it can stay so: always, never, or because it had come to nothing before, which is for good. */
type Verdict = "right" | "wrong" | "if_it_ended";

const WRONG = { open: "wrong", over: "wrong" } as const;
const RIGHT = { open: "right", over: "right" } as const;
const IF_IT_ENDED = { open: "if_it_ended", over: "if_it_ended" } as const;

/** By what the service says, what the chain says, and whether the time is over in which it is waited for. */
const PAIRS: Record<Said, Record<OnChain, Record<"open" | "over", Verdict>>> = {
  // A hash that pays the link is more than written down.
  recorded: { free: WRONG, succeeded: WRONG, failed: WRONG, rejected: WRONG, replaced: WRONG },
  pending: {
    free: { open: "right", over: "wrong" },
    succeeded: WRONG,
    failed: WRONG,
    rejected: WRONG,
    replaced: WRONG,
  },
  executed: { free: WRONG, succeeded: RIGHT, failed: WRONG, rejected: WRONG, replaced: WRONG },
  failed: {
    free: IF_IT_ENDED,
    succeeded: IF_IT_ENDED,
    failed: IF_IT_ENDED,
    rejected: IF_IT_ENDED,
    replaced: IF_IT_ENDED,
  },
};

/** What is to be made of a Safe's transaction with nothing going wrong and time enough (behaviour.md §21). */
export function verdictOf(said: Said, onChain: OnChain, isOver: boolean): Verdict {
  return PAIRS[said][onChain][isOver ? "over" : "open"];
}

/** A Safe's transaction that was announced for a link. */
export interface AnnouncedSafe {
  /** The service's ID of it. */
  id: string;
  requestIds: readonly string[];
  /** Its hash is that of what the link asks for. */
  isBorneOut: boolean;
  /** From then on nobody waits for it, milliseconds since the epoch. */
  deadline: number;
}

/** What its chain holds of it at a moment. */
export interface SafeFacts {
  id: string;
  onChain: OnChain;
  /** Of the block that used its nonce: 1 in the newest, 0 where it is free. */
  depth: number;
}

/** What the service has stored of it. */
export interface SafeRow {
  id: string;
  state: Said;
  failure: SafeFailure | null;
  signers: number;
  owners: number;
}

/** An event that may be about a Safe's transaction. */
export interface SafeEvent {
  event: string;
  requestId: string;
  sequence?: number;
  multisigOutcome?: SafeFailure;
}

/** What must have been so on the chain for each reason. */
const REASONS: Partial<Record<OnChain, SafeFailure>> = {
  failed: "execution_failed",
  rejected: "rejected",
  replaced: "replaced",
};

/** A deadline passes so much later where nobody could look, milliseconds. */
const UNSEEN_MS = 11 * 60_000;

/** Payments that come from Safes: none pays anything by itself, and each is said to be where its chain has it. */
export class SafeModel {
  readonly #announced = new Map<string, AnnouncedSafe>();
  readonly #now = new Map<string, SafeFacts>();
  /** By transaction, what was ever true of it. */
  readonly #ever = new Map<string, Set<SafeFailure | "succeeded">>();
  /** By request and reason, the sequences under which it was told. */
  readonly #told = new Map<string, Set<number>>();
  readonly #confirmations: number;
  readonly #broken: (violation: Violation) => void;

  /** What uses a nonce for something else counts `confirmations` blocks deep. */
  constructor(confirmations: number, broken: (violation: Violation) => void) {
    this.#confirmations = confirmations;
    this.#broken = broken;
  }

  /** Takes note of what was announced, and of whether the service said that it waits for it. */
  announced(one: AnnouncedSafe, isListening: boolean, wasExecuted: boolean): void {
    this.#announced.set(one.id, one);
    const isAwaited = one.isBorneOut && !wasExecuted;
    if (isListening === isAwaited) return;
    this.#broken({
      rule: isAwaited ? "a Safe that pays is waited for" : "a hash that pays nothing moves nothing",
      what: `${one.id} of ${one.requestIds.join(" ")}: the service ${isListening ? "waits" : "does not wait"} for it`,
    });
  }

  /** Takes note of what chains hold at this time, milliseconds since the epoch. Called whenever that may have changed. */
  look(facts: readonly SafeFacts[], time: number): void {
    for (const one of facts) {
      this.#now.set(one.id, one);
      const ever = this.#ever.get(one.id) ?? new Set();
      this.#ever.set(one.id, ever);
      if (one.onChain === "succeeded") ever.add("succeeded");
      const reason = REASONS[one.onChain];
      if (reason && one.depth >= this.#confirmations) ever.add(reason);
      const { deadline = Number.POSITIVE_INFINITY } = this.#announced.get(one.id) ?? {};
      if (one.onChain === "free" && time >= deadline) ever.add("deadline_passed");
    }
  }

  /** Compares what is stored, at any time: what it says must have been so once. */
  stored(rows: readonly SafeRow[]): void {
    for (const { id, state, failure, signers, owners } of rows) {
      const known = this.#announced.get(id);
      if (!known) continue;
      if (!known.isBorneOut && state !== "recorded") {
        this.#broken({ rule: "a hash that pays nothing moves nothing", what: `${id} is ${state}` });
      }
      if (state === "executed" && !this.#wasEver(id, "succeeded")) {
        this.#broken({ rule: "executed is what the Safe says", what: `${id} is executed and never was` });
      }
      if (state === "failed" && (failure === null || !this.#wasEver(id, failure))) {
        this.#broken({
          rule: "no Safe's payment is given up before its time",
          what: `${id} is said to have failed, ${failure}, which never was so`,
        });
      }
      if (signers > owners) {
        this.#broken({ rule: "no more sign than own", what: `${id} has ${signers} of ${owners} signatures` });
      }
    }
  }

  /** Takes note of an event that a receiver got. Returns whether it is about a Safe's transaction. */
  told(event: SafeEvent): boolean {
    const { requestId, multisigOutcome: outcome, sequence = 0 } = event;
    if (event.event !== "payment.failed" || outcome === undefined) return false;
    const key = `${requestId} ${outcome}`;
    const known = this.#told.get(key) ?? new Set();
    this.#told.set(key, known.add(sequence));
    const most = this.#of(requestId).filter((one) => one.isBorneOut && this.#wasEver(one.id, outcome)).length;
    if (known.size > most) {
      this.#broken({
        rule: "no Safe's payment is given up before its time",
        what: `${requestId} was told ${known.size} times of ${outcome}, which is true of ${most} transactions`,
      });
    }
    return true;
  }

  /** Whether its Safe can still make the payment, and the time for it is not over. */
  isAwaited(id: string, time: number): boolean {
    const known = this.#announced.get(id);
    if (!known?.isBorneOut || time >= known.deadline) return false;
    return this.#now.get(id)?.onChain === "free";
  }

  /** Whether a transaction that was announced for the request may hold it up still. */
  mayHold(requestId: string, time: number): boolean {
    return this.#of(requestId).some(({ id }) => this.isAwaited(id, time));
  }

  /**
   * What is stored in the end: nothing waits that its chain has decided. `restedAt` is when the last one had time to
   * move, `time` now; a deadline between them may have been seen or not.
   */
  atTheEnd(rows: readonly SafeRow[], { restedAt, time }: { restedAt: number; time: number }): void {
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const { id, isBorneOut, deadline } of this.#announced.values()) {
      const row = byId.get(id);
      const facts = this.#now.get(id);
      if (!row || !facts) {
        this.#broken({ rule: "what was acknowledged exists", what: `the Safe's transaction ${id} is gone` });
        continue;
      }
      if (!isBorneOut) continue;
      const times = [
        ...(time >= deadline ? [true] : []),
        ...(restedAt < deadline + UNSEEN_MS ? [false] : []),
      ];
      const verdicts = times.map((isOver) => verdictOf(row.state, facts.onChain, isOver));
      const hasEnded = row.failure !== null && this.#wasEver(id, row.failure);
      if (verdicts.includes("right") || (verdicts.includes("if_it_ended") && hasEnded)) continue;
      this.#broken({
        rule: "a Safe's payment is where its chain has it",
        what: `${id} is ${row.state}, ${row.failure ?? "without a reason"}, and on its chain ${facts.onChain}`,
      });
    }
  }

  /** What was told of a request in the end: each transaction that came to nothing, unless it was ever paid (`hadAll`). */
  toldAtTheEnd(requestId: string, rows: readonly SafeRow[], hadAll: boolean): void {
    if (hadAll) return;
    const own = new Set(this.#of(requestId).map(({ id }) => id));
    for (const failure of ["execution_failed", "rejected", "replaced", "deadline_passed"] as const) {
      const needed = rows.filter((row) => own.has(row.id) && row.failure === failure).length;
      const had = this.#told.get(`${requestId} ${failure}`)?.size ?? 0;
      if (had >= needed) continue;
      this.#broken({
        rule: "every bad end is announced",
        what: `of ${requestId} was told: ${had} of ${needed} Safe transactions as ${failure}`,
      });
    }
  }

  #of(requestId: string): AnnouncedSafe[] {
    return [...this.#announced.values()].filter(({ requestIds }) => requestIds.includes(requestId));
  }

  #wasEver(id: string, what: SafeFailure | "succeeded"): boolean {
    return this.#ever.get(id)?.has(what) ?? false;
  }
}
