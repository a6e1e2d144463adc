import { z } from "zod";
import type { Token } from "@/server/currencies/tokens";
import { parseAmount } from "@/server/lib/amount";
import { compare, divide, ratioOf, timesDown, toDecimal } from "@/server/lib/ratio";

/** Of a rate that follows from two amounts. */
const RATE_DECIMALS = 8;
/** Of what a bank account receives: cents, which every currency here has. */
const CENTS = 2;

/** `fees` of an off-ramp: decimal texts of the token. */
export const StoredFees = z.array(z.object({ type: z.string(), amount: z.string() }));

interface Amounts {
  amount: bigint;
  fees: readonly { amount: string }[];
}

/** What a bank account would receive at this rate, decimal text, rounded down to a cent. */
export function worthAt(rate: string, of: Amounts, token: Token): string {
  const cents =
    timesDown(exchanged(of, token) * 10n ** BigInt(CENTS), ratioOf(rate)) / 10n ** BigInt(token.decimals);
  return toDecimal({ n: cents, d: 10n ** BigInt(CENTS) }, CENTS);
}

/**
 * The rate that was given, from what the bank account received: the one that was shown where that fits to the cent. Null
 * where fees took everything.
 */
export function rateGiven(
  destinationAmount: string,
  of: Amounts,
  token: Token,
  shown: string | null,
): string | null {
  if (shown !== null && compare(ratioOf(worthAt(shown, of, token)), ratioOf(destinationAmount)) === 0)
    return shown;
  const units = exchanged(of, token);
  const received = ratioOf(destinationAmount);
  if (units <= 0n || received.n === 0n) return null;
  return toDecimal(divide(received, { n: units, d: 10n ** BigInt(token.decimals) }), RATE_DECIMALS);
}

/** What is left to exchange once the fees are taken, base units. */
function exchanged({ amount, fees }: Amounts, token: Token): bigint {
  const left = amount - feeUnits(fees, token);
  return left > 0n ? left : 0n;
}

/** All fees of a provider in base units of the token. */
export function feeUnits(fees: Amounts["fees"], { decimals }: Token): bigint {
  return fees.reduce((sum, fee) => sum + unitsOf(fee.amount, decimals), 0n);
}

/** What a provider writes, in base units: it may be nothing, and finer than the token is: then it is cut off. */
export function unitsOf(text: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  const plain = `${whole}.${fraction.slice(0, decimals)}0`;
  return /[1-9]/.test(plain) ? parseAmount(plain.slice(0, whole.length + 1 + decimals), decimals) : 0n;
}
