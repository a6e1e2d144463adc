import type { Ctx } from "@/server/context";
import { type Due, dueOf, storedFee } from "@/server/requests/paying/due";
import type { Payable } from "@/server/requests/paying/payable";
import { type PaymentPlan, planBatch } from "@/server/requests/paying/payment-plan";
import { inPlanOrder } from "@/server/secure-payments/due/fee-bundle";
import { networkOf } from "@/server/secure-payments/link";
import type { Multicall, MulticallChild } from "@/server/secure-payments/multicall/multicall";

/** What can be paid of a multicall now: children that are not blocked, what each costs, in the same order. */
export interface OpenChildren {
  children: MulticallChild[];
  payables: Payable[];
  dues: Due[];
}

/** The same, and the one transaction that pays them. */
export interface MulticallDue extends OpenChildren {
  plan: PaymentPlan;
}

/** Null when no child can be paid. The children may be on several networks. */
export function openChildren(ctx: Pick<Ctx, "config">, multicall: Multicall): OpenChildren | null {
  const children = multicall.children.filter(({ blockReason }) => blockReason === null);
  if (children.length === 0) return null;
  const payables = children.map(({ link, payable }) => inPlanOrder(link, payable));
  const { capUsd } = ctx.config.protocolFee;
  const dues = payables.map((payable) => dueOf(payable, payable.remaining, storedFee(payable), capUsd));
  return { children, payables, dues };
}

/** Null when no child can be paid. The children have to be on one network. */
export function multicallDue(ctx: Pick<Ctx, "config">, multicall: Multicall): MulticallDue | null {
  const open = openChildren(ctx, multicall);
  return open && { ...open, plan: planBatch(networkOf(multicall), open.dues) };
}
