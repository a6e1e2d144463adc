import { type Hex, isAddressEqual, zeroAddress } from "viem";
import type { Problem, ProblemField } from "@/components/pay/safety/comparison";
import { contradictionIn } from "@/components/pay/safety/contradiction";
import { addressOf, expectationOf, type Transfer } from "@/components/pay/safety/expected";
import { Mismatch, problemOf, requireSame } from "@/components/pay/safety/mismatch";
import { requireAsked, requireRate } from "@/components/pay/safety/quote";
import { readDepositTerms } from "@/components/pay/safety/read-deposit-terms";
import { requireSigned } from "@/components/pay/safety/signed-quotes";
import { addressBytes, addressText } from "@/server/chains/address";
import { type DepositTerms, depositAddressOn } from "@/server/chains/deposit-address";
import { NETWORKS, type Network } from "@/server/chains/networks";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { parseAmount } from "@/server/lib/amount";
import type { PageDepositAddress } from "@/server/secure-payments/page/deposit-address-schema";
import type { PageFacts, PageItem, PageStateOf } from "@/server/secure-payments/page/page-schema";
import type { ShownQuote } from "@/server/secure-payments/page/shown-schema";

/** A page that can be paid by a plain transfer. */
export type DepositPage = PageStateOf<"ready" | "partial">;

/** An address that pays only what the page shows. */
export interface DepositAddress {
  network: Network;
  token: Token;
  /** What has to arrive, base units. */
  amount: bigint;
  /** In the form of its network. */
  address: string;
  quote: ShownQuote | null;
}

export type CheckedAddress = { ok: true; deposit: DepositAddress } | { ok: false; problem: Problem };

/** What the payee has to get of what is still to be paid, and the fees on it, base units. */
interface Rest {
  payee: bigint;
  fee: bigint;
  leg: bigint;
}

const NO_REFERENCE = "0x0000000000000000";

/**
 * Computes the address of a plain transfer from what the page shows and the contracts compiled into it, and compares it
 * with the one that the service names (docs/contract/deposits.md). Whoever took the service over could name an address of
 * his own, or one whose terms pay another payee or a larger fee.
 */
