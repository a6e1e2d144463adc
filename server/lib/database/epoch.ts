import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Reads } from "@/server/context";

const Row = z.tuple([z.object({ epoch: z.string() })]);

/**
 * A text that changes when the rows of a table come from another database than before: a backup that was restored, a standby
 * that took over, a move to another server. It is made of the server's identifier, its timeline and the table's own number,
 * which nobody has to remember to change.
 */
export async function epochOf(
  { db }: Pick<Reads, "db">,
  table: "webhook_events" | "ledger_entries",
): Promise<string> {
  const rows = await db
    .select({
      epoch: sql<string>`(select system_identifier from pg_control_system())
        || '.' || (select timeline_id from pg_control_checkpoint())
        || '.' || ${table}::regclass::oid`,
    })
    .from(sql`(select 1) as here`);
  const [{ epoch }] = Row.parse(rows);
  return createHash("sha256").update(epoch).digest("hex").slice(0, 16);
}
