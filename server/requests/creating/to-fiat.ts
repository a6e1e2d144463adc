import { type Token, tokenById } from "@/server/currencies/tokens";
import { invalidField } from "@/server/errors";
import { OFFRAMP_NETWORKS } from "@/server/providers/offramp/provider";
import type { CreateRequestBody } from "@/server/requests/schema";

/** True for a request whose payment goes to a bank account (RQ-08 names the field twice). */
export function isToFiat(body: CreateRequestBody): boolean {
  return (body.isCryptoToFiatAllowed || body.isCryptoToFiatAvailable) ?? false;
}

/**
 * The currency that a request is written in. What goes to a bank account may be asked in USD: the provider takes a USDC for
 * a dollar, so that it is the same amount of the USDC it is paid in, and is kept and read as that.
 */
export function writtenIn(body: CreateRequestBody): string {
  return isToFiat(body) && body.invoiceCurrency === "USD" ? body.paymentCurrency : body.invoiceCurrency;
}

/** Refuses what cannot go to a bank account: another token than USDC, a payee, a repetition. Throws 400. */
export function requireToFiat(body: CreateRequestBody, token: Token): void {
  if (token.symbol !== "USDC" || !OFFRAMP_NETWORKS.includes(token.network)) {
    throw invalidField("paymentCurrency", `Crypto-to-fiat takes USDC on ${OFFRAMP_NETWORKS.join(", ")}`);
  }
  if (tokenById(writtenIn(body))?.id !== token.id) {
    throw invalidField(
      "invoiceCurrency",
      "Crypto-to-fiat requests are written in USD or in the USDC they are paid in",
    );
  }
  if (body.payee !== undefined) {
    throw invalidField(
      "payee",
      "A crypto-to-fiat request has no payee; its bank account is named when it is paid",
    );
  }
  if (body.recurrence) {
    throw invalidField("recurrence", "A crypto-to-fiat request cannot recur");
  }
}
