import { isCompliant } from "@/server/payers/state";
import { isOver } from "@/server/requests/offramps/state";
import type { OfframpParties } from "@/server/secure-payments/offramp/parties";
import type { BankStage } from "@/server/secure-payments/page/bank-schema";

/**
 * Where a link to a bank account stands, for `wallet` where one is named (CF-02); null where it can be paid, confirmed
 * or is over as every other link. `paid` is what was seen on chain of `amount`, base units.
 */
export function offrampStageOf(
  { payer, account, offramp }: OfframpParties,
  { paid, amount, wallet }: { paid: bigint; amount: bigint; wallet: string | undefined },
): BankStage | null {
  if (paid > 0n && offramp) {
    if (paid < amount) return "partly";
    return offramp.status === "awaiting_funds" || offramp.status === "fiat_sent" ? null : offramp.status;
  }
  if (payer.erasedAt !== null) return "erased";
  const check = checkOf(payer, account);
  if (check) return check;
  if (offramp === null || isOver(offramp.status)) return "open";
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