export function checkDepositAddress(page: DepositPage, offered: PageDepositAddress): CheckedAddress {
  try {
    const contradiction = contradictionIn(page);
    if (contradiction) return { ok: false, problem: contradiction };
    return { ok: true, deposit: checked(page, offered) };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

function checked(page: DepositPage, offered: PageDepositAddress): DepositAddress {
  const { shown, facts } = page;
  const { network, token } = tokenOf(offered);
  requireSame("network", shown.network, network.id);
  requireSame("transactions", "single", shown.kind);
  const [item, ...others] = facts.items;
  if (!item || others.length > 0) throw new Mismatch("transactions", "one payment", facts.items.length);
  requireSame("token", item.currency, token.id);
  const terms = readDepositTerms(offered.terms);
  const { rest, receivers } = item.invoice
    ? quotedRest(page, item.invoice, offered)
    : shownRest(expectationOf(shown).transfers, offered);
  requireReceivers({ network, token }, item, terms, receivers);
  if (!item.invoice) requireSame("amount", String(netOf(item, facts)), String(terms.amount));
  const amount = parseAmount(offered.amount, token.decimals);
  requireShares(terms, rest, amount, roundingsOf(facts));
  const computed = depositAddressOn(network, terms);
  if (!computed) throw new Mismatch("depositAddress", "a network that has such addresses", network.id);
  const address = addressText(network.family, computed);
  requireSame("depositAddress", address, offered.address);
  return { network, token, amount, address, quote: offered.quote };
}

function tokenOf({ network: id, token: currency }: PageDepositAddress): { network: Network; token: Token } {
  const token = tokenById(currency);
  if (!token || token.network !== id) throw new Mismatch("token", `a token of ${id}`, currency);
  return { network: NETWORKS[id], token };
}

/** Who gets the fees; null where there is none. */
interface Receivers {
  payee: string;
  fee: string | null;
  leg: { address: string; reference: string } | null;
}

/** What is left of a payment that is asked for in its token. */
function shownRest(
  [payment, leg, ...others]: readonly Transfer[],
  { quote }: PageDepositAddress,
): { rest: Rest; receivers: Receivers } {
  if (payment?.leg.role !== "payment" || others.length > 0 || (leg && (leg.leg.role !== "fee" || leg.fee))) {
    throw new Mismatch("transactions", "one payment and its fees", "something else");
  }
  requireSame("quote", true, quote === null);
  const { recipient } = payment.leg;
  if (recipient.commitment !== null) throw new Mismatch("recipient", "an address in full", recipient.address);
  return {
    rest: { payee: payment.amount, fee: payment.fee?.amount ?? 0n, leg: leg?.amount ?? 0n },
    receivers: {
      payee: recipient.address,
      fee: payment.fee?.address ?? null,
      leg: leg ? { address: leg.leg.recipient.address, reference: leg.reference } : null,
    },
  };
}

/** Of one that is asked for in another currency: what the promised rate makes of it. It has no fees. */
function quotedRest(
  { shown, facts }: DepositPage,
  invoice: NonNullable<PageItem["invoice"]>,
  { quote, token }: PageDepositAddress,
): { rest: Rest; receivers: Receivers } {
  if (quote === null) throw new Mismatch("quote", "a rate", "none");
  requireSigned(quote);
  requireSame("quote", facts.items[0]?.requestId ?? "", quote.requestId);
  // The sender of a plain transfer is nobody's payer.
  requireSame("quote", "", quote.payer);
  requireSame("quote", token, quote.paymentCurrency);
  requireAsked(invoice, quote);
  const [leg, ...others] = shown.legs;
  if (!leg || others.length > 0 || leg.fee !== null || leg.role !== "payment") {
    throw new Mismatch("transactions", "one payment without fees", shown.legs.length);
  }
  if (leg.recipient.commitment !== null)
    throw new Mismatch("recipient", "an address in full", "a hidden one");
  return {
    rest: { payee: requireRate(quote), fee: 0n, leg: 0n },
    receivers: { payee: leg.recipient.address, fee: null, leg: null },
  };
}

/** Holds the terms to what the page shows. Nobody is paid but those that it names. Throws `Mismatch`. */
function requireReceivers(
  { network, token }: { network: Network; token: Token },
  item: PageItem,
  terms: DepositTerms,
  receivers: Receivers,
): void {
  const bytes = (address: string) => addressBytes(network.family, addressOf(network, "recipient", address));
  const same = (field: ProblemField, address: string | null, got: string) => {
    const expected = address === null ? zeroAddress : bytes(address);
    if (!isAddressEqual(expected, hex(got))) throw new Mismatch(field, expected, got);
  };
  requireSame("network", String(network.chainId), String(terms.homeChainId));
  same("recipient", receivers.payee, terms.payee);
  if (token.address === null) throw new Mismatch("token", "a token", "the native coin");
  same("token", token.address, terms.token);
  same("contract", network.contracts.erc20FeeProxy.address, terms.feeProxy);
  requireSame("reference", item.paymentReference.toLowerCase(), terms.paymentReference.toLowerCase());
  same("feeRecipient", receivers.fee, terms.feeReceiver);
  same("feeRecipient", receivers.leg?.address ?? null, terms.legReceiver);
  requireSame("reference", receivers.leg?.reference ?? NO_REFERENCE, terms.legReference.toLowerCase());
}

/** What the payee gets of all that is asked for, without the fees that it bears. */
function netOf({ amount }: PageItem, { fees }: PageFacts): bigint {
  return fees
    .filter(({ bearer }) => bearer !== "payer")
    .reduce((net, fee) => net - BigInt(fee.amount), BigInt(amount));
}

/**
 * Holds how the contract divides what arrives to what the page shows: the fees are no larger, the payee gets what is left to
 * pay, and no more is asked for than that takes. `rounding` is how many base units the parts of before may have been cut by.
 * Throws `Mismatch`.
 */
function requireShares(terms: DepositTerms, rest: Rest, amount: bigint, rounding: bigint): void {
  for (const [shown, taken] of [
    [rest.fee, terms.feeAmount],
    [rest.leg, terms.legAmount],
  ] as const) {
    // Both are rates: so much of what the payee gets.
    const difference = taken * rest.payee - shown * terms.amount;
    const isLarger = difference > rounding * terms.amount;
    // Of the first payment nothing is rounded yet.
    if (isLarger || (rounding === 0n && difference !== 0n))
      throw new Mismatch("feeAmount", String(shown), taken);
  }
  const most = rest.payee + rest.fee + rest.leg + rounding;
  if (amount > most) throw new Mismatch("amount", `at most ${most}`, amount);
  const whole = terms.amount + terms.feeAmount + terms.legAmount;
  if ((amount + rounding) * terms.amount < rest.payee * whole) {
    throw new Mismatch("amount", "enough for the recipient and the fees", amount);
  }
}

/** Each transfer of before, and this one, cut a payment and two fees to a base unit; the first of all is exact. */
function roundingsOf({ transfers }: PageFacts): bigint {
  return transfers.length === 0 ? 0n : 3n * BigInt(transfers.length + 1);
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
