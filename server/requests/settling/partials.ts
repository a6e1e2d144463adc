import type { SettlingSums } from "@/server/payments/counting/sums";
import type { AnnouncedUpTo, PartialEvents, Unannounced } from "@/server/payments/counting/unannounced";
import type { RequestRow } from "@/server/requests/draft";
import type { Announcement } from "@/server/requests/settling/announce";

/** Partial payments of one request that have an event each; later ones are announced together. */
export const MAX_PARTIAL_EVENTS = 500;
/** From then on one event in this time tells the new total, under the newest payment. */
const TOGETHER_MS = 60_000;

/** What of the new payments of a request is announced now. */
export interface DueAnnouncements {
  announcements: Announcement[];
  /** Null when nothing was told. */
  upTo: AnnouncedUpTo | null;
  partials: PartialEvents;
}

/**
 * Decides which of the confirmed payments that nobody heard of are announced: each by itself, up to the one that
 * covers the amount. Dust costs a stranger next to nothing, so a request has a bounded number of such events
 * (docs/decisions/dust.md); the one that covers the amount is announced at once whatever came before.
 */
export function dueAnnouncements(
  request: RequestRow,
  fresh: readonly Unannounced[],
  sums: SettlingSums,
  now: Date,
): DueAnnouncements {
  const covering = fresh.find(({ isEnough }) => isEnough);
  const left = MAX_PARTIAL_EVENTS - sums.partialEvents;
  const single = fresh.filter(({ ordinal }) => ordinal <= left && (!covering || ordinal < covering.ordinal));
  const last = fresh.at(-1);
  const isMore = !covering && last !== undefined && !single.includes(last);
  const waitsUntil = isMore ? togetherAt(single.length > 0 ? now : sums.lastPartialAt) : null;
  const together = isMore && waitsUntil !== null && waitsUntil <= now ? [last] : [];
  const partial = [...single, ...together];
  const newest = covering ?? partial.at(-1);
  return {
    announcements: [
      ...partial.map((one) => announcement("payment.partial", request, one)),
      ...(covering ? [announcement("payment.confirmed", request, covering)] : []),
    ],
    upTo: newest ? { transfer: newest.transfer, round: request.settlementRound } : null,
    partials: {
      requestId: request.id,
      events: partial.length,
      settleAt: together.length > 0 ? null : waitsUntil,
    },
  };
}

function togetherAt(lastPartialAt: Date | null): Date {
  return new Date((lastPartialAt?.getTime() ?? 0) + TOGETHER_MS);
}

function announcement(
  name: Announcement["name"],
  request: RequestRow,
  { transfer, total }: Unannounced,
): Announcement {
  return { name, request, transfer, total };
}
