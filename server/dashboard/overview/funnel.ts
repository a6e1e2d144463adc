import type { Total } from "@/server/dashboard/overview/totals";
import type { Overview } from "@/server/dashboard/overview-schema";

/**
 * How far incoming links have come. A link that came to a later step has been at the earlier ones, also when its
 * payer's browser did not tell; a paid one has been at all of them.
 */
export function funnelOf(totals: readonly Total[]): Overview["funnel"] {
  const levels = totals.filter((total) => total.of === "link");
  const atLeast = (least: number) =>
    levels.reduce((sum, level) => (Number(level.what) >= least ? sum + level.count : sum), 0);
  return {
    links: atLeast(0),
    opened: atLeast(1),
    connected: atLeast(2),
    sent: atLeast(3),
    approved: atLeast(4),
    paid: atLeast(5),
  };
}
