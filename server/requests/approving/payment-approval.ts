import { noteApprovedPayment } from "@/server/approvals/approved-payments";
import { type Facts, paymentChange } from "@/server/approvals/change";
import type { ApprovedPayment, PaymentVerb } from "@/server/approvals/payment-words";
import { findPolicy } from "@/server/approvals/policy";
import { requireApproval } from "@/server/approvals/require-approval";
import type { Ctx, Tx } from "@/server/context";
import { formatAmount } from "@/server/lib/amount";
import { usdText } from "@/server/platforms/key-bounds/daily-limit";
import { requireConfirmedPayment } from "@/server/platforms/step-up";
import { PriceUnavailable } from "@/server/prices/price-book";
import type { Due } from "@/server/requests/paying/due";
import { plannedTransfers } from "@/server/requests/paying/planned-transfers";

/** A payment that somebody asks for. */
export interface AskedPayment {
  verb: PaymentVerb;
  payment: ApprovedPayment;
  /** What it belongs to; absent for something new. */
  subject?: string;
  /** What an approver reads beside who gets how much. */
  after?: Facts;
  /** What it is worth, as `valuedPayment` says. */
  microUsd: bigint | null;
  /** With what its verb is run once it is approved. */
  params: Record<string, unknown>;
}

/**
 * What a payment of somebody who is signed in is worth, for the sum that goes without a second person and for the one that goes
 * without a fresh proof: null where the account has neither, and where nobody can tell, which no sum covers. A policy of just
 * now is not missed: what was not valued waits. Throws `ConfirmationNeeded` where it has to be confirmed first.
 */
export async function valuedPayment(
  ctx: Pick<Ctx, "db" | "caller" | "approval" | "isConfirmed">,
  worth: () => Promise<bigint>,
): Promise<bigint | null> {
  const { kind, platformId, isHeldToStepUp } = ctx.caller;
  if (kind !== "session") return null;
  const policy = await findPolicy(ctx, platformId);
  const isCounted = policy !== null && policy.dailyMicroUsd !== null;
  const microUsd = isCounted || isHeldToStepUp ? await orNull(worth()) : null;
  await requireConfirmedPayment(ctx, microUsd);
  return microUsd;
}

async function orNull(worth: Promise<bigint>): Promise<bigint | null> {
  try {
    return await worth;
  } catch (error) {
    if (error instanceof PriceUnavailable) return null;
    throw error;
  }
}

/**
 * Lets a payment be created, or has it wait for a second person: see `requireApproval`. It is the first of its transaction.
 * Of one that was approved, notes by which approval it is created; `recordId` is the request, refund or recurring payout.
 */
export async function requirePaymentApproval(
  tx: Tx,
  recordId: string,
  { verb, payment, subject, after, microUsd, params }: AskedPayment,
): Promise<void> {
  const usd = microUsd === null ? null : usdText(microUsd);
  const change = paymentChange(verb, { subject: subject ?? null, payment, after: after ?? {}, usd });
  await requireApproval(tx, change, { input: { verb, params }, microUsd });
  await noteApprovedPayment(tx, recordId);
}

/** A payment as it will be made, with all that goes to others beside it. */
export function approvedPaymentOf(due: Due): ApprovedPayment {
  const [payment, ...others] = plannedTransfers([due]);
  if (!payment) throw new Error("a payment has no transfer");
  const { token, payee, amount, reference, fee } = payment;
  const text = (units: bigint) => formatAmount(units, token.decimals);
  const carried = fee === null ? [] : [{ payee: fee.address, amount: text(fee.amount) }];
  const apart = others.map((other) => ({ payee: other.payee, amount: text(other.amount) }));
  return {
    payee,
    amount: text(amount),
    currency: token.id,
    reference,
    times: 1,
    frequency: null,
    firstPayment: null,
    fees: [...carried, ...apart],
  };
}
