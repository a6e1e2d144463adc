import { and, asc, desc, eq } from "drizzle-orm";
import { payeeDestinations } from "@/db/schema";
import type { Reads } from "@/server/context";
import { describeDestination, destinationNotFound } from "@/server/payee-destinations/describe";
import { parseDestinationId } from "@/server/payee-destinations/interop-address";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import { visibleTo } from "@/server/payee-destinations/scope";
import { walletOf } from "@/server/payee-destinations/token";

type Reading = Pick<Reads, "db" | "caller">;

/** The active destination of a wallet the client ID may see, or null (PE-06). Throws 400 for no wallet address. */
export async function getActiveDestination(
  ctx: Reading,
  walletAddress: string,
): Promise<DestinationRecord | null> {
  const { address } = walletOf("walletAddress", walletAddress);
  const [row] = await ctx.db
    .select()
    .from(payeeDestinations)
    .where(
      and(
        eq(payeeDestinations.walletAddress, address),
        eq(payeeDestinations.active, true),
        eq(payeeDestinations.claimed, true),
        visibleTo(ctx.caller),
      ),
    )
    // A contract wallet of this address, if the caller may see one, comes after the address's own key.
    .orderBy(asc(payeeDestinations.walletChainId))
    .limit(1);
  return row ? describeDestination(row) : null;
}

/** One destination, active or not (PE-07). Throws 404 for unknown and foreign ones alike, 400 for no ID at all. */
export async function getDestination(ctx: Reading, id: string): Promise<DestinationRecord> {
  const { destinationId } = parseDestinationId(id);
  const [row] = await ctx.db
    .select()
    .from(payeeDestinations)
    .where(and(eq(payeeDestinations.destinationId, destinationId), visibleTo(ctx.caller)))
    .orderBy(desc(payeeDestinations.active), desc(payeeDestinations.updatedAt), desc(payeeDestinations.id))
    .limit(1);
  if (!row) throw destinationNotFound();
  return describeDestination(row);
}
