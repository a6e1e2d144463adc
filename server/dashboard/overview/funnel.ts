import type { Total } from "@/server/dashboard/overview/totals";
import type { Overview } from "@/server/dashboard/overview-schema";

/** Added to the last step that was told of a link's payer once the link is paid. */
const PAID = 10;

/**
 * How far incoming links have come. A link that came to a later step has been at the earlier ones, also when its
 * payer's browser did not tell. Being paid is no such step: a link may be paid without anybody opening its page.
 */
export function funnelOf(totals: readonly Total[]): Overview["funnel"] {
  const levels = totals
    .filter((total) => total.of === "link")
    .map(({ what, count }) => ({ level: Number(what), count }));
  const count = (isCounted: (level: number) => boolean) =>
    levels.reduce((sum, { level, count }) => (isCounted(level) ? sum + count : sum), 0);
  const told = (least: number) => count((level) => level % PAID >= least);
  return {
    links: told(0),
    opened: told(1),
    connected: told(2),
    sent: told(3),
    approved: told(4),
    paid: count((level) => level >= PAID),
  };
}
