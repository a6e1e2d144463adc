import type { Ctx } from "@/server/context";
import { isConverted } from "@/server/currencies/invoice-currency";
import { broughtRequests } from "@/server/requests/paying/crosschain/brought";
import { type Due, dueOf, type Quotes, storedFee } from "@/server/requests/paying/due";
import { type Payable, payablesOf } from "@/server/requests/paying/payable";
import { payerWallet } from "@/server/requests/paying/payer-wallet";
import { type PaymentPlan, planBatch, planPayment } from "@/server/requests/paying/payment-plan";
import { quotesFor } from "@/server/requests/paying/quoted";
import { inPlanOrder } from "@/server/secure-payments/due/fee-bundle";
import { type Link, networkOf } from "@/server/secure-payments/link";
import type { VisitQuery } from "@/server/secure-payments/wire/read-schema";

/** What a link still asks for, and the one transaction that pays it. */
export interface DueNow {
  /** Only those with something left to pay. */
  payables: Payable[];
  /** What each of them costs, in the same order. */
  dues: Due[];
  plan: PaymentPlan;
  /** What is promised to the wallet for a link in another currency. */
  quotes: Quotes;
  /** Requests (row IDs) of a link with several that deposits on other networks bring. */
  brought: ReadonlySet<string>;
}

const NOTHING_BROUGHT: ReadonlySet<string> = new Set();

/**
 * What is left to pay, for this wallet where the link is in another currency. Null when nothing is left: all of it has
 * been seen on chain. Never more than what is left (RS-15). Of a link with several requests those are left out that are
 * on their way from another network, while others are not. Throws 503 `price_unavailable`.
 */
export async function dueNow(
  ctx: Ctx,
  link: Link,
  { wallet }: Pick<VisitQuery, "wallet">,
): Promise<DueNow | null> {
  const open = await openPayables(ctx, link);
  if (open.length === 0) return null;
  const brought = link.requests.length > 1 ? await broughtRequests(ctx, open) : NOTHING_BROUGHT;
  const waiting = open.filter(({ row }) => !brought.has(row.id));
  const payables = waiting.length > 0 ? waiting : open;
  const network = networkOf(link);
  const payer = wallet === undefined ? null : payerWallet(network.family, wallet);
  const parts = payables.map((payable) => ({ payable, amount: payable.remaining }));
  const quotes = link.requests.some(isConverted) ? await quotesFor(ctx, parts, payer) : new Map();
  const { capUsd } = ctx.config.protocolFee;
  const dues = payables.map((payable) =>
    dueOf(payable, payable.remaining, storedFee(payable), capUsd, quotes),
  );
  const [due] = dues;
  const isSingle = link.row.paymentType === "single";
  const plan = isSingle && due ? planPayment(network, due) : planBatch(network, dues);
  return { payables, dues, plan, quotes, brought };
}

/**
 * The same of a link in another currency before anybody is there to promise a rate to: recipients and references, and
 * no amount. Null when nothing is left.
 */
export async function dueUnquoted(
  ctx: Pick<Ctx, "db">,
  link: Link,
): Promise<Omit<DueNow, "plan" | "quotes"> | null> {
  const payables = await openPayables(ctx, link);
  if (payables.length === 0) return null;
  const dues = payables.map(({ row, token }) => ({
    token,
    payee: row.payee,
    amount: 0n,
    reference: row.paymentReference,
    platform: null,
    protocol: null,
    legs: [],
  }));
  return { payables, dues, brought: NOTHING_BROUGHT };
}

async function openPayables(ctx: Pick<Ctx, "db">, link: Link): Promise<Payable[]> {
  return (
    (await payablesOf(ctx, link.requests))
      // A payment to a bank account has no payee before its deposit address is opened.
      .filter(({ remaining, row }) => remaining > 0n && row.payee !== "")
      .map((payable) => inPlanOrder(link, payable))
  );
}
