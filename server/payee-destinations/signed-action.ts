import { and, eq, gt, isNull, lte } from "drizzle-orm";
import { destinationSignings } from "@/db/schema";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { isNetworkId } from "@/server/chains/networks";
import { askContractWallet } from "@/server/chains/wallets/contract-wallet";
import { EVERY_CHAIN, type WalletIdentity } from "@/server/chains/wallets/wallet-identity";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import { tokenByAddress } from "@/server/currencies/tokens";
import { ApiError, invalidField } from "@/server/errors";
import { removeSome } from "@/server/lib/database/prune";
import type { Done } from "@/server/lib/done";
import { rememberAnswer } from "@/server/lib/idempotency";
import { secretBytes } from "@/server/lib/random";
import { activateDestination, deactivate, isOf, lockWallet } from "@/server/payee-destinations/activate";
import { describeDestination } from "@/server/payee-destinations/describe";
import { destinationById } from "@/server/payee-destinations/find";
import { destinationId, parseDestinationId } from "@/server/payee-destinations/interop-address";
import type {
  DestinationRecord,
  SignedDestinationAction,
  SigningData,
  SigningDataQuery,
} from "@/server/payee-destinations/schema";
import { destinationToken, walletOf } from "@/server/payee-destinations/token";
import { digestOf, isSignedByKey, type Signing, typedDataOf } from "@/server/payee-destinations/typed-data";
import { findPlatformOfWallet } from "@/server/platforms/platform-of-wallet";

/** How long a wallet has to sign (D-05). */
const LIFETIME_MS = 5 * 60_000;

/**
 * Hands out what a wallet has to sign to add or deactivate a destination, and remembers it under the nonce
 * (PE-01, PE-05). EVM only. Throws 400 naming the field.
 */
export async function createSigningData(ctx: Ctx, query: SigningDataQuery): Promise<SigningData> {
  const wallet = walletOf("walletAddress", query.walletAddress);
  if (wallet.family !== "evm") throw invalidField("walletAddress", "Tron wallets sign in to do this");
  const token = destinationToken(wallet, Number(query.chainId), query.tokenAddress);
  const now = ctx.now();
  const signing = {
    nonce: secretBytes(16).toString("hex"),
    action: query.action,
    platformId: ctx.caller.platformId,
    clientIdId: clientIdOf(ctx),
    walletAddress: wallet.address,
    network: token.network,
    tokenAddress: token.address,
    createdAt: now,
    // Whole seconds, so that the signed end and the stored end are the same moment.
    expiresAt: new Date(Math.floor((now.getTime() + LIFETIME_MS) / 1000) * 1000),
  };
  await inTransaction(ctx, (tx) => tx.db.insert(destinationSignings).values(signing));
  return { nonce: signing.nonce, expiresAt: signing.expiresAt.toISOString(), ...typedDataOf(signing) };
}

/** Adds the destination that the wallet signed for (PE-02). Throws 400 for a nonce or signature that is not good. */
export async function addSignedDestination(
  ctx: Ctx,
  body: SignedDestinationAction,
): Promise<DestinationRecord> {
  const { signing, wallet } = await signed(ctx, "add", body);
  const token = isNetworkId(signing.network)
    ? tokenByAddress(signing.network, signing.tokenAddress)
    : undefined;
  if (!token) throw new Error(`signing ${signing.nonce} names no token`);
  return inTransaction(ctx, async (tx) => {
    await useUp(tx, signing, wallet, body.signature);
    const platformId = (await findPlatformOfWallet(tx, wallet))?.id ?? tx.caller.platformId;
    const answer = describeDestination(await activateDestination(tx, { wallet, token, platformId }));
    await rememberAnswer(tx, answer);
    return answer;
  });
}

/**
 * Deactivates the destination that the wallet signed for; the record stays (PE-03). Throws 400 for a nonce or
 * signature that is not good, or good for another destination, and when there is no such destination.
 */
