import type { Sum } from "@/components/pay/money/sums";
import type { Route } from "@/components/pay/safety/crosschain/route";
import { Mismatch } from "@/components/pay/safety/mismatch";
import { type Parsed, textOf } from "@/components/pay/safety/parse";
import type { EvmNetworkId } from "@/server/chains/networks";
import type { Token } from "@/server/currencies/tokens";
import { parseAmount } from "@/server/lib/amount";

/** What a payment from another network costs, as its payer is shown it before they sign. Amounts are base units. */
export interface DepositPrice {
  network: EvmNetworkId;
  symbol: string;
  decimals: number;
  /** All that leaves the wallet. */
  amount: bigint;
  /** The part of it that is the bridge's. */
  fee: bigint;
  /** What each deposit takes and brings, in the order in which they are signed. */
  deposits: readonly [DepositShare, ...DepositShare[]];
  /** Until when the price holds: seconds since 1970, and only said. */
  expiresAt: number;
  /** After it nobody can deliver any of them, and the money comes back: seconds since 1970, as it is signed. */
  deadline: number;
}

/** One deposit's share of the price, base units. */
export interface DepositShare {
  amount: bigint;
  fee: bigint;
  /** What arrives on the link's network, fees of the payment included, in its token. */
  arrives: Sum;
}

/** Above this a bridge's fee is no fee: 5 %, or 5 dollars where that is more. */
const MAX_FEE_SHARE = 20n;
const MAX_FEE_USD = 5n;

/** What an answer says that a deposit takes from the wallet, and the bridge's part. Throws `Mismatch` for an absurd fee. */
export function priceOf(
  said: Parsed,
  { token }: Route,
  arriving: { token: Token; amount: bigint },
): { amount: bigint; fee: bigint } {
  const text = textOf("sourceAmount", said.sourceAmount);
  if (!/^\d{1,60}(?:\.\d{1,18})?$/.test(text)) throw new Mismatch("amount", "an amount", text);
  const amount = unitsOf(text, token);
  const worth = sameWorth(arriving.amount, arriving.token, token);
  if (amount < worth) throw new Mismatch("amount", `at least ${worth}`, amount);
  const fee = amount - worth;
  const floor = MAX_FEE_USD * 10n ** BigInt(token.decimals);
  const most = worth / MAX_FEE_SHARE > floor ? worth / MAX_FEE_SHARE : floor;
  if (fee > most) throw new Mismatch("feeAmount", `at most ${most} for the bridge`, fee);
  return { amount, fee };
}

/** What several deposits take together. */
export function togetherOf(
  { source, token }: Route,
  deposits: DepositPrice["deposits"],
  until: Pick<DepositPrice, "expiresAt" | "deadline">,
): DepositPrice {
  const { symbol, decimals } = token;
  const sum = (part: "amount" | "fee") => deposits.reduce((all, share) => all + share[part], 0n);
  return {
    ...until,
    network: source.id,
    symbol,
    decimals,
    amount: sum("amount"),
    fee: sum("fee"),
    deposits,
  };
}

/** An amount of one dollar token in base units of another, rounded up. */
export function sameWorth(amount: bigint, from: Token, to: Token): bigint {
  const [up, down] = [10n ** BigInt(to.decimals), 10n ** BigInt(from.decimals)];
  return (amount * up + down - 1n) / down;
}

function unitsOf(text: string, { decimals }: Token): bigint {
  try {
    return parseAmount(text, decimals);
  } catch {
    throw new Mismatch("amount", `an amount with at most ${decimals} decimals`, text);
  }
}

/** Whether a price has run out. */
export function isPriceOver({ expiresAt }: DepositPrice, now: number = Date.now()): boolean {
  return now >= expiresAt * 1_000;
}
