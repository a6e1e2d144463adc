import { ChainError } from "@/server/chains/chain-error";
import { UNTRUSTED } from "@/server/chains/untrusted-limits";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { spend } from "@/server/lib/database/budget";

const MINUTE_MS = 60_000;

/** Why a smart account is not taken for that of the wallet behind it; null when it is. */
export type OwnerDoubt = { status: "rejected" | "error"; reasonCode: string } | null;

const DOUBTS = {
  not_owner: "smart_account_of_another_wallet",
  unknown: "smart_account_owner_unknown",
  no_contract: "smart_account_not_deployed",
} as const;

/**
 * Asks the smart account itself whose it is, on the network of its link. The list of allowed payers names people
 * by their wallets; without this anybody could name one of them as the wallet behind their own. Networks without
 * smart accounts, as Tron, have none to ask. Throws 429 when visitors of the link named too many.
 */
export async function doubtOwner(
  ctx: Ctx,
  { id, network }: { id: string; network: string | null },
  { account, wallet }: { account: string; wallet: string },
): Promise<OwnerDoubt> {
  const chain = network === null ? null : ctx.chains.find(network);
  if (!chain) return { status: "error", reasonCode: "smart_account_not_checked" };
  if (!chain.accountOwnership || !account.startsWith("0x") || !wallet.startsWith("0x")) {
    return { status: "rejected", reasonCode: "smart_account_not_supported" };
  }
  const over = await spend(ctx, [
    { scope: `account_looks ${id}`, limit: UNTRUSTED.visitorsAccount.count, windowMs: MINUTE_MS },
  ]);
  if (over) {
    throw new ApiError("too_many_requests", "Too many smart accounts were named here; try again later", {
      retryAfterSeconds: over.retryAfterSeconds,
    });
  }
  try {
    const answer = await chain.accountOwnership({
      account: `0x${account.slice(2)}`,
      wallet: `0x${wallet.slice(2)}`,
    });
    return answer === "owner" ? null : { status: "rejected", reasonCode: DOUBTS[answer] };
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return { status: "error", reasonCode: "smart_account_not_checked" };
  }
}
