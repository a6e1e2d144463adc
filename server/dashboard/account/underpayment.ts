import { eq } from "drizzle-orm";
import { platforms } from "@/db/schema";
import { type Ctx, inTransaction, type Reads } from "@/server/context";
import type { UnderpaymentBody, UnderpaymentSettings } from "@/server/dashboard/account/underpayment-schema";
import { ApiError } from "@/server/errors";
import type { DestinationRow } from "@/server/payee-destinations/describe";
import { activeDestination } from "@/server/payee-destinations/find";
import { setDestinationUnderpayment } from "@/server/payee-destinations/underpayment";
import { setUnderpayment } from "@/server/platforms/underpayment/store";

type Reading = Pick<Reads, "db" | "caller">;

/** What new requests of the account, and of its active destination, tolerate. */
export async function readUnderpayment(ctx: Reading): Promise<UnderpaymentSettings> {
  const [account] = await ctx.db
    .select({ policy: platforms.underpayment })
    .from(platforms)
    .where(eq(platforms.id, ctx.caller.platformId));
  const destination = await ownDestination(ctx);
  return { account: account?.policy ?? null, destination: destination?.underpayment ?? null };
}

/** Changes it for requests that are made from now on. Throws 404 where there is no active destination to change it of. */
export function updateUnderpayment(ctx: Ctx, body: UnderpaymentBody): Promise<UnderpaymentSettings> {
  return inTransaction(ctx, async (tx) => {
    const { account, destination: policy } = body;
    if (account !== undefined) await setUnderpayment(tx, tx.caller.platformId, account);
    if (policy !== undefined) {
      const destination = await ownDestination(tx);
      if (!destination) throw new ApiError("not_found", "No active payee destination");
      await setDestinationUnderpayment(tx, destination, policy);
    }
    return readUnderpayment(tx);
  });
}

async function ownDestination(ctx: Reading): Promise<DestinationRow | null> {
  const { wallet } = ctx.caller;
  return wallet && activeDestination(ctx, wallet);
}
