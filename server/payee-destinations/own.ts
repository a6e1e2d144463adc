import { EVERY_CHAIN, type SignedInWallet } from "@/server/chains/wallets/wallet-identity";
import { type Ctx, inTransaction, type Reads } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import type { Done } from "@/server/lib/done";
import { rememberAnswer } from "@/server/lib/idempotency";
import { requireProviderEnabled, storedPolicy } from "@/server/payee-destinations/access-policy";
import {
  activateDestination,
  changeRoute,
  deactivate,
  isOf,
  lockWallet,
  type Wanted,
} from "@/server/payee-destinations/activate";
import { describeDestination, destinationNotFound } from "@/server/payee-destinations/describe";
import { activeDestination, destinationById } from "@/server/payee-destinations/find";
import { parseDestinationId } from "@/server/payee-destinations/interop-address";
import type { DestinationBody, DestinationRecord } from "@/server/payee-destinations/schema";
import { destinationToken, walletOf } from "@/server/payee-destinations/token";

/** Registers where the signed-in wallet is paid (PD-01 to PD-03). Throws 400 naming the field (PD-10). */
export async function createOwnDestination(ctx: Ctx, body: DestinationBody): Promise<DestinationRecord> {
  const wanted = await wantedBy(ctx, body);
  return inTransaction(ctx, async (tx) => {
    const answer = describeDestination(await activateDestination(tx, wanted));
    await rememberAnswer(tx, answer);
    return answer;
  });
}

/** Changes the active destination in place (PD-04). Throws 404 when there is none (PD-05), 400 as creating. */
export async function updateOwnDestination(ctx: Ctx, body: DestinationBody): Promise<DestinationRecord> {
  const wanted = await wantedBy(ctx, body);
  return inTransaction(ctx, async (tx) => {
    await lockWallet(tx, wanted.wallet.address);
    const active = await activeDestination(tx, wanted.wallet);
    if (!active) throw new ApiError("not_found", "No active payee destination");
    return describeDestination(await changeRoute(tx, active, wanted));
  });
}

/** The signed-in wallet's active destination, or null (PD-06). */
export async function getOwnDestination(
  ctx: Pick<Reads, "db" | "caller">,
): Promise<DestinationRecord | null> {
  const active = await activeDestination(ctx, signedInWallet(ctx));
  return active && describeDestination(active);
}

/**
 * One destination of the signed-in wallet, active or not (PD-08). Throws 404 when nobody has it and 403 when
 * another wallet does, which the ID itself says.
 */
export async function lookUpOwnDestination(
  ctx: Pick<Reads, "db" | "caller">,
  id: string,
): Promise<DestinationRecord> {
  const row = await destinationById(ctx, parseDestinationId(id).destinationId);
  if (!row) throw destinationNotFound();
  if (!isOf(row, signedInWallet(ctx))) {
    throw new ApiError("forbidden", "This payee destination belongs to another wallet");
  }
  return describeDestination(row);
}

/** Stops being paid there (PD-09); again is no error. Throws the same 404 for unknown and foreign ones. */
export function deactivateOwnDestination(ctx: Ctx, id: string): Promise<Done> {
  const { destinationId } = parseDestinationId(id);
  const wallet = signedInWallet(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockWallet(tx, wallet.address);
    const row = await destinationById(tx, destinationId);
    if (!row || !isOf(row, wallet)) throw destinationNotFound();
    await deactivate(tx, row);
    return { success: true, message: "Payee destination deactivated" };
  });
}

/**
 * Takes back a change of the wallet that is paid (PD-13). Here no such change waits for signatures: a destination pays the
 * wallet that signed in, whose own rules hold when it signs, and no call of the contract begins a change. So there is none
 * under any ID, and it throws 404.
 */
export function cancelWalletChange(ctx: Pick<Reads, "caller">): never {
  signedInWallet(ctx);
  throw new ApiError("not_found", "Pending wallet change not found");
}

async function wantedBy(ctx: Ctx, body: DestinationBody): Promise<Wanted> {
  const wallet = signedInWallet(ctx);
  const named = body.walletAddress === undefined ? wallet : walletOf("walletAddress", body.walletAddress);
  if (named.address !== wallet.address) {
    throw invalidField("walletAddress", "walletAddress must be the wallet that signed in");
  }
  const token = destinationToken(wallet, body.chainId, body.tokenAddress);
  if (wallet.chainId !== EVERY_CHAIN && wallet.chainId !== body.chainId) {
    throw invalidField("chainId", `A contract wallet is paid on its own chain, which is ${wallet.chainId}`);
  }
  await requireProviderEnabled(ctx, body.accessPolicy);
  return {
    wallet,
    token,
    platformId: ctx.caller.platformId,
    accessPolicy: body.accessPolicy && storedPolicy(body.accessPolicy),
  };
}

/** Endpoints that lead here let wallet sessions in only (AU-25); this holds it for whoever calls otherwise. */
function signedInWallet(ctx: Pick<Reads, "caller">): SignedInWallet {
  if (!ctx.caller.wallet) throw new ApiError("forbidden", "Sign in with a wallet to do this");
  return ctx.caller.wallet;
}
