import { featuresOf } from "@/server/chains/features";
import { NETWORKS, type NetworkId } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { fiatById } from "@/server/currencies/fiat";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { ApiError, invalidField } from "@/server/errors";

/**
 * The token in which a request is invoiced and paid, which a payer has a way to pay in. Until conversion exists both must be the same token
 * on a network this installation watches. Throws 400 naming the field.
 */
export function settlementToken(
  ctx: Pick<Ctx, "chains">,
  invoiceCurrency: string,
  paymentCurrency: string,
): Token {
  const payment = tokenById(paymentCurrency);
  if (!payment) throw invalidField("paymentCurrency", `Unsupported payment currency ${paymentCurrency}`);
  if (fiatById(invoiceCurrency)) {
    throw invalidField("invoiceCurrency", "Requests denominated in fiat are not supported yet");
  }
  const invoice = tokenById(invoiceCurrency);
  if (!invoice) throw invalidField("invoiceCurrency", `Unsupported invoice currency ${invoiceCurrency}`);
  if (invoice !== payment) {
    throw invalidField("paymentCurrency", "Converting between currencies is not supported yet");
  }
  if (!hasPaymentCall(payment)) {
    const { name } = NETWORKS[payment.network];
    throw invalidField("paymentCurrency", `${payment.symbol} cannot be requested on ${name}`);
  }
  requireWatched(ctx, payment.network);
  return payment;
}

/** Whether anything takes a payment in this token with a reference: not TRX, which no proxy takes. */
export function hasPaymentCall({ address, network }: Token): boolean {
  return address !== null || featuresOf(NETWORKS[network]).nativeCoin;
}

/** Throws 400 for a network that this installation has no node for: nothing would see the payment. */
export function requireWatched(ctx: Pick<Ctx, "chains">, network: NetworkId): void {
  if (!ctx.chains.find(network)) {
    throw new ApiError("unsupported_network", `Network ${network} is not enabled on this installation`);
  }
}
