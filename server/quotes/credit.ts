import { apartBps, type Ratio } from "@/server/lib/ratio";

/** A quote as far as it decides what a payment is worth. */
export interface PromisedRate {
  id: string;
  /** Key of the wallet it was made for; empty where none was named. */
  payer: string;
  /** Base units of the payment currency for one base unit of the invoice currency. */
  rate: Ratio;
  /** Base units of the invoice currency. */
  invoiceAmount: bigint;
  /** Base units of the payment currency. */
  paymentAmount: bigint;
  createdAt: Date;
  expiresAt: Date;
}

/** A payment towards a request in another currency. */
export interface ConvertedPayment {
  /** Key of the paying wallet; null where the chain does not tell. */
  payer: string | null;
  /** Base units of the payment currency. */
  amount: bigint;
  /** When its payer acted: the time of its block, or of that of the deposit that a relayer filled. */
  at: Date;
}

/** Earlier payments at the same promise: their amounts, and what these were worth. */
export interface PaidBefore {
  amount: bigint;
  credited: bigint;
}

/** What a payment is worth, base units of the invoice currency. */
export interface Credit {
  valuation: "quote" | "block_price";
  /** Of the quote; null at the price of the block. */
  quoteId: string | null;
  credited: bigint;
}

/** Clocks of chains and servers differ, and the time of a block is from before it was filled. */
const EARLY_MS = 60_000;
/** Up to so much later a payment is mined that was sent in time. */
const LATE_MS = 120_000;
/** A quote has nothing to do with payments that are further away from its life. */
export const QUOTE_REACH_MS = Math.max(EARLY_MS, LATE_MS);
/** So little may the price have moved for a late payment to count at its quote. */
const LATE_APART_BPS = 50;

/** What is known beside a payment and its quotes. */
export interface Circumstances {
  /** Base units of the payment currency for one of the invoice currency, at the time of the block; null without. */
  priceAtBlock: Ratio | null;
  /** What was paid before at the promise that has these quotes. */
  paidBefore: (quoteIds: readonly string[]) => PaidBefore;
}

/**
 * What a payment is worth to a request in another currency: the one place that decides it
 * (docs/decisions/valuation.md). `quotes` are all of its request and payment currency, oldest first. Answers
 * `price_needed` where no quote decides and no price is given: without one the payment is held.
 */
export function creditFor(
  payment: ConvertedPayment,
  quotes: readonly PromisedRate[],
  { priceAtBlock, paidBefore }: Circumstances,
): Credit | "price_needed" {
  const promise = promiseFor(payment, quotes);
  if (promise && !promise.isLate) return atQuote(payment, promise, paidBefore);
  if (!priceAtBlock) return "price_needed";
  if (promise && apartBps(promise.newest.rate, priceAtBlock) <= LATE_APART_BPS) {
    return atQuote(payment, promise, paidBefore);
  }
  return { valuation: "block_price", quoteId: null, credited: worth(payment.amount, priceAtBlock) };
}

/** What an amount is worth at a rate, rounded down to a base unit of the invoice currency. */
export function worth(amount: bigint, rate: Ratio): bigint {
  return (amount * rate.d) / rate.n;
}

/** A rate that was promised for a time, in quotes for one or more amounts. */
interface RatePromise {
  quotes: PromisedRate[];
  newest: PromisedRate;
  isLate: boolean;
}

/**
 * The promise that a payment falls under. A wallet with a quote of its own that is not over cannot choose one that
 * names no wallet, so what counts is: its own before others, and one that was live when the block was made before one
 * that began a moment later. One that is over comes last.
 */
function promiseFor(payment: ConvertedPayment, quotes: readonly PromisedRate[]): RatePromise | null {
  const isOwn = ({ payer }: PromisedRate) => payer !== "" && payer === payment.payer;
  const candidates = quotes
    .filter((quote) => quote.payer === "" || isOwn(quote))
    .map((quote) => ({ quote, timing: timingOf(quote, payment.at) }))
    .filter(({ timing }) => timing !== null)
    .map(({ quote, timing }) => ({
      quote,
      isLate: timing === "late",
      rank: (timing === "late" ? 4 : 0) + (isOwn(quote) ? 0 : 2) + (timing === "early" ? 1 : 0),
    }));
  const rank = Math.min(...candidates.map((candidate) => candidate.rank));
  const newest = candidates.findLast((candidate) => candidate.rank === rank);
  if (!newest) return null;
  const isSame = ({ payer, createdAt }: PromisedRate) =>
    payer === newest.quote.payer && createdAt.getTime() === newest.quote.createdAt.getTime();
  return { quotes: quotes.filter(isSame), newest: newest.quote, isLate: newest.isLate };
}

/** How the block of a payment stands to the life of a quote; null where it has nothing to do with it. */
function timingOf({ createdAt, expiresAt }: PromisedRate, at: Date): "live" | "early" | "late" | null {
  const [time, begin, end] = [at.getTime(), createdAt.getTime(), expiresAt.getTime()];
  if (time >= begin) return time <= end ? "live" : time <= end + LATE_MS ? "late" : null;
  return time >= begin - EARLY_MS ? "early" : null;
}

/**
 * Exactly the quoted amount is worth exactly what it was quoted for, also in several parts. Any other is rounded down,
 * and what parts lose by that is given back as soon as it makes a base unit.
 */
function atQuote(
  { amount }: ConvertedPayment,
  { quotes, newest }: RatePromise,
  paidBefore: Circumstances["paidBefore"],
): Credit {
  const exact = quotes.findLast(({ paymentAmount }) => paymentAmount === amount);
  if (exact) return { valuation: "quote", quoteId: exact.id, credited: exact.invoiceAmount };
  const own = worth(amount, newest.rate);
  const before = paidBefore(quotes.map(({ id }) => id));
  const total = before.amount + amount;
  const completed = quotes.findLast(({ paymentAmount }) => paymentAmount === total);
  if (completed) {
    const credited = completed.invoiceAmount - before.credited;
    return { valuation: "quote", quoteId: completed.id, credited };
  }
  const isUnitLost = worth(total, newest.rate) - before.credited > own;
  return { valuation: "quote", quoteId: newest.id, credited: isUnitLost ? own + 1n : own };
}
