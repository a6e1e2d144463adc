import type { Ctx } from "@/server/context";
import { type Due, dueOf, storedFee } from "@/server/requests/paying/due";
import type { Payable } from "@/server/requests/paying/payable";
import { type PaymentPlan, planBatch } from "@/server/requests/paying/payment-plan";
import { inPlanOrder } from "@/server/secure-payments/calldata/fee-bundle";
import { networkOf } from "@/server/secure-payments/link";
import type { Bundle, BundleChild } from "@/server/secure-payments/multicall/multicall";

/** What can be paid of a bundle now: children that are not blocked, and the one transaction that pays them. */
export interface BundleDue {
  children: BundleChild[];
  payables: Payable[];
  dues: Due[];
  plan: PaymentPlan;
}

/** Null when no child can be paid. The children have to be on one network. */
export function bundleDue(ctx: Pick<Ctx, "config">, bundle: Bundle): BundleDue | null {
  const children = bundle.children.filter(({ blockReason }) => blockReason === null);
  if (children.length === 0) return null;
  const payables = children.map(({ link, payable }) => inPlanOrder(link, payable));
  const { capUsd } = ctx.config.protocolFee;
  const dues = payables.map((payable) => dueOf(payable, payable.remaining, storedFee(payable), capUsd));
  return { children, payables, dues, plan: planBatch(networkOf(bundle), dues) };
}
