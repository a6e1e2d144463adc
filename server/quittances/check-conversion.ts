import { type Hex, isHex, recoverTypedDataAddress } from "viem";
import { walletKey } from "@/server/chains/wallets/wallet-text";
import { type InvoiceCurrency, invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { formatAmount, parseAmount } from "@/server/lib/amount";
import type { ConvertedMessage } from "@/server/quittances/schema";
import type { Quote } from "@/server/quotes/quote";
import { paymentFor, worthOf } from "@/server/quotes/rate";
import { quoteTypedData } from "@/server/quotes/typed-data";

/**
 * What does not fit in the conversion of a quittance: every quote was signed by `signer` and is for this request, every
 * transfer is worth what its rate makes of it, and together they cover the amount.
 */
export async function conversionProblems(message: ConvertedMessage, signer: string): Promise<string[]> {
  const invoice = invoiceCurrencyById(message.invoiceCurrency);
  const token = tokenById(message.currency);
  if (!invoice) return [`${message.invoiceCurrency} is not a currency of this service`];
  if (!token) return [];
  const total = message.transfers.reduce(
    (sum, { credited }) => sum + parseAmount(credited, invoice.decimals),
    0n,
  );
  const isShort = total < parseAmount(message.amount, invoice.decimals);
  const quotes = await Promise.all(
    message.quotes.map((quote) => quoteProblems(quote, message, { invoice, token }, signer)),
  );
  return [
    ...quotes.flat(),
    ...message.transfers.flatMap((transfer) => transferProblems(transfer, message, { invoice, token })),
    ...(isShort
      ? [`its transfers are worth ${formatAmount(total, invoice.decimals)}, less than ${message.amount}`]
      : []),
  ];
}

interface Currencies {
  invoice: InvoiceCurrency;
  token: Token;
}

async function quoteProblems(
  quote: Quote,
  message: ConvertedMessage,
  currencies: Currencies,
  signer: string,
): Promise<string[]> {
  const scales = scalesOf(currencies);
  const signature: Hex = isHex(quote.signature) ? quote.signature : "0x";
  const recovered = await recoverTypedDataAddress({ ...quoteTypedData(quote), signature }).catch(
    () => "nobody",
  );
  const due = paymentFor(parseAmount(quote.invoiceAmount, scales.invoiceDecimals), quote.rate, scales);
  const isOfRequest =
    quote.requestId === message.requestId &&
    quote.invoiceCurrency === message.invoiceCurrency &&
    quote.paymentCurrency === message.currency;
  return [
    ...(recovered.toLowerCase() === signer.toLowerCase()
      ? []
      : [`quote ${quote.id} was not signed by ${signer}`]),
    ...(isOfRequest ? [] : [`quote ${quote.id} is for something else`]),
    ...(due === parseAmount(quote.paymentAmount, scales.paymentDecimals)
      ? []
      : [`quote ${quote.id} asks for another amount than its rate makes`]),
  ];
}

function transferProblems(
  { transactionHash, amount, credited, rate, quoteId, payer }: ConvertedMessage["transfers"][number],
  { quotes }: ConvertedMessage,
  currencies: Currencies,
): string[] {
  const scales = scalesOf(currencies);
  const quote = quotes.find(({ id }) => id === quoteId);
  if (quoteId !== "" && !quote) return [`${transactionHash} names a quote that is not there`];
  if (quote && quote.rate !== rate) return [`${transactionHash} has another rate than its quote`];
  if (quote && quote.payer !== "" && walletKey(payer) !== quote.payer) {
    return [`${transactionHash} is of another payer than its quote`];
  }
  if (rate === "") return [];
  const worth = parseAmount(credited, scales.invoiceDecimals);
  const units = BigInt(amount);
  // The quoted amount is worth exactly what was quoted, which is up to a unit of the token less; parts of one quote are
  // rounded together, which moves a base unit of the invoice currency from one to the next.
  const fits = worth <= worthOf(units, rate, scales) + 1n && worth + 1n >= worthOf(units - 1n, rate, scales);
  return fits ? [] : [`${transactionHash} is not worth ${credited} at its rate`];
}

function scalesOf({ invoice, token }: Currencies) {
  return { invoiceDecimals: invoice.decimals, paymentDecimals: token.decimals };
}
