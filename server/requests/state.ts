import type { REQUEST_STATUSES } from "@/db/schema";

export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** What a look at the counted transfers of a request can find. */
export type RequestEvent =
  /** Confirmed payments cover the amount. */
  | "settled"
  /** Confirmed payments are short of the amount. */
  | "partly_settled"
  /** Nothing is confirmed, something is seen. */
  | "payment_seen"
  /** Nothing counts (any more). */
  | "cleared";

/** Rows are where a request is, columns are what was found, cells are where it goes (behaviour.md D-02). */
export const requestTable: Record<RequestStatus, Partial<Record<RequestEvent, RequestStatus>>> = {
  created: { payment_seen: "processing", partly_settled: "partially_paid", settled: "paid" },
  processing: { cleared: "created", partly_settled: "partially_paid", settled: "paid" },
  partially_paid: { cleared: "created", payment_seen: "processing", settled: "paid" },
  // A reorganisation can take a confirmed payment away: the request is open again at once.
  paid: { cleared: "created", payment_seen: "processing", partly_settled: "partially_paid" },
  // Nothing leads to these two yet: payouts to bank accounts and payments across chains will. Money can arrive
  // whatever was announced before.
  failed: { payment_seen: "processing", partly_settled: "partially_paid", settled: "paid" },
  refunded: { payment_seen: "processing", partly_settled: "partially_paid", settled: "paid" },
};

/** Where `event` takes a request, or null when it stays where it is. */
export function nextStatus(from: RequestStatus, event: RequestEvent): RequestStatus | null {
  return requestTable[from][event] ?? null;
}
