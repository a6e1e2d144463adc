import { describe, expect, test } from "vitest";
import { type PaidStanding, pairOf } from "@/server/payments/refunds/pairs";
import type { RefundState } from "@/server/payments/refunds/state";
import { nextStatus, type RequestEvent, type RequestStatus } from "@/server/requests/state";

/** How the request stands, of which 100 are asked; then what the chain says of its payments alone. */
const PAID = {
  "not paid": { status: "created", event: "cleared", received: 0n, isCovered: false },
  "payment seen": { status: "processing", event: "payment_seen", received: 0n, isCovered: false },
  "paid in part": { status: "partially_paid", event: "partly_settled", received: 40n, isCovered: false },
  paid: { status: "paid", event: "settled", received: 100n, isCovered: true },
  "paid too much": { status: "paid", event: "settled", received: 130n, isCovered: true },
  "payment taken back": { status: "paid", event: "cleared", received: 0n, isCovered: false },
  "payment taken back after the refund": {
    status: "refunded",
    event: "cleared",
    received: 0n,
    isCovered: false,
  },
  // Its link was cancelled before: money counts all the same.
  "cancelled, then paid": { status: "created", event: "settled", received: 100n, isCovered: true },
  "cancelled, not paid": { status: "created", event: "cleared", received: 0n, isCovered: false },
} as const satisfies Record<string, PaidStanding & { status: RequestStatus; event: RequestEvent }>;
type Paid = keyof typeof PAID;

const STATES = ["prepared", "seen", "confirmed", "taken_back", "expired"] as const satisfies RefundState[];

/**
 * The status that the request gets beside a refund of 100, what was refunded, and what can still be sent back; `send`
 * where the transaction of the refund can be handed to a wallet. Columns are the states of the refund, in the order of
 * `STATES`.
 */
// biome-ignore format: a table is read by its columns
const TABLE: Record<Paid, readonly string[]> = {
  "not paid": ["created 0 0", "created 0 0", "created 100 0", "created 0 0", "created 0 0"],
  "payment seen": ["processing 0 0", "processing 0 0", "processing 100 0", "processing 0 0", "processing 0 0"],
  "paid in part": ["partially_paid 0 0", "partially_paid 0 0", "partially_paid 100 0", "partially_paid 0 0", "partially_paid 0 40"],
  paid: ["paid 0 0 send", "paid 0 0", "refunded 100 0", "paid 0 0", "paid 0 100"],
  "paid too much": ["paid 0 30 send", "paid 0 30", "paid 100 30", "paid 0 30", "paid 0 130"],
  "payment taken back": ["created 0 0", "created 0 0", "created 100 0", "created 0 0", "created 0 0"],
  "payment taken back after the refund": ["created 0 0", "created 0 0", "created 100 0", "created 0 0", "created 0 0"],
  "cancelled, then paid": ["paid 0 0 send", "paid 0 0", "refunded 100 0", "paid 0 0", "paid 0 100"],
  "cancelled, not paid": ["created 0 0", "created 0 0", "created 100 0", "created 0 0", "created 0 0"],
};

describe.each(Object.entries(TABLE))("a request that is %s", (paid, cells) => {
  test.each(STATES.map((state, index) => [state, cells[index]] as const))("refund %s: %s", (state, cell) => {
    const { status, event, ...standing } = PAID[paid as Paid];
    const pair = pairOf({ state, amount: 100n }, standing);
    const found: RequestEvent = pair.isSentBack ? "sent_back" : event;
    const next = nextStatus(status, afterRefund(status, found)) ?? status;
    expect([next, pair.refunded, pair.refundable, ...(pair.isSendable ? ["send"] : [])].join(" ")).toBe(cell);
  });
});

/** A request that was sent back and has lost its payments since is open again. */
function afterRefund(status: RequestStatus, event: RequestEvent): RequestEvent {
  return status === "refunded" && event === "cleared" ? "payment_lost" : event;
}
