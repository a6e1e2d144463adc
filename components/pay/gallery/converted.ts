import { anItem, facts, HASH, shownFor, WALLET } from "@/components/pay/gallery/examples";
import type { PageFacts, PageItem } from "@/server/secure-payments/page/page-schema";
import type { ShownPayment, ShownQuote } from "@/server/secure-payments/page/shown-schema";

// Made-up payments that are asked for in euros and paid in USDC.

const INVOICE: NonNullable<PageItem["invoice"]> = {
  currency: "EUR",
  symbol: "EUR",
  decimals: 8,
  amount: "124990000000",
  received: "0",
};

/** Long after anybody looks at this: no countdown stands beside it. */
const UNTIL = "2091-04-27T16:44:00.000Z";

/** The promised rate makes 1,357.141421 USDC of 1,249.90 EUR. */
const UNITS = "1357141421";

/** What a page says of such a payment: before a wallet is there without an amount in the token. */
export function convertedFacts(more: Partial<PageItem> = {}): PageFacts {
  return facts({ items: [anItem({ amount: "0", invoice: INVOICE, ...more })] });
}

/** With the amount that a rate was promised for. */
export const QUOTED_FACTS = convertedFacts({ amount: UNITS });

/** Of which a part has arrived, before the rest has a rate. */
export const CONVERTED_PART: PageFacts = {
  ...convertedFacts({ invoice: { ...INVOICE, received: "25000000000" } }),
  transfers: [received("271449500")],
};

/** All of it has arrived. */
export const CONVERTED_PAID: PageFacts = {
  ...convertedFacts({ amount: UNITS, invoice: { ...INVOICE, received: INVOICE.amount } }),
  transfers: [received(UNITS)],
};

function received(amount: string): PageFacts["transfers"][number] {
  const { symbol, decimals } = anItem();
  return { txHash: HASH, amount, symbol, decimals, isConfirmed: true, at: "2031-04-27T16:29:00.000Z" };
}

export const QUOTE: ShownQuote = {
  id: "01M7WM9D7FKFSH7GG6GY105AVH",
  requestId: anItem().requestId,
  payer: WALLET.toLowerCase(),
  invoiceCurrency: "EUR",
  invoiceAmount: "1249.90",
  paymentCurrency: "USDC-base",
  paymentAmount: "1357.141421",
  rate: "1.085799999999999999",
  sources: [
    {
      name: "chainlink",
      currency: "EUR",
      usd: "1.0858",
      round: "18446744073709562776",
      time: "2031-04-27T16:24:00.000Z",
    },
    {
      name: "chainlink",
      currency: "USDC",
      usd: "1",
      round: "18446744073709552012",
      time: "2031-04-27T16:21:00.000Z",
    },
  ],
  createdAt: "2031-04-27T16:29:00.000Z",
  expiresAt: UNTIL,
  signature: `0x${"5e1f0c77".repeat(16)}1b`,
};

/** What is to be signed at that rate. */
export const QUOTED: ShownPayment = { ...shownFor(QUOTED_FACTS, "single"), quote: QUOTE };
