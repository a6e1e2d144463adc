import type { Problem } from "@/components/pay/safety/comparison";
import { type Expectation, expectationOf, type Transfer } from "@/components/pay/safety/expected";
import { Mismatch, problemOf, requireSame } from "@/components/pay/safety/mismatch";
import { offerOf } from "@/components/pay/safety/offered";
import { recipientsOf } from "@/components/pay/safety/recipients";
import { type ApprovedPayment, wordsOfPayments } from "@/server/approvals/payment-words";
import { typedDataOf } from "@/server/auth/proofs/consent";
import { sameAddress } from "@/server/chains/address";
import { AmountError, parseAmount } from "@/server/lib/amount";
import type { ShownApproval } from "@/server/requests/approving/shown-approval-schema";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

/**
 * Why what would be signed is not what a second person approved; null where it is, and where nobody had to. Each transfer has
 * to be one that was approved, to the same recipient and of no more, and the approver's wallet has to have signed the line
 * that says so: it is made again here, of what would be paid. `answer` is the calldata's, which names recipients that the
 * page is not told; null where none is hidden.
 */
export async function approvedProblem(shown: ShownPayment, answer: unknown): Promise<Problem | null> {
  if (shown.approved.length === 0) return null;
  try {
    const expectation = expectationOf(shown);
    const isHidden = shown.legs.some(({ recipient }) => recipient.commitment !== null);
    const recipients = isHidden
      ? recipientsOf(expectation, offerOf(shown.kind, answer).payment)
      : shown.legs.map(({ recipient }) => recipient.address);
    for (const approval of shown.approved) {
      const payee = requireApprovedTransfers(expectation, recipients, approval);
      await requireSignature(approval, { ...approval, payee });
    }
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

/** Throws `Mismatch` for a transfer that was not approved. Gives the recipient in full. */
function requireApprovedTransfers(
  { network, transfers }: Expectation,
  recipients: readonly string[],
  approval: ShownApproval,
): string {
  const { item, payee, commitment, currency } = approval;
  const unused = [...approval.fees];
  const requireFee = (address: string, transfer: Transfer, amount: bigint) => {
    const at = unused.findIndex(
      (fee) => sameAddress(network.family, fee.payee, address) && amount <= unitsOf(fee.amount, transfer),
    );
    if (at < 0) throw new Mismatch("approval", "a fee that was approved", `${amount} to ${address}`);
    unused.splice(at, 1);
  };
  let full = payee;
  for (const [index, transfer] of transfers.entries()) {
    const { leg, amount, reference, fee } = transfer;
    if (leg.item !== item) continue;
    requireApproved("currency", currency, leg.currency);
    const recipient = recipients[index] ?? "";
    if (leg.role === "fee") {
      requireFee(recipient, transfer, amount);
      continue;
    }
    requireApproved("recipient", commitment, leg.recipient.commitment);
    if (commitment === null && !sameAddress(network.family, payee, recipient)) {
      throw new Mismatch("approval", payee, leg.recipient.address);
    }
    full = commitment === null ? payee : recipient;
    requireApproved("reference", approval.reference.toLowerCase(), reference.toLowerCase());
    // What is left of it, where a part was paid.
    if (amount > unitsOf(approval.amount, transfer)) {
      throw new Mismatch("approval", `no more than ${approval.amount}`, leg.amount);
    }
    if (fee) requireFee(fee.address, transfer, fee.amount);
  }
  return full;
}

function requireApproved(what: string, approved: string | null, got: string | null): void {
  if (approved !== got) throw new Mismatch("approval", `the ${what} ${approved}`, got);
}

function unitsOf(amount: string, { token }: Pick<Transfer, "token">): bigint {
  try {
    return parseAmount(amount, token.decimals);
  } catch (error) {
    if (error instanceof AmountError) throw new Mismatch("approval", "an amount of the token", amount);
    throw error;
  }
}

/**
 * Looks whether the approver signed exactly this line. The signature of a contract wallet, of a passkey or on Tron is not checked
 * by the page; of those the comparison alone stands. What recovers a signature is loaded only here. Throws `Mismatch`.
 */
export async function requireSignature(
  { verb, approver, signed }: Pick<ShownApproval, "verb" | "approver" | "signed">,
  payment: ApprovedPayment,
): Promise<void> {
  if (signed === null) return;
  const { isHex, recoverTypedDataAddress } = await import("viem");
  const { account, service, digest, expires, signature } = signed;
  if (!isHex(signature) || !isHex(digest)) throw new Mismatch("approval", "a signature", "none");
  const consent = {
    purpose: "approval" as const,
    action: wordsOfPayments(verb, [payment]),
    account,
    digest,
    expiresAt: new Date(expires),
  };
  const { domain, types, primaryType, message } = typedDataOf(service, consent);
  const signer = await recoverTypedDataAddress({ domain, types, primaryType, message, signature }).catch(
    () => null,
  );
  requireSame("approval", approver.toLowerCase(), signer?.toLowerCase() ?? null);
}
