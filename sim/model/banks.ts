import type { KnownRequest, Violation } from "@/sim/model/facts";

/** When a bank may have had the money of a request, milliseconds since the epoch; open while it still has it. */
interface Span {
  from: number;
  to: number | null;
}

/** Where the way of a payment to a bank account is, as the provider itself has it. */
export interface BankState {
  status: string;
  /** It was ended before any money came. */
  isClosed: boolean;
}

/** The states in which the provider has given up, or has given the money back. */
const ENDED = new Map([
  ["failed", "failed"],
  ["refunded", "refunded"],
]);

/**
 * Payments to bank accounts (docs/decisions/crypto-to-fiat.md): paid means that the bank has it. What the provider says is
 * looked at from time to time; it leaves the bank again only where somebody decides so.
 */
export class BankModel {
  readonly #spans = new Map<string, Span[]>();
  readonly #states = new Map<string, BankState>();
  readonly #lookedAt = new Map<string, number>();
  /** Announcements that were not compared yet: when their commits began, by request. */
  readonly #told: { requestId: string; at: number }[] = [];
  readonly #broken: (violation: Violation) => void;

  constructor(broken: (violation: Violation) => void) {
    this.#broken = broken;
  }

  /** Takes note that a request was bound to a bank account. */
  bound(requestId: string, at: number): void {
    this.#lookedAt.set(requestId, at);
    this.#spans.set(requestId, []);
  }

  /** Takes note that a receiver was told that a request is paid, in a commit of this time. */
  confirmed(requestId: string, at: number): void {
    this.#told.push({ requestId, at });
  }

  /** Takes note of what the provider says at this moment, and compares what was announced since the last look. */
  says(requestId: string, state: BankState, at: number): void {
    const spans = this.#spans.get(requestId);
    if (!spans) return;
    const open = spans.findLast(({ to }) => to === null);
    const hasIt = state.status === "fiat_sent";
    if (hasIt && !open) spans.push({ from: this.#lookedAt.get(requestId) ?? at, to: null });
    if (!hasIt && open) open.to = at;
    this.#states.set(requestId, state);
    this.#lookedAt.set(requestId, at);
    for (const told of this.#told.filter((one) => one.requestId === requestId)) {
      this.#told.splice(this.#told.indexOf(told), 1);
      const isTrue = spans.some(({ from, to }) => told.at >= from && (to === null || told.at <= to));
      if (isTrue) continue;
      this.#broken({
        rule: "paid is what the bank has",
        what: `${requestId} was announced as paid when its bank had nothing: it is ${state.status}`,
      });
    }
  }

  /** Takes note that somebody decided what becomes of it in this time: the bank may have had it for a moment. */
  decided(requestId: string, from: number, to: number): void {
    this.#spans.get(requestId)?.push({ from, to });
  }

  /**
   * The status of a request in the end, when the chain has so much for it. With `mayBeBeside` a payment came back so late
   * after a reorganisation that it can be another one than the bank had: then it may stay unexplained, if `said` so.
   */
  statusOf(
    { requestId, least }: Pick<KnownRequest, "requestId" | "least">,
    paid: bigint,
    { said = "", mayBeBeside = false }: { said?: string; mayBeBeside?: boolean } = {},
  ): string {
    const { status = "", isClosed = false } = this.#states.get(requestId) ?? {};
    if (mayBeBeside && status === "fiat_sent" && said === "processing") return said;
    if (paid > 0n && paid < least) return "partially_paid";
    if (status === "awaiting_funds" || isClosed) {
      if (paid === 0n) return "created";
      return isClosed ? "failed" : "processing";
    }
    const isDelivered = status === "fiat_sent" && paid > 0n;
    return ENDED.get(status) ?? (isDelivered ? "paid" : "processing");
  }
}
