import type { Expectation } from "@/components/pay/safety/expected";
import { Mismatch, requireSame } from "@/components/pay/safety/mismatch";
import type { DepositsOffer, Offer } from "@/components/pay/safety/offered";
import { anyObject, listOf, textOf } from "@/components/pay/safety/parse";
import { sameAddress } from "@/server/chains/address";
import type { Network } from "@/server/chains/networks";
import type { Token } from "@/server/currencies/tokens";
import { formatAmount } from "@/server/lib/amount";

/**
 * Holds what an answer says beside its transactions to what is shown: the fees it lists, and the children of a
 * bundle. None of it is signed; an answer that contradicts itself is refused all the same. Throws `Mismatch`.
 */
export function requireSameStatements(
  expectation: Expectation,
  recipients: readonly string[],
  offer: Offer,
): void {
  requireSameFees(expectation, offer);
  const { bundle, approvals, metadata } = offer;
  if (!bundle) return;
  const { network } = expectation;
  requireSame("network", network.id, bundle.network);
  requireSame("network", network.chainId, bundle.chainId);
  requireSame("answer", network.family === "tron" ? "tron_batch" : "evm_same_chain", bundle.executionKind);
  requireSame("transactions", approvals.length, metadata.batchPaymentTransactionIndex);
  requireSameChildren(expectation, recipients, { bundle, approvals, metadata }, null);
}

/** The same for a bundle that is paid from another network, where `source` is. Throws `Mismatch`. */
export function requireSameStatementsElsewhere(
  expectation: Expectation,
  recipients: readonly string[],
  source: { network: Network; token: Token },
  offer: DepositsOffer,
): void {
  requireSameFees(expectation, offer);
  requireSame("network", source.network.id, offer.bundle.network);
  requireSame("network", source.network.chainId, offer.bundle.chainId);
  requireSame("answer", "evm_cross_chain", offer.bundle.executionKind);
  requireSameChildren(expectation, recipients, offer, source.token);
}

function requireSameFees({ network, transfers }: Expectation, { fees }: Pick<Offer, "fees">): void {
  if (fees === null) return;
  const legs = transfers.filter(({ leg }) => leg.role === "fee");
  requireSame("feeAmount", legs.length, fees.length);
  for (const [index, { leg, token, amount }] of legs.entries()) {
    const fee = anyObject("fee", fees[index]);
    requireSame("reference", leg.reference, fee.feeComponentId);
    requireSame("feeAmount", formatAmount(amount, token.decimals), fee.amount);
    requireSame("token", token.id, fee.paymentCurrencyId);
    requireSame("network", network.id, fee.network);
    requireSame("network", String(network.chainId), fee.chainId);
    requireAddress(network, "feeRecipient", leg.recipient.address, fee.recipient);
  }
}

/** `paidWith` is the token that the payer pays with, where it is another one. */
function requireSameChildren(
  { network, transfers }: Expectation,
  recipients: readonly string[],
  { bundle, approvals, metadata }: Pick<DepositsOffer, "bundle" | "approvals" | "metadata">,
  paidWith: Token | null,
): void {
  const indices = listOf("approvalTransactionIndices", metadata.approvalTransactionIndices);
  requireSame("transactions", approvals.map((_, index) => index).join(), indices.join());
  const paid = transfers.flatMap((transfer, index) =>
    transfer.leg.role === "payment" ? [{ ...transfer, recipient: recipients[index] ?? "" }] : [],
  );
  requireSame("transactions", paid.length, metadata.executableLegCount);
  const [children = [], payees = [], amounts = []] = ["children", "payees", "amounts"].map((name) => {
    const list = listOf(name, bundle[name]);
    requireSame("transactions", paid.length, list.length);
    return list;
  });
  for (const [index, { leg, token, amount, recipient }] of paid.entries()) {
    const child = anyObject("child", children[index]);
    const text = formatAmount(amount, token.decimals);
    requireSame("answer", leg.item, child.position);
    requireSame("amount", text, child.amount);
    requireSame("amount", text, amounts[index]);
    requireSame("reference", leg.reference, child.paymentReference);
    requireSame("network", network.id, child.network);
    requireSame("token", token.id, child.paymentCurrency);
    for (const name of ["tokenAddress", "paymentCurrencyAddress"]) requireToken(network, token, child[name]);
    requireToken(network, paidWith ?? token, child.sourceTokenAddress);
    requireAddress(network, "recipient", recipient, child.payee, leg.recipient.address);
    requireAddress(network, "recipient", recipient, payees[index], leg.recipient.address);
  }
}

function requireToken(network: Network, token: Token, got: unknown): void {
  if (token.address === null) requireSame("token", null, got);
  else requireAddress(network, "token", token.address, got);
}

/** `drawn` is what a payer may read of the address where that is not all of it. */
function requireAddress(
  { family }: Network,
  field: "recipient" | "feeRecipient" | "token",
  expected: string,
  got: unknown,
  drawn = expected,
): void {
  const text = textOf(field, got);
  if (!sameAddress(family, expected, text)) {
    throw new Mismatch(field, drawn, drawn === expected ? text : "another address");
  }
}
