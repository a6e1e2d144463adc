import { and, eq, inArray, min, sql } from "drizzle-orm";
import { SETTLER_STATES, settlers, settlerTransactions } from "@/db/schema";
import type { Reads } from "@/server/context";

export { SETTLER_STATES };

/** How old the last look of a worker may be before nobody knows how the settler is. */
const STALE_MS = 5 * 60_000;

/** How the settler of one network is, as metrics show it. */
export interface SettlerReport {
  network: string;
  /** `unknown` where no worker has looked for a while. */
  state: (typeof SETTLER_STATES)[number] | "unknown";
  /** Since when its oldest transaction waits for a block; null when none does. */
  pendingSince: Date | null;
}

/** Reads how the settlers of these networks are. */
export async function settlerReports(
  { db, now }: Pick<Reads, "db" | "now">,
  networks: readonly string[],
): Promise<SettlerReport[]> {
  if (networks.length === 0) return [];
  const [rows, pending] = await Promise.all([
    db
      .select()
      .from(settlers)
      .where(inArray(settlers.network, [...networks])),
    db
      .select({ network: settlerTransactions.network, since: min(settlerTransactions.signedAt) })
      .from(settlerTransactions)
      .where(and(sql`not ${settlerTransactions.isSettled}`, eq(settlerTransactions.state, "pending")))
      .groupBy(settlerTransactions.network),
  ]);
  return networks.map((network) => {
    const row = rows.find((one) => one.network === network);
    const isStale = !row?.checkedAt || now().getTime() - row.checkedAt.getTime() > STALE_MS;
    return {
      network,
      state: row && !isStale ? row.state : "unknown",
      pendingSince: pending.find((one) => one.network === network)?.since ?? null,
    };
  });
}
