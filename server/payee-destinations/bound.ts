import { and, eq } from "drizzle-orm";
import { payeeDestinations } from "@/db/schema";
import type { Caller, Reads } from "@/server/context";

/** The active destination a client ID is bound to (CI-07), or null. */
export async function boundDestination(
  ctx: Pick<Reads, "db" | "caller">,
  clientId: NonNullable<Caller["clientId"]>,
): Promise<typeof payeeDestinations.$inferSelect | null> {
  if (!clientId.payeeDestinationId) return null;
  const [row] = await ctx.db
    .select()
    .from(payeeDestinations)
    .where(
      and(
        eq(payeeDestinations.id, clientId.payeeDestinationId),
        eq(payeeDestinations.platformId, ctx.caller.platformId),
        eq(payeeDestinations.active, true),
      ),
    );
  return row ?? null;
}
