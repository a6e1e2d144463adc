import { NETWORK_IDS } from "@/server/chains/networks";
import { type Checked, decimal, type Is, oneOf, orNull, shape, text, units } from "@/server/lib/shape";
import { shownQuote } from "@/server/secure-payments/page/shown-schema";

/** What an address is made of: 20-byte addresses, whole base units. */
const terms = shape({
  homeChainId: units,
  payee: text,
  token: text,
  feeProxy: text,
  paymentReference: text,
  amount: units,
  feeReceiver: text,
  feeAmount: units,
  legReceiver: text,
  legAmount: units,
  legReference: text,
});

const depositAddress = {
  network: oneOf(...NETWORK_IDS),
  /** Canonical ID of the token to send. */
  token: text,
  /** What has to arrive, fees included. */
  amount: decimal,
  address: text,
  /** Of a link in another currency: the rate, promised to nobody in particular. */
  quote: orNull(shownQuote),
  terms,
};

/** An address at which a plain transfer pays a link, as the payer's page reads it. Nothing of it is believed unchecked. */
export const pageDepositAddress = shape(depositAddress);
export type PageDepositAddress = Checked<typeof pageDepositAddress>;

/** Why a link has none (`server/requests/paying/deposit/schema.ts`). */
export const DEPOSIT_REASONS = [
  "restricted",
  "payee_hidden",
  "too_many",
  "bundle",
  "recurring",
  "to_bank",
  "native_coin",
  "network",
  "terms",
] as const;
const none = shape({ reason: oneOf(...DEPOSIT_REASONS) });
export type DepositReason = (typeof DEPOSIT_REASONS)[number];

/** What a page is answered that asks for an address; null where nothing can be paid at this moment. */
export type PageDepositOption = PageDepositAddress | { reason: DepositReason } | null;

export const pageDepositOption: Is<PageDepositOption> = (value): value is PageDepositOption =>
  value === null || pageDepositAddress(value) || none(value);
