import type { DepositTerms } from "@/server/chains/deposit-address";

/** How the money at a deposit address is divided, base units. */
export interface Shares {
  payee: bigint;
  fee: bigint;
  /** The second fee. */
  leg: bigint;
}

type Amounts = Pick<DepositTerms, "amount" | "feeAmount" | "legAmount">;

/** What an exact payment brings, fees included. */
export function wholeOf({ amount, feeAmount, legAmount }: Amounts): bigint {
  return amount + feeAmount + legAmount;
}

/**
 * Who gets what of money that arrives after `before`, as `DepositAccount.collect` divides it: fees in proportion, rounded
 * down over the sum, and none of what comes after the whole. The contract forwards nothing while a share of the payee
 * would be negative, which dust of one base unit can bring about; here it is 0.
 */
export function sharesOf(terms: Amounts, before: bigint, arrived: bigint): Shares {
  const whole = wholeOf(terms);
  const upTo = (sum: bigint) => (sum < whole ? sum : whole);
  const part = (fee: bigint) => (fee * upTo(before + arrived)) / whole - (fee * upTo(before)) / whole;
  const fee = smaller(part(terms.feeAmount), arrived);
  const leg = smaller(part(terms.legAmount), arrived - fee);
  return { payee: arrived - fee - leg, fee, leg };
}

/**
 * What has to arrive after `before` so that the payee gets at least `payee` of it, and the fees on that. Where nothing has
 * arrived and nothing is paid otherwise, that is the whole.
 */
export function arrivalFor(terms: Amounts, before: bigint, payee: bigint): bigint {
  const whole = wholeOf(terms);
  const left = before < whole ? whole - before : 0n;
  const ofLeft = sharesOf(terms, before, left).payee;
  const part = (payee * whole + terms.amount - 1n) / terms.amount;
  const isEnough = (arrived: bigint) => sharesOf(terms, before, arrived).payee >= payee;
  return firstEnough(payee < ofLeft ? smaller(part, left) : left + payee - ofLeft, isEnough);
}

/**
 * The first number from `start` on that is enough, give or take the units in which a fee is rounded up. It is found in as many
 * steps as it has bits: where fees are many times the amount, each unit for the payee takes as many that arrive.
 */
function firstEnough(start: bigint, isEnough: (arrived: bigint) => boolean): bigint {
  if (isEnough(start)) return start;
  let step = 1n;
  while (!isEnough(start + step)) step *= 2n;
  let [tooLittle, enough] = [start + step / 2n, start + step];
  while (enough - tooLittle > 1n) {
    const middle = (tooLittle + enough) / 2n;
    if (isEnough(middle)) enough = middle;
    else tooLittle = middle;
  }
  return enough;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
