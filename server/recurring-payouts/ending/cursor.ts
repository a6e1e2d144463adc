import { eq, sql } from "drizzle-orm";
import { recurringCursors } from "@/db/schema";
import type { NetworkId } from "@/server/chains/networks";
import type { Reads, Tx } from "@/server/context";

/** The last final block up to which cancellations were read; null where nobody has looked yet. */
export async function recurringCursor(ctx: Pick<Reads, "db">, network: NetworkId): Promise<bigint | null> {
  const [row] = await ctx.db.select().from(recurringCursors).where(eq(recurringCursors.network, network));
  return row?.finalizedBlock ?? null;
}

/** Never moves back: two workers may look at once. */
export async function moveRecurringCursor(tx: Tx, network: NetworkId, finalizedBlock: bigint): Promise<void> {
  await tx.db
    .insert(recurringCursors)
    .values({ network, finalizedBlock })
    .onConflictDoUpdate({
      target: recurringCursors.network,
      set: { finalizedBlock: sql`greatest(${recurringCursors.finalizedBlock}, excluded.finalized_block)` },
    });
}
