import type { NetworkId } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { currencyOf, type InvoiceCurrency, invoiceCurrencyOf } from "@/server/currencies/invoice-currency";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { ApiError } from "@/server/errors";
import { percentageOf } from "@/server/lib/amount";
import { multiply, timesUp } from "@/server/lib/ratio";
import { hasSumLimit, type KeyUse } from "@/server/platforms/key-bounds/count-use";
import { MICRO_USD_DECIMALS } from "@/server/platforms/key-bounds/daily-limit";
import { PriceUnavailable } from "@/server/prices/price-book";
import type { RequestDraft } from "@/server/requests/draft";

type Valuing = Pick<Ctx, "caller" | "prices">;

/**
 * What new requests count for the limit of the caller's key: each with all its fees, at the prices of now, rounded up. Null
 * for callers without a limit. Throws 503 where a currency has no price: what nobody can value passes no limit.
 */
export async function keyUseOf(ctx: Valuing, drafts: readonly RequestDraft[]): Promise<KeyUse | null> {
  const { limit } = ctx.caller;
  if (limit === null) return null;
  const payments = drafts.length;
  if (!hasSumLimit(limit)) return { payments, microUsd: 0n };
  const sums = await Promise.all(
    drafts.map((draft) => microUsdOf(ctx, invoiceCurrencyOf(draft.row), networkOf(draft), costOf(draft))),
  );
  return { payments, microUsd: sums.reduce((sum, one) => sum + one, 0n) };
}

/** The same for a schedule of payments of one amount each, base units of its token. */
export async function keyUseOfSchedule(
  ctx: Valuing,
  { token, payments, amount }: { token: Token; payments: number; amount: bigint },
): Promise<KeyUse | null> {
  const { limit } = ctx.caller;
  if (limit === null) return null;
  if (!hasSumLimit(limit)) return { payments, microUsd: 0n };
  const sum = amount * BigInt(payments);
  return { payments, microUsd: await microUsdOf(ctx, currencyOf(token), token.network, sum) };
}

function networkOf({ row }: RequestDraft): NetworkId {
  const token = tokenById(row.paymentCurrency);
  if (!token) throw new Error(`request ${row.id} is paid in an unknown token`);
  return token.network;
}

/** What leaves the payer: the amount, the fee on top of it and those of its plan. A plan is in the currency of its request. */
function costOf({ row, planLegs }: RequestDraft): bigint {
  const fee = row.feePercentage === null ? 0n : percentageOf(row.amount, row.feePercentage);
  return planLegs.reduce((sum, leg) => sum + (leg.amount ?? 0n), row.amount + fee);
}

async function microUsdOf(
  { prices }: Valuing,
  { symbol, decimals }: InvoiceCurrency,
  network: NetworkId,
  amount: bigint,
): Promise<bigint> {
  const perUnit = { n: 10n ** BigInt(MICRO_USD_DECIMALS), d: 10n ** BigInt(decimals) };
  try {
    const { ratio } = await prices.rate(symbol, "USD", network);
    return timesUp(amount, multiply(perUnit, ratio));
  } catch (error) {
    if (!(error instanceof PriceUnavailable)) throw error;
    throw new ApiError(
      "price_unavailable",
      `This key has a limit in USD, and ${symbol} has no price now: ${error.message}`,
      { details: { code: "price_unavailable" }, cause: error },
    );
  }
}
