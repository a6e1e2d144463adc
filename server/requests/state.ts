import type { REQUEST_STATUSES } from "@/db/schema";

export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** What a look at the counted transfers of a request can find. */
export type RequestEvent =
  /** Confirmed payments cover the amount. */
  | "settled"
  /** Confirmed payments are short of the amount. */
  | "partly_settled"
  /** Nothing is confirmed, something is seen; or all is paid, and its bank account has not received it yet. */
  | "payment_seen"
  /** Nothing counts (any more). */
  | "cleared"
  /** Paid, and the provider could not bring it to a bank account. */
  | "offramp_failed"
  /** Paid, and the provider sent it back to the payer. */
  | "offramp_refunded"
  /** Paid, and the payee sent all of it back. */
  | "sent_back"
  /** All was sent back, and the chain does not have the payments any more. */
  | "payment_lost";

const ENDS = { offramp_failed: "failed", offramp_refunded: "refunded", sent_back: "refunded" } as const;

/** Rows are where a request is, columns are what was found, cells are where it goes (behaviour.md D-02). */
const requestTable: Record<RequestStatus, Partial<Record<RequestEvent, RequestStatus>>> = {
  created: { ...ENDS, payment_seen: "processing", partly_settled: "partially_paid", settled: "paid" },
  processing: { ...ENDS, cleared: "created", partly_settled: "partially_paid", settled: "paid" },
  partially_paid: { ...ENDS, cleared: "created", payment_seen: "processing", settled: "paid" },
  // A reorganisation can take a confirmed payment away: the request is open again at once.
  paid: { ...ENDS, cleared: "created", payment_seen: "processing", partly_settled: "partially_paid" },
  // Money can arrive whatever was announced before.
  failed: {
    offramp_refunded: "refunded",
    payment_seen: "processing",
    partly_settled: "partially_paid",
    settled: "paid",
  },
  refunded: {
    offramp_failed: "failed",
    payment_lost: "created",
    payment_seen: "processing",
    partly_settled: "partially_paid",
    settled: "paid",
  },
};

/** Where `event` takes a request, or null when it stays where it is. */
export function nextStatus(from: RequestStatus, event: RequestEvent): RequestStatus | null {
  return requestTable[from][event] ?? null;
}

/** Whether it was paid in full, also where its payee has sent all of it back since; what a bank returned is open again. */
export function wasPaid(request: { status: RequestStatus; isCryptoToFiatAllowed: boolean }): boolean {
  return request.status === "paid" || (request.status === "refunded" && !request.isCryptoToFiatAllowed);
}
