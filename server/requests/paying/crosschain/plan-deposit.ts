import type { Hex } from "@/server/chains/contract-addresses";
import { approval, type Call } from "@/server/chains/evm/calldata";
import { type TokenPayment, totalOf } from "@/server/chains/evm/crosschain/message";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import {
  type BridgeAsked,
  BridgeFault,
  type BridgeQuote,
  NoRoute,
} from "@/server/providers/crosschain/provider";
import { sameWorth } from "@/server/providers/crosschain/terms";
import { spendBridgeQuote } from "@/server/requests/paying/crosschain/quote-budgets";
import { bridgeToken, destinationFor, type Source } from "@/server/requests/paying/crosschain/source";
import type { Due } from "@/server/requests/paying/due";
import { proxyPayment } from "@/server/requests/paying/payment-plan";
import { plannedTransfers } from "@/server/requests/paying/planned-transfers";
import { checkWallet, type Readiness } from "@/server/requests/paying/readiness";

/** A deposit that pays one due, what has to come before it, and whether its wallet could make it. */
export interface PlannedDeposit extends Omit<PlannedDeposits, "legs"> {
  quote: BridgeQuote;
}

/** A deposit for each of several dues, the approvals before them, and whether their wallet could make them all. */
export interface PlannedDeposits {
  source: Source;
  /** In the order of the dues. */
  legs: {
    quote: BridgeQuote;
    payments: readonly TokenPayment[];
    /** What is paid by it, base units of the source's token; the rest of the deposit is the bridge's. */
    paid: bigint;
  }[];
  /** Enough for all deposits together. */
  approvals: Call[];
  funding: NonNullable<Readiness["funding"]>;
  /** Base units of the source's token that all deposits take, fees included. */
  inputAmount: bigint;
  /** Base units of the source's token beyond what is paid, fees included. */
  bridgeFee: bigint;
}

/** Rounded up; the pool is dearer than a plain transfer, and the message is calldata. */
const DEPOSIT_GAS = 250_000n;

/**
 * What has to arrive for a due, with its fees, as the fee proxy of its network takes it. Which fee a payment carries
 * follows from all that is paid `together`, as its payer is shown it.
 */
function tokenPaymentsOf(due: Due, together: readonly Due[]): TokenPayment[] {
  const platforms = new Set(together.flatMap(({ platform }) => platform?.address ?? []));
  // Deposits are transactions of their own, each with the receiver of its own fee.
  const beside = platforms.size > 1 ? [due] : together;
  const own = plannedTransfers(beside).filter(({ item }) => beside[item] === due);
  return own.map((transfer) => {
    const payment = proxyPayment(transfer);
    const { token } = payment;
    if (token === null)
      throw new ApiError(
        "crosschain_unsupported_token",
        `${due.token.symbol} is not supported in crosschain payment.`,
      );
    return { ...payment, token };
  });
}

/** Who pays from where. */
interface DepositsWanted {
  source: Source;
  payer: Hex;
  /** Row ID of the link whose visitor asks; null for a merchant with a key, who has a limit of their own. */
  linkId?: string | null;
  /** It was quoted before, and ran out (XC-09). */
  isAgain?: boolean;
  /** All that is paid with them, also what needs no bridge; without it, the dues alone. */
  together?: readonly Due[];
}

/**
 * A quote for paying a due from another network, and the wallet's state there. Throws 400 for what no bridge takes or
 * nobody brings, and 503 while the provider is away: other ways to pay are not touched by that (XC-05).
 */
export async function planDeposit(ctx: Ctx, due: Due, wanted: DepositsWanted): Promise<PlannedDeposit> {
  const { legs, ...planned } = await planDeposits(ctx, [due], wanted);
  const [leg] = legs;
  if (!leg) throw new Error("a due without a deposit");
  return { ...planned, quote: leg.quote };
}

/**
 * The same for several dues, a deposit for each (MC-17): every one has its own reference, fallback recipient and refund,
 * so that one that fails does not touch the others. They are quoted at the same time, so nobody waits longer than for
 * one. Throws as `planDeposit` does; all of them or none.
 */
export async function planDeposits(
  ctx: Ctx,
  dues: readonly Due[],
  { source, payer, linkId = null, isAgain = false, together = dues }: DepositsWanted,
): Promise<PlannedDeposits> {
  const asked = dues.map((due) => askedFor(due, source, payer, together));
  const quotes = await quotesFor(ctx, asked, { linkId, isAgain });
  const legs = quotes.map((quote, i) => {
    const payments = asked[i]?.payments ?? [];
    return { quote, payments, paid: asked[i] ? worthAtSource(asked[i]) : 0n };
  });
  const inputAmount = quotes.reduce((sum, quote) => sum + quote.inputAmount, 0n);
  const paid = legs.reduce((sum, leg) => sum + leg.paid, 0n);
  const ready = await readinessOf(source, quotes, { payer, inputAmount });
  return { source, legs, ...ready, inputAmount, bridgeFee: inputAmount - paid };
}

