import { and, eq, inArray } from "drizzle-orm";
import { feeLegs, feeTransfers, recurringInstalments, requests, transfers } from "@/db/schema";
import { ownedBy, refuseBrowserClient } from "@/server/auth/scope";
import type { Ctx } from "@/server/context";
import { formatAmount } from "@/server/lib/amount";
import { pagingOf } from "@/server/lib/paging";
import { readPage } from "@/server/lib/ranked-list/page";
import { paidSoFar } from "@/server/payments/counting/paid-so-far";
import { bridgeFeeLine, bridgeFeesOf } from "@/server/payments/crosschain/fees";
import { type PaymentFee, StoredCustomerInfo } from "@/server/payments/schema";
import { describePayment, feeTypeOf, paymentToken, proxyFee } from "@/server/payments/searching/describe";
import type { FoundPayment, PaymentsFound, SearchPaymentsQuery } from "@/server/payments/searching/schema";
import { paymentList } from "@/server/payments/searching/search-filter";
import { conversionFields } from "@/server/payments/valuing/described";

type TransferRow = typeof transfers.$inferSelect;
type RequestRow = typeof requests.$inferSelect;

/**
 * Payments of the caller that fit every filter, newest first (PS-01 to PS-12). Transfers that do not fit
 * their request and those the chain has dropped are not payments. Throws 403 for a browser client ID.
 */
export async function searchPayments(ctx: Ctx, query: SearchPaymentsQuery): Promise<PaymentsFound> {
  refuseBrowserClient(ctx.caller);
  const period = periodOf(query);
  const paging = pagingOf(query);
  const list = paymentList(ctx.caller, query);
  const { total, ids } = list ? await readPage(ctx, list, { ...paging, ...period }) : { total: 0, ids: [] };
  const payments = await describeAll(ctx, ids);
  const hasMore = paging.offset + ids.length < total;
  return { payments, pagination: { total, ...paging, hasMore } };
}

/** Both ends belong to the period (PS-06); moments have milliseconds. */
function periodOf({ fromDate, toDate }: SearchPaymentsQuery): { from?: Date; until?: Date } {
  const from = fromDate === undefined ? undefined : new Date(fromDate);
  const to = toDate === undefined ? undefined : new Date(toDate);
  return { from, until: to && new Date(to.getTime() + 1) };
}

async function describeAll(ctx: Ctx, ids: string[]): Promise<FoundPayment[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .select({
      transfer: transfers,
      request: requests,
      recurringPaymentId: recurringInstalments.recurringPaymentId,
    })
    .from(transfers)
    .innerJoin(requests, eq(requests.id, transfers.requestId))
    .leftJoin(recurringInstalments, eq(recurringInstalments.requestId, requests.id))
    .where(and(inArray(transfers.id, ids), ownedBy(ctx.caller, transfers)));
  const [legs, soFar, bridges] = await Promise.all([
    paidLegs(ctx, rows),
    paidSoFar(ctx, rows),
    bridgeFeesOf(
      ctx.db,
      rows.map(({ transfer }) => transfer),
    ),
  ]);
  const byId = new Map(rows.map((row) => [row.transfer.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { transfer, request, recurringPaymentId } = row;
    return {
      ...describePayment(request, transfer, soFar.get(id) ?? 0n),
      type: transfer.type,
      fees: [
        ...proxyFee(ctx.config, request, transfer),
        ...(legs.get(id) ?? []),
        ...bridgeFeeLine(bridges.get(id)),
      ],
      recurringPaymentId,
      rateProvider: conversionFields(request, transfer)?.rateProvider ?? null,
      request: {
        requestId: request.requestId.slice(2),
        paymentReference: request.paymentReference,
        hasBeenPaid: request.status === "paid",
        customerInfo: StoredCustomerInfo.parse(request.customerInfo),
        reference: request.reference,
      },
    };
  });
}

/** Fees under references of their own that were paid in the transactions of these payments, by payment. */
async function paidLegs(
  ctx: Ctx,
  rows: readonly { transfer: TransferRow; request: RequestRow }[],
): Promise<Map<string, PaymentFee[]>> {
  const requestIds = [...new Set(rows.map(({ request }) => request.id))];
  const hashes = [...new Set(rows.map(({ transfer }) => transfer.txHash))];
  const paid = await ctx.db
    .select({
      requestId: feeLegs.requestId,
      type: feeLegs.type,
      address: feeLegs.address,
      txHash: feeTransfers.txHash,
      amount: feeTransfers.amount,
    })
    .from(feeTransfers)
    .innerJoin(feeLegs, eq(feeLegs.topic1, feeTransfers.topic1))
    .where(and(inArray(feeTransfers.txHash, hashes), inArray(feeLegs.requestId, requestIds)));
  const legs = new Map<string, PaymentFee[]>();
  for (const leg of paid) {
    const row = rows.find(
      ({ transfer }) => transfer.requestId === leg.requestId && transfer.txHash === leg.txHash,
    );
    if (!row) continue;
    const token = paymentToken(row.request);
    const line: PaymentFee = {
      type: feeTypeOf(leg),
      stage: "sending",
      provider: ctx.config.wire.network,
      amount: formatAmount(leg.amount, token.decimals),
      currency: token.symbol,
      receiverAddress: leg.address,
      network: row.transfer.network,
    };
    legs.set(row.transfer.id, [...(legs.get(row.transfer.id) ?? []), line]);
  }
  return legs;
}
