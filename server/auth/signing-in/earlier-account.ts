import { and, eq } from "drizzle-orm";
import { sessions } from "@/db/schema";
import { movePersonToChain } from "@/server/auth/members/person-of-wallet";
import { ChainError } from "@/server/chains/chain-error";
import { EVERY_CHAIN, type WalletIdentity } from "@/server/chains/wallets/wallet-identity";
import type { Ctx, Reads, Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { moveDestinationsToChain } from "@/server/payee-destinations/move-to-chain";
import { findPlatformOfWallet, movePlatformToChain } from "@/server/platforms/platform-of-wallet";

/**
 * The account of a contract wallet from the time when accounts did not name its chain, or null. It is this
 * wallet's when the address is a contract here and has no code on any other network this installation has a
 * node of; otherwise nobody can tell whose it was, and the operator decides. Throws 503 when a chain does not
 * answer.
 */
export async function earlierAccount(
  ctx: Pick<Ctx, "db" | "chains">,
  wallet: WalletIdentity,
): Promise<string | null> {
  if (wallet.chainId === EVERY_CHAIN || (await findPlatformOfWallet(ctx, wallet))) return null;
  const found = await findPlatformOfWallet(ctx, { ...wallet, chainId: EVERY_CHAIN });
  if (!found) return null;
  return (await isContractOnlyHere(ctx, wallet)) ? found.id : null;
}

/** Gives an account to a contract wallet of one chain. Sessions that do not name the chain end. */
export async function moveToChain(tx: Tx, platformId: string, wallet: WalletIdentity): Promise<void> {
  await movePlatformToChain(tx, platformId, wallet);
  await movePersonToChain(tx, wallet);
  await moveDestinationsToChain(tx, wallet);
  await tx.db
    .delete(sessions)
    .where(and(eq(sessions.platformId, platformId), eq(sessions.walletChainId, EVERY_CHAIN)));
}

async function isContractOnlyHere(ctx: Pick<Reads, "db"> & Pick<Ctx, "chains">, wallet: WalletIdentity) {
  const kinds = await Promise.all(
    ctx.chains.list().map(async (chain) => {
      try {
        const kind = (await chain.accountKind?.(`0x${wallet.address.slice(2)}`)) ?? "key";
        return { isHere: chain.network.chainId === wallet.chainId, kind };
      } catch (error) {
        if (!(error instanceof ChainError)) throw error;
        throw new ApiError("unavailable", "The wallet's chains cannot be asked at the moment", {
          cause: error,
        });
      }
    }),
  );
  return kinds.every(({ isHere, kind }) => kind === (isHere ? "contract" : "key"));
}
