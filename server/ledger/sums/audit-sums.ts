import { sql } from "drizzle-orm";
import { z } from "zod";
import { ledgerSumCursor, ledgerSums } from "@/db/schema";
import type { Reads } from "@/server/context";
import { movements } from "@/server/ledger/closing/movements";

/** Sums that are named; who has more makes all of them anew. */
const MOST = 1_000;

const Rows = z.array(z.object({ source: z.string(), part: z.string() }));

/** The sums that are not what their entries add up to: the account with the first moment, and which of its accounts it is about. */
export async function auditSums({ db }: Pick<Reads, "db">): Promise<{ source: string; part: string }[]> {
  const rows = await db
    .select({ source: sql`platform_id || ' ' || booked_from`, part: sql`account` })
    .from(
      sql`(
        select platform_id, date_bin('15 minutes', booked_at, timestamptz 'epoch') as booked_from, account, wallet, network, currency,
          sum(received) as received, sum(sent) as sent
        from (${movements(sql`sequence <= (select sequence from ${ledgerSumCursor})`)}) as moved
        group by 1, 2, 3, 4, 5, 6
      ) as due
      full join ${ledgerSums} as known using (platform_id, booked_from, account, wallet, network, currency)`,
    )
    .where(
      sql`exists (select from ${ledgerSumCursor}) and (due.received, due.sent) is distinct from (known.received, known.sent)`,
    )
    .limit(MOST);
  return Rows.parse(rows);
}
