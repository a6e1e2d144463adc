import { eq, sql } from "drizzle-orm";
import { crosschainCursors } from "@/db/schema";
import type { NetworkId } from "@/server/chains/networks";
import type { Reads, Tx } from "@/server/context";

/** The last final block up to which the deposits of a chain were read; null where nobody has looked yet. */
export async function crosschainCursor(ctx: Pick<Reads, "db">, network: NetworkId): Promise<bigint | null> {
  const [row] = await ctx.db.select().from(crosschainCursors).where(eq(crosschainCursors.network, network));
  return row?.finalizedBlock ?? null;
}

/** Never moves back: two workers may look at once. */
export async function moveCrosschainCursor(
  tx: Tx,
  network: NetworkId,
  finalizedBlock: bigint,
): Promise<void> {
  await tx.db
    .insert(crosschainCursors)
    .values({ network, finalizedBlock })
    .onConflictDoUpdate({
      target: crosschainCursors.network,
      set: { finalizedBlock: sql`greatest(${crosschainCursors.finalizedBlock}, excluded.finalized_block)` },
    });
}
