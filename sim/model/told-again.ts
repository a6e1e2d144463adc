import type { Violation } from "@/sim/model/facts";

/** An event as its account reads it. */
export interface ReadEvent {
  id: string;
  /** Its body, JSON. */
  body: string;
}

/** What an event of a payment says. */
interface Told {
  requestId: string;
  paymentId?: string;
  txHash?: string;
}

/**
 * What is told again after a restore (docs/webhooks.md): a payment has the ID that it had, and an event that has the ID of
 * one that was told before says the same.
 */
export class ToldAgain {
  /** By account and ID of the event. */
  readonly #events = new Map<string, string>();
  /** By transaction and request, the IDs of payments. */
  readonly #payments = new Map<string, string>();
  readonly #broken: (violation: Violation) => void;

  constructor(broken: (violation: Violation) => void) {
    this.#broken = broken;
  }

  /** Takes note of what a receiver was told. `isOnly` says that the transaction made no other payment of its request. */
  payment({ requestId, paymentId, txHash }: Told, isOnly: boolean): void {
    if (paymentId === undefined || txHash === undefined || !isOnly) return;
    const key = `${requestId} ${txHash}`;
    const before = this.#payments.get(key) ?? paymentId;
    this.#payments.set(key, before);
    if (before === paymentId) return;
    this.#broken({
      rule: "a payment keeps its ID",
      what: `${txHash} pays ${requestId} as ${paymentId}, and did as ${before}`,
    });
  }

  /** Takes note of what an account reads of its events. */
  read(tenant: string, events: readonly ReadEvent[]): void {
    for (const { id, body } of events) {
      const key = `${tenant} ${id}`;
      const said = withoutNumber(body);
      const before = this.#events.get(key) ?? said;
      this.#events.set(key, before);
      if (before === said) continue;
      this.#broken({
        rule: "the ID of an event tells what happened",
        what: `${id} is ${said}, and was ${before}`,
      });
    }
  }
}

/** Number and time are those of the service that tells it. */
function withoutNumber(body: string): string {
  const said: Record<string, unknown> = JSON.parse(body);
  return JSON.stringify({ ...said, timestamp: undefined, sequence: undefined });
}