export async function deactivateSignedDestination(
  ctx: Ctx,
  id: string,
  body: SignedDestinationAction,
): Promise<Done> {
  const route = parseDestinationId(id);
  const { signing, wallet } = await signed(ctx, "deactivate", body);
  const signedFor =
    isNetworkId(signing.network) &&
    destinationId(signing.network, signing.walletAddress, signing.tokenAddress);
  if (signedFor !== route.destinationId) throw badNonce();
  return inTransaction(ctx, async (tx) => {
    await useUp(tx, signing, wallet, body.signature);
    await lockWallet(tx, wallet.address);
    const row = await destinationById(tx, route.destinationId);
    if (!row || (row.claimed && !isOf(row, wallet)))
      throw new ApiError("validation_failed", "Payee destination not found");
    await deactivate(tx, row);
    return { success: true, message: "Payee destination deactivated" };
  });
}

/** Removes what was handed out and never signed in time. Used ones stay: they are the owner's consent. */
export function sweepSignings(tx: Pick<Tx, "db" | "now">, limit: number): Promise<number> {
  const isOver = and(isNull(destinationSignings.usedAt), lte(destinationSignings.expiresAt, tx.now()));
  return removeSome(tx, destinationSignings, isOver, limit);
}

/**
 * What was handed out under this nonce to this client ID for this action, and the wallet that signed it: a key,
 * or the contract wallet on the chain of the route (PE-09).
 */
async function signed(
  ctx: Ctx,
  action: Signing["action"],
  { nonce, signature }: SignedDestinationAction,
): Promise<{ signing: Signing; wallet: WalletIdentity }> {
  const [signing] = await ctx.db
    .select()
    .from(destinationSignings)
    .where(and(eq(destinationSignings.nonce, nonce), eq(destinationSignings.clientIdId, clientIdOf(ctx))));
  const isOpen = signing && signing.usedAt === null && signing.expiresAt > ctx.now();
  if (!isOpen || signing.action !== action) throw badNonce();
  const chainId = await signerChain(ctx, signing, `0x${signature.slice(2)}`);
  if (chainId === null) throw invalidField("signature", "The wallet did not sign this");
  return { signing, wallet: { address: signing.walletAddress, chainId } };
}

/** `EVERY_CHAIN` when the wallet's key signed, the chain of its contract when that accepts it, else null. */
async function signerChain(ctx: Ctx, signing: Signing, signature: Hex): Promise<number | null> {
  if (await isSignedByKey(signing, signature)) return EVERY_CHAIN;
  const { chainId } = typedDataOf(signing).domain;
  const { walletAddress: address } = signing;
  try {
    const query = { address, chainId, digest: digestOf(signing), signature };
    return (await askContractWallet(ctx.chains, query)) === "accepted" ? chainId : null;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new ApiError("unavailable", "The wallet's chain cannot be asked at the moment", { cause: error });
  }
}

/** Of several uses of one nonce at the same moment, the first to commit wins. */
async function useUp(tx: Tx, { nonce }: Signing, wallet: WalletIdentity, signature: string): Promise<void> {
  const used = await tx.db
    .update(destinationSignings)
    .set({ usedAt: tx.now(), signature, walletChainId: wallet.chainId })
    .where(
      and(
        eq(destinationSignings.nonce, nonce),
        isNull(destinationSignings.usedAt),
        gt(destinationSignings.expiresAt, tx.now()),
      ),
    )
    .returning({ nonce: destinationSignings.nonce });
  if (used.length === 0) throw badNonce();
}

function clientIdOf({ caller }: Pick<Reads, "caller">): string {
  if (!caller.clientId) throw new ApiError("unauthorized", "Unauthorized");
  return caller.clientId.id;
}

/** The same words whatever is wrong with it, so that nonces of others cannot be recognised. */
function badNonce(): ApiError {
  return invalidField("nonce", "Nonce is unknown, used, expired or for another action");
}
