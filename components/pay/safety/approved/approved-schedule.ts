import { requireSignature } from "@/components/pay/safety/approved/approved-problem";
import type { Problem } from "@/components/pay/safety/comparison";
import { Mismatch, problemOf, requireSame } from "@/components/pay/safety/mismatch";
import { expectedPermit } from "@/components/pay/safety/schedule/expected-permit";
import { sameAddress } from "@/server/chains/address";
import { formatAmount } from "@/server/lib/amount";
import type { ShownSchedule } from "@/server/recurring-payouts/page/shown-schema";

/**
 * Why the permit that would be signed is not what a second person approved; null where it is, and where nobody had to. The
 * digest of the permit is part of what was approved and is worked out here, so no term of it can be another one; the words
 * that the approver signed have to say the same.
 */
export async function approvedScheduleProblem(shown: ShownSchedule): Promise<Problem | null> {
  const { approved } = shown;
  if (approved === null) return null;
  try {
    const { digest, token } = expectedPermit(shown);
    const text = (units: string) => formatAmount(BigInt(units), token.decimals);
    const [fee] = approved.fees;
    requireSame("approval", digest, approved.reference);
    requireSame("approval", text(shown.amount), approved.amount);
    requireSame("approval", shown.currency, approved.currency);
    requireSame("approval", shown.payments, approved.times);
    requireSame("approval", shown.frequency, approved.frequency);
    requireSame("approval", shown.firstPayment * 1_000, Date.parse(approved.firstPayment ?? ""));
    requireSame("approval", shown.fee ? text(shown.fee.amount) : null, fee?.amount ?? null);
    requireSameAddress(shown.recipient, approved.payee);
    if (shown.fee && fee) requireSameAddress(shown.fee.address, fee.payee);
    await requireSignature(approved, approved);
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

function requireSameAddress(shown: string, approved: string): void {
  if (!sameAddress("evm", shown, approved)) throw new Mismatch("approval", approved, shown);
}
