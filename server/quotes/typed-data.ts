/** What a source said, as far as it is signed. */
interface SignedSource {
  name: string;
  currency: string;
  usd: string;
  round?: string | undefined;
  time: string;
}

/** A quote in its wire form. */
interface SignedQuote {
  id: string;
  requestId: string;
  payer: string;
  invoiceCurrency: string;
  invoiceAmount: string;
  paymentCurrency: string;
  paymentAmount: string;
  rate: string;
  sources: readonly SignedSource[];
  createdAt: string;
  expiresAt: string;
  signature?: string;
}

/** The structured data that is signed (EIP-712). A change of any word here is a new `version` of the domain. */
export const QUOTE_TYPES = {
  Quote: [
    { name: "id", type: "string" },
    { name: "requestId", type: "string" },
    { name: "payer", type: "string" },
    { name: "invoiceCurrency", type: "string" },
    { name: "invoiceAmount", type: "string" },
    { name: "paymentCurrency", type: "string" },
    { name: "paymentAmount", type: "string" },
    { name: "rate", type: "string" },
    { name: "sources", type: "RateSource[]" },
    { name: "createdAt", type: "string" },
    { name: "expiresAt", type: "string" },
  ],
  RateSource: [
    { name: "name", type: "string" },
    { name: "currency", type: "string" },
    { name: "usd", type: "string" },
    { name: "round", type: "string" },
    { name: "time", type: "string" },
  ],
} as const;

/** What is hashed and signed for a quote; always our own types. */
export function quoteTypedData({ signature: _, ...message }: SignedQuote) {
  return {
    domain: { name: "Quittance", version: "1" } as const,
    types: QUOTE_TYPES,
    primaryType: "Quote" as const,
    message: { ...message, sources: signedSources(message.sources) },
  };
}

/** Sources as they are signed: a round that does not exist is empty. */
export function signedSources(sources: readonly SignedSource[]) {
  return sources.map(({ name, currency, usd, round = "", time }) => ({ name, currency, usd, round, time }));
}
