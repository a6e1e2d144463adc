import { sql } from "drizzle-orm";
import { z } from "zod";
import { platformKey } from "@/db/keys";
import { LEDGER_ACCOUNTS, ledgerEntries } from "@/db/schema";
import type { Reads } from "@/server/context";
import { ledgerCurrency } from "@/server/ledger/currency";
import type { Span } from "@/server/ledger/month";
import type { Reconciliation } from "@/server/ledger/reconciliation/schema";

const base = z.string().transform((text) => BigInt(text));
const Rows = z.array(
  z.object({ account: z.enum(LEDGER_ACCOUNTS), currency: z.string(), debit: base, credit: base }),
);

/** What was debited and credited in a period, by account of the journal and currency, in a fixed order. */
export async function totalsOf(
  { db }: Pick<Reads, "db">,
  platformId: string,
  { startsAt, endsAt }: Span,
): Promise<Reconciliation["totals"]> {
  // The entries are read once: what is grouped by both accounts together is few rows, whatever there are of entries.
  const pairs = sql`select debit, credit, currency, sum(amount) as amount from ${ledgerEntries}
    where ${platformKey(ledgerEntries)} = hashtextextended(${platformId}, 0) and platform_id = ${platformId}
      and booked_at >= ${startsAt.toISOString()}::timestamptz and booked_at < ${endsAt.toISOString()}::timestamptz
    group by debit, credit, currency`;
  const rows = await db
    .select({
      account: sql`side.account`,
      currency: sql`currency`,
      debit: sql`sum(debited)::text`,
      credit: sql`sum(credited)::text`,
    })
    .from(
      sql`(${pairs}) as pairs cross join lateral (values (debit, amount, 0), (credit, 0, amount)) as side (account, debited, credited)`,
    )
    .groupBy(sql`side.account`, sql`currency`);
  const totals = new Map<
    string,
    {
      account: (typeof LEDGER_ACCOUNTS)[number];
      currency: string;
      decimals: number;
      debit: bigint;
      credit: bigint;
    }
  >();
  for (const { account, currency, debit, credit } of Rows.parse(rows)) {
    // The journal may know a token by its ID and by its address.
    const { id, decimals } = ledgerCurrency(currency);
    const key = `${id} ${account}`;
    const known = totals.get(key);
    totals.set(key, {
      account,
      currency: id,
      decimals,
      debit: debit + (known?.debit ?? 0n),
      credit: credit + (known?.credit ?? 0n),
    });
  }
  return [...totals]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, total]) => ({ ...total, debit: total.debit.toString(), credit: total.credit.toString() }));
}
