import type { Violation } from "@/sim/model/facts";

const DAY_MS = 86_400_000;
/** What has outlived its time goes within minutes, an entry of the request log with its whole day. */
const LATE_MS = 2 * DAY_MS;
/** One that is finished after its time, because nobody could send it, goes with the next pass that removes. */
const PASS_MS = 120_000;
/** The time of an ID and that of its row differ by less. */
const EARLY_MS = 3_600_000;

/** How long things are kept, days (docs/operations.md, "What is kept"). */
export interface RetentionTerms {
  deliveryDays: number;
  logDays: number;
}

/** A delivery as it is stored. */
export interface StoredDelivery {
  id: string;
  /** It was delivered or given up. */
  isFinished: boolean;
  attempts: number;
  /** When the last one began, milliseconds since the epoch; null where there is none. */
  lastAttemptAt: number | null;
}

/** What is kept for a time only: it stays so long, and then it goes. */
export class RetentionModel {
  readonly #terms: RetentionTerms;
  readonly #sent = new Set<string>();
  readonly #broken: (violation: Violation) => void;

  constructor(terms: RetentionTerms, broken: (violation: Violation) => void) {
    this.#terms = terms;
    this.#broken = broken;
  }

  /** Takes note of a backup. The function that it returns forgets the deliveries since. */
  backedUp(): () => void {
    const sent = [...this.#sent];
    return () => {
      this.#sent.clear();
      for (const id of sent) this.#sent.add(id);
    };
  }

  /** Takes note of a delivery that a receiver has seen. */
  sent(deliveryId: string): void {
    this.#sent.add(deliveryId);
  }

  /** Compares what is stored of deliveries at this moment, milliseconds since the epoch. */
  deliveries(rows: readonly StoredDelivery[], now: number): void {
    const kept = this.#terms.deliveryDays * DAY_MS;
    const stored = new Map(rows.map((row) => [row.id, row]));
    for (const id of this.#sent) {
      const age = now - timeOf(id);
      if (age > kept - EARLY_MS) continue;
      const row = stored.get(id);
      if (row && row.attempts > 0) continue;
      this.#broken({
        rule: "nothing goes before its time",
        what: `${row ? "the attempts at" : ""} delivery ${id} of ${inDays(age)} days are gone`.trim(),
      });
    }
    for (const { id, isFinished, lastAttemptAt } of rows) {
      const isJustFinished = lastAttemptAt !== null && now - lastAttemptAt < PASS_MS;
      if (isFinished && !isJustFinished) this.#mustBeYoung(`delivery ${id}`, now - timeOf(id), kept);
    }
  }

  /** Compares the IDs of the request log with this moment. */
  log(ids: readonly string[], now: number): void {
    for (const id of ids) this.#mustBeYoung(`call ${id}`, now - timeOf(id), this.#terms.logDays * DAY_MS);
  }

  #mustBeYoung(what: string, age: number, kept: number): void {
    if (age <= kept + LATE_MS) return;
    this.#broken({
      rule: "what has outlived its time goes",
      what: `${what} of ${inDays(age)} days is still there`,
    });
  }
}

const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** When a ULID was drawn, milliseconds since the epoch: its first ten characters, in the digits of Crockford. */
export function timeOf(id: string): number {
  return [...id.slice(0, 10)].reduce((time, digit) => 32 * time + DIGITS.indexOf(digit), 0);
}

function inDays(ms: number): number {
  return Math.floor(ms / DAY_MS);
}
