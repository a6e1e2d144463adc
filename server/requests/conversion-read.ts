import type { Ctx } from "@/server/context";
import type { RequestMoney } from "@/server/payments/counting/of-request";
import { conversionOf } from "@/server/payments/value";
import { currentRate } from "@/server/payments/valuing/current-rate";
import {
  amountsOf,
  conversionFields,
  inUsd,
  providerOf,
  sourcesOfRow,
} from "@/server/payments/valuing/described";
import { rateText } from "@/server/quotes/rate";
import { type RateSource, sourcesOf } from "@/server/quotes/source";
import type { RequestRow } from "@/server/requests/draft";
import type { RequestStatusRead } from "@/server/requests/read-schema";

type ConversionRead = Pick<
  RequestStatusRead,
  "amountInUsd" | "conversionRate" | "rateSource" | "conversionBreakdown"
>;
type Breakdown = NonNullable<ConversionRead["conversionBreakdown"]>;

const NOT_CONVERTED: ConversionRead = {
  amountInUsd: null,
  conversionRate: null,
  rateSource: "unknown",
  conversionBreakdown: null,
};

/**
 * What a read of a request in another currency says of rates (RS-09 to RS-11): of an unpaid one the market, of one that
 * was paid at once the rate of that payment, of any other each payment with its own. What nobody can say is null.
 */
export async function readConversion(
  ctx: Pick<Ctx, "prices">,
  row: RequestRow,
  money: RequestMoney,
): Promise<ConversionRead> {
  const conversion = conversionOf(row);
  if (!conversion) return NOT_CONVERTED;
  const isPaid = row.status === "paid";
  const [only] = money.payments;
  if (isPaid && only && money.transfers === 1) {
    const sources = sourcesOfRow(only.transfer);
    return {
      amountInUsd: inUsd(row.amount, row, sources),
      conversionRate: only.transfer.rate,
      rateSource: providerOf(sources),
      conversionBreakdown: null,
    };
  }
  const now = isPaid ? null : await currentRate(ctx, conversion);
  const market = now && { rate: rateText(now.ratio), sources: sourcesOf(now) };
  const amountInUsd = market ? inUsd(row.amount, row, market.sources) : inUsd(row.amount, row, []);
  if (money.transfers === 0) {
    const rateSource = market ? providerOf(market.sources) : "unknown";
    return { amountInUsd, conversionRate: market?.rate ?? null, rateSource, conversionBreakdown: null };
  }
  const conversionBreakdown = breakdownOf(row, money, market);
  return { amountInUsd, conversionRate: null, rateSource: "mixed", conversionBreakdown };
}

/** Null where what a payment was in USD is not known. */
function breakdownOf(
  row: RequestRow,
  money: RequestMoney,
  market: { rate: string; sources: RateSource[] } | null,
): Breakdown | null {
  const { inInvoice } = amountsOf(row);
  const left = row.amount > money.paid ? row.amount - money.paid : 0n;
  const last = money.payments.at(-1);
  const sources = market?.sources ?? (last ? sourcesOfRow(last.transfer) : []);
  const [paidInUsd, leftInUsd] = [inUsd(money.paid, row, sources), inUsd(left, row, sources)];
  if (paidInUsd === null || leftInUsd === null) return null;
  return {
    paidAmount: inInvoice(money.paid),
    paidAmountInUsd: paidInUsd,
    remainingAmount: inInvoice(left),
    remainingAmountInUsd: leftInUsd,
    currentMarketRate: left === 0n ? null : (market?.rate ?? null),
    currentMarketRateSource: left === 0n || !market ? null : providerOf(market.sources),
    payments: money.payments.flatMap(({ transfer }) => {
      const fields = conversionFields(row, transfer);
      if (!fields || transfer.credited === null) return [];
      return {
        amount: inInvoice(transfer.credited),
        amountInUsd: inUsd(transfer.credited, row, sourcesOfRow(transfer)) ?? "",
        conversionRate: fields.conversionRate ?? "",
        rateSource: fields.rateProvider,
        timestamp: transfer.blockTime.toISOString(),
      };
    }),
  };
}
