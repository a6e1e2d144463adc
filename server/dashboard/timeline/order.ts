import type { TimelineEntry } from "@/server/dashboard/detail-schema";

/** What a payer does before a transaction can be in a block, in its order. */
const BEFORE_ITS_BLOCK: readonly TimelineEntry["kind"][] = [
  "link_opened",
  "wallet_connected",
  "screening",
  "payment_sent_to_wallet",
  "payment_approved_in_wallet",
  "intent",
];

/**
 * Sorts a timeline, oldest first. A block knows whole seconds only: within one second, what led to a transaction comes
 * before it.
 */
export function byTime(a: TimelineEntry, b: TimelineEntry): number {
  return compare(secondOf(a), secondOf(b)) || rankOf(a) - rankOf(b) || compare(a.at, b.at);
}

const secondOf = ({ at }: TimelineEntry) => at.slice(0, "2026-11-23T06:11:24".length);

function rankOf({ kind }: TimelineEntry): number {
  const index = BEFORE_ITS_BLOCK.indexOf(kind);
  return index === -1 ? BEFORE_ITS_BLOCK.length : index;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
