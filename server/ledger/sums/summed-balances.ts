import { sql } from "drizzle-orm";
import { platformKey } from "@/db/keys";
import { ledgerEntries, ledgerSumCursor, ledgerSums } from "@/db/schema";
import type { Reads } from "@/server/context";
import { balancesBetween, balancesFrom } from "@/server/ledger/closing/balances";
import { movements } from "@/server/ledger/closing/movements";
import type { StatementLine } from "@/server/ledger/closing/statement-schema";

/** What one row of the sums is about. */
const QUARTER_MS = 15 * 60_000;

/**
 * What `balancesBetween` says, out of the sums of quarters of an hour and the entries that are in none yet: its cost does not grow with
 * the entries. Bounds within a quarter, as no month of today has one, are answered from the entries.
 */
export async function summedBalancesBetween(
  ctx: Pick<Reads, "db">,
  platformId: string,
  bounds: readonly Date[],
): Promise<StatementLine[][]> {
  const end = bounds.at(-1);
  if (end === undefined) return [];
  if (bounds.some((at) => at.getTime() % QUARTER_MS !== 0)) return balancesBetween(ctx, platformId, bounds);
  const before = end.toISOString();
  // One statement, so that the cursor and both kinds of rows are of one moment. Without a cursor the sums do not count.
  return balancesFrom(
    ctx,
    sql`
      select account, wallet, network, currency, booked_from as booked_at, received, sent from ${ledgerSums}
      where platform_id = ${platformId} and booked_from < ${before}::timestamptz and exists (select from ${ledgerSumCursor})
      union all
      select account, wallet, network, currency, booked_at, received, sent from (
        ${movements(sql`${platformKey(ledgerEntries)} = hashtextextended(${platformId}, 0) and platform_id = ${platformId}
          and sequence > ledger_summed_up_to() and booked_at < ${before}::timestamptz`)}
      ) as unsummed`,
    bounds,
  );
}
