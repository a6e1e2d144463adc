import { NETWORKS } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import type { RefundRow } from "@/server/payments/refunds/record";
import { calldataAnswer } from "@/server/requests/paying/calldata-answer";
import type { Due } from "@/server/requests/paying/due";
import type { Payable } from "@/server/requests/paying/payable";
import { payerWallet } from "@/server/requests/paying/payer-wallet";
import { type PaymentPlan, planPayment } from "@/server/requests/paying/payment-plan";
import { chainFor, checkWallet } from "@/server/requests/paying/readiness";
import { requireSafe, safeTransactionOf } from "@/server/requests/paying/safe-payer";
import { describeRefunds } from "@/server/requests/refunds/described";
import type { RefundPrepared } from "@/server/requests/refunds/schema";

/** Who will send a refund. */
interface Sender {
  wallet?: string | undefined;
  isSafe?: boolean | undefined;
}

/**
 * A refund and the transactions that send it: a payment through the proxy, as every other, without a fee. Throws 400 for
 * a wallet that cannot send it and 503 `chain_unavailable`.
 */
export async function refundAnswer(
  ctx: Ctx,
  payable: Payable,
  refund: RefundRow,
  { wallet: text, isSafe = false }: Sender,
): Promise<RefundPrepared> {
  const { token } = payable;
  const chain = chainFor(ctx, token.network);
  const wallet = text === undefined ? null : payerWallet(chain.network.family, text);
  const plan = planOfRefund(payable, refund);
  const safe = wallet !== null && isSafe ? await requireSafe(chain, wallet) : null;
  const readiness = await checkWallet(chain, plan, wallet);
  const { transactions, metadata } = calldataAnswer({ ...payable, feeLeg: null }, plan, readiness, null);
  const [described] = await describeRefunds(ctx.db, token, [refund]);
  if (!described) throw new Error(`refund ${refund.id} was not described`);
  const answer = { refund: described, transactions, metadata };
  if (wallet === null || safe === null) return answer;
  const calls = [...readiness.approvals, plan.call];
  // The owners of a Safe pay its gas (MS-01).
  return {
    ...answer,
    metadata: { ...metadata, hasEnoughGas: true },
    safeTransaction: safeTransactionOf(chain, wallet, safe, calls),
  };
}

/** The payment that a refund is on chain. */
export function planOfRefund(payable: Pick<Payable, "token">, refund: RefundRow): PaymentPlan {
  return planPayment(NETWORKS[payable.token.network], dueOfRefund(payable, refund));
}

/** A refund as the one payment that it is: without a fee. */
export function dueOfRefund({ token }: Pick<Payable, "token">, refund: RefundRow): Due {
  return {
    token,
    payee: refund.receiver,
    amount: refund.amount,
    reference: refund.paymentReference,
    platform: null,
    protocol: null,
    legs: [],
  };
}
