import { networkById } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import type { InvoiceCurrency } from "@/server/currencies/invoice-currency";
import type { Token } from "@/server/currencies/tokens";
import { parseAmount } from "@/server/lib/amount";
import type { DestinationRow } from "@/server/payee-destinations/describe";
import type { ConfirmationTiers } from "@/server/platforms/confirmations/schema";
import { MICRO_USD_DECIMALS } from "@/server/platforms/key-bounds/daily-limit";
import type { PaymentRules } from "@/server/platforms/payment-rules";
import { PriceUnavailable } from "@/server/prices/price-book";
import { worthOfAmount } from "@/server/requests/creating/worth";

/** Stored for a payment that counts only once its block is final. */
export const ONCE_FINAL = 0;

/** What of an account, or of the destination that is paid, says how deep payments have to be; null where neither does. */
export function confirmationTiers(
  destination: Pick<DestinationRow, "confirmationTiers"> | null,
  account: Pick<PaymentRules, "confirmationTiers">,
): ConfirmationTiers | null {
  return destination?.confirmationTiers ?? account.confirmationTiers;
}

/**
 * How many blocks deep payments of a new request have to be: by what it is worth at the prices of now, and by the last tier
 * where a price cannot be had. Null for as deep as the operator says of its network. A payment on Tron always waits until its
 * block is solid.
 */
export function requiredConfirmations(
  ctx: Pick<Ctx, "prices">,
  tiers: ConfirmationTiers | null,
  payment: { amount: bigint; currency: InvoiceCurrency; token: Token },
): null | Promise<number | null> {
  if (tiers === null || networkById(payment.token.network)?.family === "tron") return null;
  return byWorth(ctx, tiers, payment);
}

async function byWorth(
  ctx: Pick<Ctx, "prices">,
  tiers: ConfirmationTiers,
  { amount, currency, token }: { amount: bigint; currency: InvoiceCurrency; token: Token },
): Promise<number | null> {
  const worth = await worthOfAmount(ctx, currency, token.network, amount).catch((error: unknown) => {
    if (error instanceof PriceUnavailable) return null;
    throw error;
  });
  const tier = tiers.find(
    ({ upToUsd }) =>
      upToUsd === null || (worth !== null && worth <= parseAmount(upToUsd, MICRO_USD_DECIMALS)),
  );
  if (!tier) return null;
  return tier.confirmations === "final" ? ONCE_FINAL : tier.confirmations;
}
