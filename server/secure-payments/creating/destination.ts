import { and, eq } from "drizzle-orm";
import { payeeDestinations, platforms } from "@/db/schema";
import { isNetworkId } from "@/server/chains/networks";
import type { Ctx, Reads } from "@/server/context";
import { requireWatched } from "@/server/currencies/settlement-token";
import { type ContractToken, tokenByAddress } from "@/server/currencies/tokens";
import { ApiError } from "@/server/errors";
import { boundDestination, destinationMismatch } from "@/server/payee-destinations/bound";
import type { DestinationRow } from "@/server/payee-destinations/describe";
import { activeDestination } from "@/server/payee-destinations/find";
import { parseDestinationId } from "@/server/payee-destinations/interop-address";
import { belongsTo } from "@/server/payee-destinations/scope";
import type { ResolvedDestination } from "@/server/secure-payments/wire/link-schema";

type Reading = Pick<Reads, "db" | "caller">;

/**
 * Where an incoming link is paid (SP-02 to SP-07): what the client ID is bound to, else a destination of the
 * account that the call names, else the account's active one. Everything the call names must be that one.
 * Throws 403 when it is another, a stranger's or a backend client ID is bound to none, 400 when there is none.
 */
export async function resolveDestination(
  ctx: Reading,
  named: readonly (string | undefined)[],
): Promise<DestinationRow> {
  const wanted = new Set(
    named.flatMap((id) => (id === undefined ? [] : [parseDestinationId(id).destinationId])),
  );
  const resolved = await configured(ctx, [...wanted][0]);
  if (!resolved) {
    if (wanted.size > 0) throw destinationMismatch();
    throw new ApiError("no_active_destination", "There is no active payee destination to be paid at");
  }
  for (const id of wanted) if (id !== resolved.destinationId) throw destinationMismatch();
  return resolved;
}

async function configured(ctx: Reading, named: string | undefined): Promise<DestinationRow | null> {
  const { clientId } = ctx.caller;
  if (clientId) {
    const bound = await boundDestination(ctx, clientId);
    if (bound) return bound;
    if (!clientId.isBrowser) {
      throw new ApiError("forbidden", "A backend client ID needs a payee destination it is bound to");
    }
  }
  return named === undefined ? ofAccount(ctx) : ownActive(ctx, named);
}

/** The active destination with this ID, if the account has a say in it. */
async function ownActive(ctx: Reading, destinationId: string): Promise<DestinationRow | null> {
  const [row] = await ctx.db
    .select()
    .from(payeeDestinations)
    .where(
      and(
        eq(payeeDestinations.destinationId, destinationId),
        eq(payeeDestinations.active, true),
        belongsTo(ctx.caller.platformId),
      ),
    );
  return row ?? null;
}

async function ofAccount(ctx: Reading): Promise<DestinationRow | null> {
  const [platform] = await ctx.db
    .select({ address: platforms.walletAddress, chainId: platforms.walletChainId })
    .from(platforms)
    .where(eq(platforms.id, ctx.caller.platformId));
  if (!platform?.address) return null;
  return activeDestination(ctx, { address: platform.address, chainId: platform.chainId });
}

/** The token a destination is paid in. Throws 400 when nothing here would see the payment. */
export function tokenOfDestination(ctx: Pick<Ctx, "chains">, row: DestinationRow): ContractToken {
  const token = isNetworkId(row.network) ? tokenByAddress(row.network, row.tokenAddress) : undefined;
  if (!token) throw new Error(`destination ${row.id} is in an unknown token`);
  requireWatched(ctx, token.network);
  return token;
}

/** A destination as it is now, for the link to keep (SG-08). */
export function snapshot(row: DestinationRow): ResolvedDestination {
  return {
    destinationId: row.destinationId,
    payeeAddress: row.walletAddress,
    tokenAddress: row.tokenAddress,
    walletAddress: row.walletAddress,
    network: row.network,
  };
}
