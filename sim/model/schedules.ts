import type { KnownRequest, Violation } from "@/sim/model/facts";

/** A schedule whose creation was acknowledged, and what its payer signed. */
export interface KnownSchedule {
  scheduleId: string;
  /** Its name in the contract. */
  digest: string;
  /** When the first instalment is due, seconds since the epoch, and how long after it each further one, seconds. */
  firstDue: number;
  period: number;
  /** Afterwards nothing is paid any more, seconds since the epoch. */
  deadline: number;
  /** The payment reference of each instalment, in their order. */
  references: readonly string[];
  /** What each instalment is as a request; its ID is told later. */
  instalment: Omit<KnownRequest, "requestId" | "reference">;
}

/** What the contract on the chain that won says of a schedule. */
export interface ScheduleOnChain {
  paid: number;
  isCancelled: boolean;
  /** Time of the newest block, seconds since the epoch. */
  timestamp: number;
}

/** What the service answers of one. */
export interface ScheduleAnswer {
  status: string;
  processed: number;
}

/** So long a transaction may be on its way to the nodes when its schedule is stopped. */
const ON_ITS_WAY_MS = 15_000;

interface Followed {
  known: KnownSchedule;
  /** When it was stopped by a call that was acknowledged, milliseconds since the epoch; null while it goes on. */
  stoppedAt: number | null;
  isCancelled: boolean;
  /** Its payer has ended it in the contract at some time, on whatever branch. */
  wasEndedByPayer: boolean;
}

/**
 * Schedules of instalments (docs/contract/behaviour.md, docs/decisions/recurring-payouts.md). The contract alone decides what
 * is paid; the service names what is due to it, nothing of what was stopped, and in the end everything that is due of a
 * schedule which goes on.
 */
export class ScheduleModel {
  readonly #schedules = new Map<string, Followed>();
  readonly #broken: (violation: Violation) => void;

  constructor(broken: (violation: Violation) => void) {
    this.#broken = broken;
  }

  created(known: KnownSchedule): void {
    const { scheduleId } = known;
    this.#schedules.set(scheduleId, { known, stoppedAt: null, isCancelled: false, wasEndedByPayer: false });
  }

  /** Takes note of a schedule that was paused or cancelled here at this moment, milliseconds since the epoch. */
  stopped(scheduleId: string, at: number, by: "pause" | "cancel"): void {
    const one = this.#schedules.get(scheduleId);
    if (!one) return;
    one.stoppedAt ??= at;
    if (by === "cancel") one.isCancelled = true;
  }

  /** Takes note of a schedule that may go on, from before the call that lets it was answered. */
  resumed(scheduleId: string): void {
    const one = this.#schedules.get(scheduleId);
    if (one && !one.isCancelled) one.stoppedAt = null;
  }

  endedByPayer(scheduleId: string): void {
    const one = this.#schedules.get(scheduleId);
    if (one) one.wasEndedByPayer = true;
  }

  /** Takes note of a transaction that the service gives to a node, which names instalments of these schedules. */
  sent(digests: readonly string[], at: number): void {
    for (const digest of digests) {
      const one = [...this.#schedules.values()].find(({ known }) => known.digest === digest);
      if (!one || one.stoppedAt === null || at - one.stoppedAt <= ON_ITS_WAY_MS) continue;
      this.#broken({
        rule: "nothing is sent of a schedule that was stopped",
        what: `${one.known.scheduleId} was stopped ${at - one.stoppedAt} ms before`,
      });
    }
  }

  /** The instalment that an event is about, as a request; null where its reference is that of none. */
  instalmentOf({ requestId, paymentReference }: { requestId: string; paymentReference?: string }) {
    for (const { known } of this.#schedules.values()) {
      const reference = known.references.find((one) => one === paymentReference);
      if (reference !== undefined) return { ...known.instalment, requestId, reference };
    }
    return null;
  }

  /** Whether more has to be paid of a schedule. */
  isOpen(scheduleId: string, { paid, isCancelled, timestamp }: ScheduleOnChain): boolean {
    const one = this.#schedules.get(scheduleId);
    if (!one || one.isCancelled || one.wasEndedByPayer || isCancelled) return false;
    return paid < one.known.references.length && timestamp <= one.known.deadline;
  }

  /**
   * What holds when nothing has gone wrong since `since`, seconds since the epoch, long enough for another attempt, and its
   * payer had the money: what was due by then is paid.
   */
  hadTime(scheduleId: string, since: number, chain: ScheduleOnChain): void {
    const one = this.#schedules.get(scheduleId);
    if (!one || !this.isOpen(scheduleId, chain)) return;
    const { firstDue, period, references } = one.known;
    const due = Math.min(references.length, Math.floor((since - firstDue) / period) + 1);
    if (chain.paid >= due) return;
    this.#broken({
      rule: "what is due is paid in time",
      what: `${scheduleId} has ${chain.paid} paid, of which ${due} were due at ${since}`,
    });
  }

  /** What holds in the end, when nothing goes wrong, payers have the money and all instalments are due. */
  atTheEnd(scheduleId: string, answer: ScheduleAnswer, chain: ScheduleOnChain): void {
    const one = this.#schedules.get(scheduleId);
    if (!one) return;
    if (this.isOpen(scheduleId, chain)) {
      this.#broken({
        rule: "every instalment that is due is paid",
        what: `${scheduleId} has ${chain.paid} of ${one.known.references.length}`,
      });
    }
    if (answer.processed !== chain.paid) {
      this.#broken({
        rule: "instalments are what the chain says",
        what: `${scheduleId} has ${answer.processed} paid, on chain ${chain.paid}`,
      });
    }
    const allowed = statusesOf(one, chain);
    if (!allowed.includes(answer.status)) {
      this.#broken({
        rule: "a schedule is where it was led",
        what: `${scheduleId} is ${answer.status}, must be ${allowed.join(" or ")}`,
      });
    }
  }
}

function statusesOf({ known, isCancelled, wasEndedByPayer }: Followed, chain: ScheduleOnChain): string[] {
  const isWhole = chain.paid === known.references.length;
  if (!isWhole && (isCancelled || chain.isCancelled || chain.timestamp > known.deadline))
    return ["cancelled"];
  const usual = isWhole ? "completed" : "active";
  // What the contract said once is believed for good, also where that block is gone.
  return isCancelled || wasEndedByPayer ? [usual, "cancelled"] : [usual];
}
