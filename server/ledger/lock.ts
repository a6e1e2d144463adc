import { sql } from "drizzle-orm";
import type { Tx } from "@/server/context";

/** What the functions of the database that write the journal take shared. */
const LEDGER_LOCK = 7_318_403;

/** Waits until nothing is being entered into any journal, and lets nothing be entered before the transaction ends. */
export async function lockLedger(tx: Tx): Promise<void> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(${LEDGER_LOCK})`);
}
