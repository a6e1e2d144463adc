import { eq, gte, sql } from "drizzle-orm";
import { crosschainCursors } from "@/db/schema";
import type { NetworkId } from "@/server/chains/networks";
import type { Reads, Tx } from "@/server/context";

/** The last final block up to which the deposits of a chain were read; null where nobody has looked yet. */
export async function crosschainCursor(ctx: Pick<Reads, "db">, network: NetworkId): Promise<bigint | null> {
  const [row] = await ctx.db.select().from(crosschainCursors).where(eq(crosschainCursors.network, network));
  return row?.finalizedBlock ?? null;
}

/**
 * Takes note that the blocks behind `from` were read up to `finalizedBlock`. Never moves back: two workers may look at
 * once. Where the cursor was put below `from` meanwhile, it stays there.
 */
export async function moveCrosschainCursor(
  tx: Tx,
  network: NetworkId,
  { from, finalizedBlock }: { from: bigint; finalizedBlock: bigint },
): Promise<void> {
  await tx.db
    .insert(crosschainCursors)
    .values({ network, finalizedBlock })
    .onConflictDoUpdate({
      target: crosschainCursors.network,
      set: { finalizedBlock: sql`greatest(${crosschainCursors.finalizedBlock}, excluded.finalized_block)` },
      setWhere: gte(crosschainCursors.finalizedBlock, from),
    });
}
