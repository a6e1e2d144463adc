import { isCompliant } from "@/server/payers/state";
import { lastKnown } from "@/server/requests/offramps/current";
import { pairOf, type SeenOnChain } from "@/server/requests/offramps/pairs";
import type { BankStage } from "@/server/secure-payments/offramp/bank-schema";
import type { OfframpParties } from "@/server/secure-payments/offramp/parties";

/**
 * Where a link to a bank account stands, for `wallet` where one is named (CF-02); null where it can be paid, confirmed
 * or is over as every other link. `seen` is what was seen on chain.
 */
export function offrampStageOf(
  { payer, account, offramp, hasEarlierDeposit }: OfframpParties,
  { seen, wallet }: { seen: SeenOnChain; wallet: string | undefined },
): BankStage | null {
  const stage = offramp && pairOf({ ...lastKnown(offramp), seen }).stage;
  if (stage !== null && stage !== "open") return stage;
  if (offramp && seen !== "nothing") return null;
  if (hasEarlierDeposit) return "earlier_address";
  if (payer.erasedAt !== null) return "erased";
  const check = checkOf(payer, account);
  if (check) return check;
  if (offramp === null || stage === "open") return "open";
  if (wallet === undefined) return null;
  return wallet.toLowerCase() === offramp.returnAddress ? null : "other_wallet";
}

function checkOf(payer: OfframpParties["payer"], account: OfframpParties["account"]): BankStage | null {
  if (!isCompliant(payer)) {
    const { kycStatus, agreementStatus } = payer;
    if (kycStatus === "initiated") return "identity";
    if (kycStatus !== "approved") return kycStatus === "pending" ? "identity_pending" : "identity_rejected";
    const isOpen = agreementStatus === "not_started" || agreementStatus === "pending";
    return isOpen ? "agreement" : "agreement_rejected";
  }
  if (account === null) return "bank_missing";
  if (account.status === "approved") return null;
  return account.status === "pending" ? "bank_pending" : "bank_failed";
}
