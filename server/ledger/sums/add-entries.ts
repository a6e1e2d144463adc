import { and, gt, lte, max, min, sql } from "drizzle-orm";
import { ledgerEntries, ledgerSumCursor, ledgerSums } from "@/db/schema";
import type { Tx } from "@/server/context";
import { movements } from "@/server/ledger/closing/movements";
import { completeUpTo } from "@/server/ledger/reading/visible";

/**
 * Adds the next entries of all accounts to the sums of their wallets, at most so many, up to the one before which none can appear any
 * more. Where there is no cursor the sums are made anew. Returns `most` where there are more.
 */
export async function addEntries(tx: Tx, most: number): Promise<number> {
  // One worker at a time; others go on from there.
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('sum ledger', 0))`);
  const end = await completeUpTo(tx);
  const [cursor] = await tx.db.select().from(ledgerSumCursor);
  if (!cursor) await tx.db.delete(ledgerSums);
  const from = cursor?.sequence ?? 0n;
  const to = from + BigInt(most) < end ? from + BigInt(most) : end;
  const isNext = and(gt(ledgerEntries.sequence, from), lte(ledgerEntries.sequence, to));
  const [read] = await tx.db
    .select({ last: max(ledgerEntries.sequence) })
    .from(ledgerEntries)
    .where(isNext);
  const last = read?.last ?? (await numberBefore(tx, to, end));
  if (read?.last != null) {
    await tx.db.execute(sql`
      insert into ${ledgerSums} as known (platform_id, booked_from, account, wallet, network, currency, received, sent)
      select platform_id, date_bin('15 minutes', booked_at, timestamptz 'epoch'), account, wallet, network, currency,
        sum(received), sum(sent)
      from (${movements(sql`${isNext}`)}) as moved
      group by 1, 2, 3, 4, 5, 6
      on conflict (platform_id, booked_from, account, wallet, network, currency)
        do update set received = known.received + excluded.received, sent = known.sent + excluded.sent`);
  }
  if (last === null && cursor) return 0;
  const sequence = last ?? from;
  await tx.db
    .insert(ledgerSumCursor)
    .values({ id: 1, sequence })
    .onConflictDoUpdate({ target: ledgerSumCursor.id, set: { sequence } });
  return to < end ? most : 0;
}

/**
 * The number before the next entry after a gap, left by commits that were cut off; null where none follows. The cursor never passes the last entry
 * that there is: a restored database draws the numbers behind that one again.
 */
async function numberBefore(tx: Tx, after: bigint, end: bigint): Promise<bigint | null> {
  const [next] = await tx.db
    .select({ first: min(ledgerEntries.sequence) })
    .from(ledgerEntries)
    .where(and(gt(ledgerEntries.sequence, after), lte(ledgerEntries.sequence, end)));
  return next?.first == null ? null : next.first - 1n;
}
