import { NETWORKS } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { type Due, dueOf, storedFee } from "@/server/requests/paying/due";
import { type Payable, payablesOf } from "@/server/requests/paying/payable";
import { type PaymentPlan, planBatch, planPayment } from "@/server/requests/paying/payment-plan";
import { inPlanOrder } from "@/server/secure-payments/calldata/fee-bundle";
import { type Link, networkOf } from "@/server/secure-payments/link";
import type { VisitQuery } from "@/server/secure-payments/reading/read-schema";

/** What a link still asks for, and the one transaction that pays it. */
export interface DueNow {
  /** Only those with something left to pay. */
  payables: Payable[];
  /** What each of them costs, in the same order. */
  dues: Due[];
  plan: PaymentPlan;
}

/** Null when nothing is left: all of it has been seen on chain. Never more than what is left (RS-15). */
export async function dueNow(ctx: Pick<Ctx, "db" | "config">, link: Link): Promise<DueNow | null> {
  const payables = (await payablesOf(ctx, link.requests))
    .filter((payable) => payable.remaining > 0n)
    .map((payable) => inPlanOrder(link, payable));
  const [first] = payables;
  if (!first) return null;
  const { capUsd } = ctx.config.protocolFee;
  const dues = payables.map((payable) => dueOf(payable, payable.remaining, storedFee(payable), capUsd));
  const [due] = dues;
  const network = networkOf(link);
  const isSingle = link.row.paymentType === "single";
  const plan = isSingle && due ? planPayment(network, due) : planBatch(network, dues);
  return { payables, dues, plan };
}

/**
 * Refuses a source other than the link's own network and token, which needs a bridge. A network without a source
 * name can only be meant by leaving both out (SY-04).
 */
export function requireSameSource(link: Link, { chain, token }: Pick<VisitQuery, "chain" | "token">): void {
  if (chain === undefined) return;
  const network = networkOf(link);
  const symbols = new Set(link.requests.map((request) => request.paymentCurrency.split("-")[0]));
  if (chain === NETWORKS[network.id].sourceChain && symbols.size === 1 && token && symbols.has(token)) return;
  throw new ApiError(
    "not_supported_yet",
    "Paying from another network or token than the payment's own is not supported yet",
  );
}
