import { isConverted } from "@/server/currencies/invoice-currency";
import type { Token } from "@/server/currencies/tokens";
import { ApiError } from "@/server/errors";
import type { FeeRate } from "@/server/fees/platform-fee";
import { convertedFeeCap, protocolFeeCap, protocolFeeOn } from "@/server/fees/protocol-fee";
import { percentageOf } from "@/server/lib/amount";
import { feeTypeOf } from "@/server/payments/searching/describe";
import type { QuoteRow } from "@/server/quotes/quote";
import { usdIn } from "@/server/quotes/quote";
import { paymentFor } from "@/server/quotes/rate";
import { receiverAddress } from "@/server/requests/creating/party-address";
import { amountOf } from "@/server/requests/draft";
import type { Payable } from "@/server/requests/paying/payable";

/** One payment to make, with what goes on top of it. Base units of the token; fees of 0 are null. */
export interface Due {
  token: Token;
  payee: string;
  amount: bigint;
  reference: string;
  platform: { address: string; amount: bigint } | null;
  /** Has its own reference, so that its transfer can be told from the payment. */
  protocol: { address: string; amount: bigint; reference: string } | null;
  /** The fees of its plan that are still to be paid, each under its own reference. */
  legs: { type: "protocol" | "platform"; address: string; amount: bigint; reference: string }[];
}

/**
 * What a part of a request, in its invoice currency, costs its payer: fees are truncated to a base unit and on top
 * (PF-04, FE-01). A converted request is paid by its quote for this part, its fees too.
 */
export function dueOf(
  payable: Payable,
  part: bigint,
  fee: FeeRate | null,
  capUsd: string | null,
  quotes: Quotes = NO_QUOTES,
): Due {
  const { row, token, feeLeg } = payable;
  const { amount, paid, cap } = inToken(payable, part, capUsd, quotes);
  const platform = fee ? percentageOf(amount, fee.percentage) : 0n;
  const protocol = feeLeg ? protocolFeeOn({ percentage: feeLeg.percentage, cap }, paid, amount) : 0n;
  return {
    token,
    payee: row.payee,
    amount,
    reference: row.paymentReference,
    platform: fee && platform > 0n ? { address: fee.address, amount: platform } : null,
    protocol:
      feeLeg && protocol > 0n
        ? { address: feeLeg.address, amount: protocol, reference: feeLeg.paymentReference }
        : null,
    legs: payable.planLegs.map((leg) => ({
      type: feeTypeOf(leg),
      address: leg.address,
      amount: leg.remaining,
      reference: leg.paymentReference,
    })),
  };
}

const NO_QUOTES: Quotes = new Map();

/** A part, what was paid before it, and the most that the protocol fee comes to, base units of the token. */
function inToken(
  { row, token, invoice, paid }: Payable,
  part: bigint,
  capUsd: string | null,
  quotes: Quotes,
): { amount: bigint; paid: bigint; cap: bigint | null } {
  if (!isConverted(row)) return { amount: part, paid, cap: protocolFeeCap(token, capUsd) };
  const quote = quotes.get(row.id);
  if (quote?.invoiceAmount !== part) throw new Error(`request ${row.id} has no quote for what is to be paid`);
  const usd = usdIn(quote, token.symbol);
  return {
    amount: quote.paymentAmount,
    paid: paymentFor(paid, quote.rate, {
      invoiceDecimals: invoice.decimals,
      paymentDecimals: token.decimals,
    }),
    cap: usd ? convertedFeeCap(token, capUsd, usd) : null,
  };
}

/**
 * The part of a request that a payer wants to pay now: `text` in human-readable form, all of the rest when
 * absent, never more than the rest (PC-05, RS-15), base units of the invoice currency. Throws 400 for a settled request and a bad amount.
 */
export function partToPay(payable: Payable, text: string | undefined): bigint {
  if (payable.remaining === 0n) throw alreadyPaid("Request");
  const amount = text === undefined ? payable.remaining : amountOf("amount", text, payable.invoice);
  // Capped instead of refused: the service never asks for an overpayment.
  if (amount > payable.remaining) return payable.remaining;
  return amount;
}

export function alreadyPaid(subject: string): ApiError {
  return new ApiError("no_payable_amount", `${subject} has already been paid`);
}

/** A fee whose receiver is an address that can be paid in these tokens. Throws 400 naming `feeAddress`. */
export function checkedFee(fee: FeeRate | null, tokens: readonly (Token | undefined)[]): FeeRate | null {
  if (!fee) return null;
  let { address } = fee;
  for (const token of tokens) address = receiverAddress("feeAddress", token, fee.address);
  return { percentage: fee.percentage, address };
}

/** The fee that was agreed when a payout was created; it stands until a call names another. */
export function storedFee({ row }: Payable): FeeRate | null {
  if (row.feePercentage === null || row.feeAddress === null) return null;
  return { percentage: row.feePercentage, address: row.feeAddress };
}

/** Quotes of converted requests, by row ID; of the others there is none. */
export type Quotes = ReadonlyMap<string, QuoteRow>;
