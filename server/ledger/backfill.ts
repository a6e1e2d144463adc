import { isNotNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { LEDGER_ORIGINS, ledgerBackfills } from "@/db/schema";
import type { Reads, Tx } from "@/server/context";

type Origin = (typeof LEDGER_ORIGINS)[number];

/** How the rows of an origin are walked through, a key each, and entered. */
interface Walk {
  /** The next keys after one, in their order. */
  keys: (after: string, most: number) => SQL;
  enter: (keys: SQL) => SQL;
}

const ofTable = (table: "fee_transfers" | "refund_transfers" | "deposit_collections", fn: SQL): Walk => ({
  keys: (after, most) => sql`select distinct encode(tx_hash, 'hex') as key from ${sql.identifier(table)}
    where tx_hash > decode(${after}, 'hex') order by 1 limit ${most}`,
  enter: (keys) => sql`select ${fn}('{}', array(select decode(key, 'hex') from ${keys}), true)`,
});

/** In this order: a fee is entered where its payment is. */
const WALKS: Readonly<Record<Origin, Walk>> = {
  payment: {
    keys: (after, most) => sql`select id as key from transfers where id > ${after} order by id limit ${most}`,
    enter: (keys) => sql`select post_ledger_payments(array(select key from ${keys}), true)`,
  },
  fee: ofTable("fee_transfers", sql`post_ledger_fees`),
  refund: ofTable("refund_transfers", sql`post_ledger_refunds`),
  collection: ofTable("deposit_collections", sql`post_ledger_collections`),
  gas: {
    keys: (after, most) => sql`select distinct encode(hash, 'hex') as key from settler_transactions
      where hash > decode(${after}, 'hex') order by 1 limit ${most}`,
    enter: (keys) => sql`select post_ledger_gas(array(select decode(key, 'hex') from ${keys}), true)`,
  },
  difference: {
    keys: (after, most) => sql`select request_id as key from request_sums
      where request_id > ${after} order by request_id limit ${most}`,
    enter: (keys) => sql`select post_ledger_differences(array(select key from ${keys}), true)`,
  },
  bank: {
    keys: (after, most) => sql`select distinct request_id as key from offramps
      where request_id > ${after} order by 1 limit ${most}`,
    enter: (keys) => sql`select post_ledger_banks(array(select key from ${keys}), true)`,
  },
};

const Page = z.array(z.object({ key: z.string() }));

/**
 * Enters what was recorded before there was a journal, at most so many rows, and marks it so. What has its entries is
 * left as it is: triggers enter whatever is recorded or changed meanwhile. Returns of how many rows it took care.
 */
export async function fillLedger(tx: Tx, most: number): Promise<number> {
  // One worker at a time; others find the next rows.
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('fill ledger', 0))`);
  const known = await tx.db.select().from(ledgerBackfills);
  for (const origin of LEDGER_ORIGINS) {
    const so = known.find((row) => row.origin === origin);
    if (so?.doneAt) continue;
    const { keys, enter } = WALKS[origin];
    const page = Page.parse(await tx.db.execute(keys(so?.after ?? "", most))).map(({ key }) => key);
    const after = page.at(-1) ?? so?.after ?? "";
    if (page.length > 0) {
      await tx.db.execute(
        enter(sql`json_array_elements_text(${JSON.stringify(page)}::text::json) as keys(key)`),
      );
    }
    const row = { after, doneAt: page.length < most ? tx.now() : null };
    await tx.db
      .insert(ledgerBackfills)
      .values({ origin, ...row })
      .onConflictDoUpdate({ target: ledgerBackfills.origin, set: row });
    // The next origin follows at once.
    return most;
  }
  return 0;
}

/** Whether everything from before the journal has been entered. */
export async function isLedgerFilled(ctx: Pick<Reads, "db">): Promise<boolean> {
  const done = await ctx.db.$count(ledgerBackfills, isNotNull(ledgerBackfills.doneAt));
  return done === LEDGER_ORIGINS.length;
}