/** What is paid, in base units of the payer's token. */
function worthAtSource({ payments, outputToken, inputToken }: BridgeAsked): bigint {
  return sameWorth(totalOf(payments), outputToken, inputToken);
}

/** Throws 400 for less than a bridge takes (PC-09). `together` is all that is paid beside it. */
export function askedFor(
  due: Due,
  source: Source,
  payer: Hex,
  together: readonly Due[] = [due],
): BridgeAsked {
  const destination = destinationFor(due.token);
  const payments = tokenPaymentsOf(due, together);
  const outputToken = bridgeToken(due.token);
  if (totalOf(payments) <= oneDollar(outputToken)) {
    throw new ApiError("crosschain_amount_too_low", "Crosschain payments have to be worth more than 1 USD");
  }
  return {
    source: source.network,
    destination,
    payer,
    inputToken: bridgeToken(source.token),
    outputToken,
    payments,
  };
}

/**
 * Throws 400 for a part that leaves a rest which no bridge takes: a payer whose money is elsewhere could never pay that.
 * `part`, which is what the due pays, and `rest` are base units of the invoice currency.
 */
export function requireBridgeableRest(due: Due, { part, rest }: { part: bigint; rest: bigint }): void {
  if (rest === 0n || (due.amount * rest) / part > oneDollar(due.token)) return;
  throw new ApiError(
    "crosschain_amount_too_low",
    "What is left then would be worth 1 USD or less, which no bridge takes: pay all of it, or leave more",
  );
}

/** In base units of a token that bridges take: all of them are dollars. */
function oneDollar({ decimals }: { decimals: number }): bigint {
  return 10n ** BigInt(decimals);
}

async function quotesFor(
  ctx: Ctx,
  asked: readonly BridgeAsked[],
  { linkId, isAgain }: { linkId: string | null; isAgain: boolean },
): Promise<BridgeQuote[]> {
  const { bridges } = ctx.providers;
  const { provider } = bridges;
  if (!provider) {
    throw new ApiError("not_supported_yet", "Paying from another network or token is not offered here");
  }
  try {
    return await Promise.all(
      asked.map((one) =>
        bridges.quote(one, { admit: () => spendBridgeQuote(ctx, provider, linkId), isAgain }),
      ),
    );
  } catch (error) {
    if (error instanceof BridgeFault) throw unavailable(error);
    if (!(error instanceof NoRoute)) throw error;
    if (error.reason === "amount_too_low") {
      throw new ApiError("crosschain_amount_too_low", "The bridge does not take so little");
    }
    throw new ApiError("crosschain_no_route", "No bridge brings this payment at a fair price at the moment");
  }
}

function unavailable(cause?: unknown): ApiError {
  return new ApiError(
    "crosschain_unavailable",
    "Payments from other networks cannot be quoted at the moment; it is safe to retry, and to pay on the request's own network",
    { cause },
  );
}

/** The approval is always there (PC-08), behind a reset where the token refuses to change an allowance. */
async function readinessOf(
  { chain, token }: Source,
  [first, ...others]: readonly BridgeQuote[],
  { payer, inputAmount }: { payer: Hex; inputAmount: bigint },
): Promise<Pick<PlannedDeposits, "approvals" | "funding">> {
  if (!first) throw new Error("nothing is to be paid");
  const { spender, call } = first;
  if (others.some((quote) => quote.spender !== spender)) throw new Error("deposits into different contracts");
  const plan = { call, spends: [{ token, amount: inputAmount, spender }], gas: DEPOSIT_GAS, feeLimit: null };
  const { funding } = await checkWallet(chain, plan, payer);
  if (!funding) throw new Error("nothing is known about a wallet that was named");
  const { address } = bridgeToken(token);
  const allowance = funding.balances[0]?.allowance ?? 0n;
  const resets = token.approveNeedsReset && allowance > 0n ? [approval(address, spender, 0n)] : [];
  const payment = funding.gasCost.payment * BigInt(1 + others.length);
  const gasCost = { ...funding.gasCost, payment };
  return {
    approvals: [...resets, approval(address, spender, inputAmount)],
    funding: { ...funding, gasCost, hasEnoughGas: funding.native >= gasCost.approvals + payment },
  };
}
