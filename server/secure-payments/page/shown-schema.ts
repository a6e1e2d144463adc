import { NETWORK_IDS } from "@/server/chains/networks";
import {
  type Checked,
  count,
  decimal,
  listOf,
  moment,
  oneOf,
  orNull,
  shape,
  text,
  units,
} from "@/server/lib/shape";
import { shownApproval } from "@/server/requests/approving/shown-approval-schema";

/** Whom a transfer reaches. */
const shownRecipient = shape({
  /** In full; shortened (`0x12…abcd`) where the recipient hides it. */
  address: text,
  /** For a shortened one, `recipientCommitment` of the full address, so that no other fits; null for a full one. */
  commitment: orNull(text),
});
export type ShownRecipient = Checked<typeof shownRecipient>;

/** One transfer. */
const shownTransfer = shape({
  role: oneOf("payment", "fee"),
  /** Position of the payment this belongs to: the item of a batch, the child of a multicall, 0 for a single link. */
  item: count,
  /** Canonical ID of the token, `USDC-sepolia`; its address comes from the table in the page. */
  currency: text,
  amount: units,
  recipient: shownRecipient,
  /** The 8 bytes of the payment reference, `0x` and 16 hex digits. */
  reference: text,
  /** A fee that the same transfer carries, on top of `amount`. */
  fee: orNull(shape({ amount: units, address: text })),
});
export type ShownTransfer = Checked<typeof shownTransfer>;

/** The signed quote of a link in another currency, as `/pay` has it; a round that does not exist is empty. */
export const shownQuote = shape({
  id: text,
  requestId: text,
  payer: text,
  invoiceCurrency: text,
  invoiceAmount: decimal,
  paymentCurrency: text,
  paymentAmount: decimal,
  rate: decimal,
  sources: listOf(shape({ name: text, currency: text, usd: decimal, round: text, time: moment })),
  createdAt: moment,
  expiresAt: moment,
  signature: text,
});
export type ShownQuote = Checked<typeof shownQuote>;

/**
 * What the payer is shown, and so what may be signed (PP-01). The amounts, recipients and network that the page draws
 * have to agree with it (`components/pay/safety/contradiction.ts`); labels, names and merchant texts are not part of
 * it, because none of them is compared.
 */
export const shownPayment = shape({
  kind: oneOf("single", "batch", "bundle"),
  network: oneOf(...NETWORK_IDS),
  /** All transfers in their order: each payment, followed by the fees that travel under a reference of their own. */
  legs: listOf(shownTransfer),
  /** The wallet that was approved, EIP-55 or Base58; null while none was named. Only that one may pay. */
  payer: orNull(text),
  /** Of a link in another currency, once a wallet is named; until then its amounts are 0 and nothing can be paid. */
  quote: orNull(shownQuote),
  /** What a second person approved of it; none for payments that needed nobody. */
  approved: listOf(shownApproval),
});
export type ShownPayment = Checked<typeof shownPayment>;
