import { and, eq } from "drizzle-orm";
import { payeeDestinations } from "@/db/schema";
import type { Caller, Reads } from "@/server/context";
import type { DestinationRow } from "@/server/payee-destinations/describe";
import { belongsTo } from "@/server/payee-destinations/scope";

/** The active destination a client ID is bound to (CI-07), or null. */
export async function boundDestination(
  ctx: Pick<Reads, "db" | "caller">,
  clientId: NonNullable<Caller["clientId"]>,
): Promise<DestinationRow | null> {
  if (!clientId.payeeDestinationId) return null;
  const [row] = await ctx.db
    .select()
    .from(payeeDestinations)
    .where(
      and(
        eq(payeeDestinations.id, clientId.payeeDestinationId),
        belongsTo(ctx.caller.platformId),
        eq(payeeDestinations.active, true),
      ),
    );
  return row ?? null;
}
