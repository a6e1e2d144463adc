import type { Hex } from "@/server/chains/contract-addresses";
import type { Ctx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { formatAmount } from "@/server/lib/amount";
import { readinessOf } from "@/server/payouts/batch-answer";
import { feeRates, transactionOf } from "@/server/requests/paying/calldata-answer";
import { planDeposits } from "@/server/requests/paying/crosschain/plan-deposit";
import type { Source } from "@/server/requests/paying/crosschain/source";
import { storedFee } from "@/server/requests/paying/due";
import { payerWallet } from "@/server/requests/paying/payer-wallet";
import { quoteField } from "@/server/requests/paying/quoted";
import { startListening } from "@/server/requests/paying/start-listening";
import {
  crosschainFunds,
  crosschainMetadata,
  depositCosts,
} from "@/server/secure-payments/crosschain/metadata";
import { stepOf } from "@/server/secure-payments/crosschain/step";
import type { DueNow } from "@/server/secure-payments/due/due-now";
import { feeBundleOf } from "@/server/secure-payments/due/fee-bundle";
import type { Link } from "@/server/secure-payments/link";
import type { SecurePaymentCalldata } from "@/server/secure-payments/wire/pay-schema";
import type { VisitQuery } from "@/server/secure-payments/wire/read-schema";

/**
 * What a link costs from another network, and the transactions that pay it (SY-03, SY-05 to SY-07): a deposit for each
 * of its requests, behind approvals for all of them; `isAgain` where they had a quote that ran out (XC-09). Throws 400 for more requests than are bridged together.
 */
export async function prepareCrosschain(
  ctx: Ctx,
  link: Link,
  { payables, dues, quotes }: DueNow,
  { source, isAgain }: { source: Source; isAgain: boolean },
  query: VisitQuery,
): Promise<SecurePaymentCalldata> {
  const payer = crosschainPayer(query);
  requireFewDeposits(dues.length);
  const planned = await planDeposits(ctx, dues, { source, payer, linkId: link.row.id, isAgain });
  await startListening(
    ctx,
    payables.map(({ row }) => row),
  );
  const onWire = transactionOf(source.network);
  const approvals = planned.approvals.map(onWire);
  const deposits = planned.legs.map(({ quote }) => onWire(quote.call));
  const transactions = [...approvals, ...deposits];
  const metadata = { ...crosschainMetadata(ctx, planned, quotes), ...feeRates(payables, storedFee) };
  if (link.row.paymentType !== "single") {
    return {
      ERC20ApprovalTransactions: approvals,
      transactions,
      metadata: {
        ...metadata,
        ...readinessOf(planned.funding),
        bridgeTxIndices: deposits.map((_, index) => approvals.length + index),
        bridgeDeposits: depositCosts(planned),
      },
    };
  }
  const [payable] = payables;
  const [leg] = planned.legs;
  if (!payable || !leg) throw new Error("a single link has nothing to pay");
  return {
    paymentType: "single",
    transactions,
    feeBundle: feeBundleOf(link, payable, payer),
    metadata: {
      stepsRequired: transactions.length,
      needsApproval: true,
      approvalTransactionIndex: approvals.length - 1,
      approvalTransactionsCount: approvals.length,
      paymentTransactionIndex: approvals.length,
      ...metadata,
      rawStep: stepOf(link, source, { payer, recipient: leg.quote.recipient }),
      ...crosschainFunds(planned, {
        paymentAmount: formatAmount(payable.remaining, payable.invoice.decimals),
        paymentCurrency: source.token.id,
      }),
    },
    ...quoteField(payable, quotes),
  };
}

/** MC-02: each is a deposit of its own, and a transaction for wallets that cannot send several as one. */
export const MAX_DEPOSITS = 20;

/** Throws 400 for more payments than are brought from another network together. */
export function requireFewDeposits(count: number): void {
  if (count <= MAX_DEPOSITS) return;
  throw new ApiError(
    "batch_too_large",
    `From another network ${MAX_DEPOSITS} payments can be made together, and these are ${count}`,
  );
}

/** Throws 400 without a wallet, and for one that does not deposit itself. */
export function crosschainPayer({ wallet, isSafe, eoaWallet }: VisitQuery): Hex {
  if (wallet === undefined) {
    throw invalidField("wallet", "wallet is required to pay from another network");
  }
  if (isSafe === "true" || eoaWallet !== undefined) {
    throw new ApiError("not_supported_yet", "Safes and smart accounts pay on the link's own network only");
  }
  return payerWallet("evm", wallet);
}
