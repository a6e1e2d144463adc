import { eq } from "drizzle-orm";
import { platforms } from "@/db/schema";
import { type Ctx, inTransaction, type Reads } from "@/server/context";
import type {
  ConfirmationsBody,
  ConfirmationsSettings,
} from "@/server/dashboard/account/confirmations-schema";
import { ApiError } from "@/server/errors";
import { setDestinationConfirmationTiers } from "@/server/payee-destinations/confirmations";
import type { DestinationRow } from "@/server/payee-destinations/describe";
import { activeDestination } from "@/server/payee-destinations/find";
import { setConfirmationTiers } from "@/server/platforms/confirmations/store";

type Reading = Pick<Reads, "db" | "caller">;

/** How deep payments of new requests of the account, and of links to its active destination, have to be. */
export async function readConfirmations(ctx: Reading): Promise<ConfirmationsSettings> {
  const [account] = await ctx.db
    .select({ tiers: platforms.confirmationTiers })
    .from(platforms)
    .where(eq(platforms.id, ctx.caller.platformId));
  const destination = await ownDestination(ctx);
  return { account: account?.tiers ?? null, destination: destination?.confirmationTiers ?? null };
}

/** Changes it for requests that are made from now on. Throws 404 where there is no active destination to change it of. */
export function updateConfirmations(ctx: Ctx, body: ConfirmationsBody): Promise<ConfirmationsSettings> {
  return inTransaction(ctx, async (tx) => {
    const { account, destination: tiers } = body;
    if (account !== undefined) await setConfirmationTiers(tx, tx.caller.platformId, account);
    if (tiers !== undefined) {
      const destination = await ownDestination(tx);
      if (!destination) throw new ApiError("not_found", "No active payee destination");
      await setDestinationConfirmationTiers(tx, destination, tiers);
    }
    return readConfirmations(tx);
  });
}

async function ownDestination(ctx: Reading): Promise<DestinationRow | null> {
  const { wallet } = ctx.caller;
  return wallet && activeDestination(ctx, wallet);
}
