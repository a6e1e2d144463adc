import { count, decimals, type Is, listOf, oneOf, shape, text, units } from "@/server/lib/shape";
import type { Quittance } from "@/server/quittances/schema";

const hexOf =
  (bytes: number): Is<string> =>
  (value): value is string =>
    text(value) && new RegExp(`^0x[0-9a-fA-F]{${bytes * 2}}$`).test(value);
const some =
  <T>(is: Is<T[]>): Is<T[]> =>
  (value): value is T[] =>
    is(value) && value.length > 0;

const transfer = {
  network: text,
  chainId: count,
  transactionHash: hexOf(32),
  blockNumber: units,
  blockHash: hexOf(32),
  logIndex: count,
  paymentReference: hexOf(8),
  payer: text,
  payee: text,
  token: text,
  amount: units,
  decimals,
};
const message = {
  requestId: text,
  reference: text,
  payee: text,
  currency: text,
  amount: text,
  paidAt: text,
  transfers: some(listOf(shape(transfer))),
};
const source = shape({ name: text, currency: text, usd: text, time: text });
const quote = shape({
  id: text,
  requestId: text,
  payer: text,
  invoiceCurrency: text,
  invoiceAmount: text,
  paymentCurrency: text,
  paymentAmount: text,
  rate: text,
  sources: listOf(source),
  createdAt: text,
  expiresAt: text,
  signature: text,
});
const convertedTransfer = shape({
  ...transfer,
  credited: text,
  valuation: text,
  rate: text,
  quoteId: text,
  sources: listOf(source),
});

const signed = { primaryType: oneOf("Quittance"), signer: hexOf(20), signature: hexOf(65) };
const domain = (version: string) => shape({ name: oneOf("Quittance"), version: oneOf(version) });

const plain = shape({ ...signed, domain: domain("1"), message: shape(message) });
const converted = shape({
  ...signed,
  domain: domain("2"),
  message: shape({
    ...message,
    invoiceCurrency: text,
    transfers: some(listOf(convertedTransfer)),
    quotes: listOf(quote),
  }),
});

/** Whether a document from outside has all that is hashed and reckoned with in its shape; whether it is true is not said. */
export function isQuittance(value: unknown): value is Quittance {
  if (converted(value)) return true;
  return plain(value) && !("invoiceCurrency" in value.message);
}
