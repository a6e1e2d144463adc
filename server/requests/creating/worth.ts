import type { NetworkId } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { currencyOf, type InvoiceCurrency, invoiceCurrencyOf } from "@/server/currencies/invoice-currency";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { percentageOf } from "@/server/lib/amount";
import { multiply, timesUp } from "@/server/lib/ratio";
import { MICRO_USD_DECIMALS } from "@/server/platforms/key-bounds/daily-limit";
import type { RequestDraft } from "@/server/requests/draft";

type Valuing = Pick<Ctx, "prices">;

/**
 * What new requests are worth together, each with all its fees, at the prices of now: millionths of a USD, rounded up. Throws
 * `PriceUnavailable`.
 */
export async function worthOf(ctx: Valuing, drafts: readonly RequestDraft[]): Promise<bigint> {
  const sums = await Promise.all(
    drafts.map((draft) => microUsdOf(ctx, invoiceCurrencyOf(draft.row), networkOf(draft), costOf(draft))),
  );
  return sums.reduce((sum, one) => sum + one, 0n);
}

/** The same of an amount of a token, base units. Throws `PriceUnavailable`. */
export function worthOfTokens(ctx: Valuing, token: Token, amount: bigint): Promise<bigint> {
  return microUsdOf(ctx, currencyOf(token), token.network, amount);
}

/** The same of an amount in any currency, base units. Throws `PriceUnavailable`. */
export function worthOfAmount(
  ctx: Valuing,
  currency: InvoiceCurrency,
  network: NetworkId,
  amount: bigint,
): Promise<bigint> {
  return microUsdOf(ctx, currency, network, amount);
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
  const { ratio } = await prices.rate(symbol, "USD", network);
  return timesUp(amount, multiply(perUnit, ratio));
}
