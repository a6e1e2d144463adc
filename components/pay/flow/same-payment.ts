import type { Drawn } from "@/components/pay/api/page-context";
import type { Problem } from "@/components/pay/safety/comparison";
import { Mismatch } from "@/components/pay/safety/mismatch";
import { requireAsked } from "@/components/pay/safety/quote";
import type { PageItem, PageState } from "@/server/secure-payments/page/page-schema";
import type { ShownPayment, ShownTransfer } from "@/server/secure-payments/page/shown-schema";

/** What a page draws, where there is something to pay. */
export function drawnOn(page: PageState): Drawn | null {
  if (!("shown" in page)) return null;
  return { shown: page.shown, items: page.facts.items, fees: (page.bundle ?? page.facts).fees };
}

/**
 * What makes `later` another payment than the one the payer was shown `first`; null for the same one, for what is left
 * of it, and for what the chain has taken back of it. Part of a link may be paid by somebody else meanwhile, and be
 * orphaned; recipient, token, network and reference never move, and no amount grows beyond what was drawn as asked for.
 */
export function changeOf(first: Drawn, later: ShownPayment): Problem | null {
  if (first.shown.network !== later.network) return problem("network", first.shown.network, later.network);
  for (const leg of later.legs) {
    const change = changeOfLeg(first, leg, later);
    if (change) return change;
  }
  return changeOfApprovals(first.shown, later);
}

/** What was approved stays so as long as anything of it is to be paid: no answer takes it away or puts another in its place. */
function changeOfApprovals({ approved }: ShownPayment, later: ShownPayment): Problem | null {
  const left = new Set(later.legs.map(({ item }) => item));
  const known = later.approved.map((approval) => JSON.stringify(approval));
  const gone = approved.find(
    (approval) => left.has(approval.item) && !known.includes(JSON.stringify(approval)),
  );
  return gone ? problem("approval", "what was approved", "something else") : null;
}

function changeOfLeg(first: Drawn, leg: ShownTransfer, later: ShownPayment): Problem | null {
  const known = first.shown.legs.find(({ reference }) => reference === leg.reference);
  const asked = first.items.find(({ paymentReference }) => paymentReference === leg.reference);
  if (!known) {
    return asked
      ? changeOfPaid(first, asked, leg, later)
      : problem("reference", "a known reference", leg.reference);
  }
  if (
    known.recipient.address !== leg.recipient.address ||
    known.recipient.commitment !== leg.recipient.commitment
  ) {
    return problem("recipient", known.recipient.address, leg.recipient.address);
  }
  if (known.role !== leg.role) return problem("answer", known.role, leg.role);
  if (known.currency !== leg.currency) return problem("token", known.currency, leg.currency);
  if (asked?.invoice) return changeOfConverted(asked.invoice, leg, later);
  if (leg.role === "fee") {
    const grows = { from: paymentsIn(first.shown, leg.currency), to: paymentsIn(later, leg.currency) };
    return isFeeOf(first, leg, BigInt(known.amount), grows)
      ? null
      : problem("feeAmount", known.amount, leg.amount);
  }
  const most = BigInt(asked?.currency === leg.currency ? asked.amount : known.amount);
  if (BigInt(leg.amount) > BigInt(known.amount) && BigInt(leg.amount) > most) {
    return problem("amount", known.amount, leg.amount);
  }
  return changeOfFee(first, leg, known.fee, BigInt(known.amount));
}

/**
 * What is asked in another currency has another amount in the token with each quote, which `safety/quote.ts` holds to
 * its rate. Here it is held to what was asked for first.
 */
function changeOfConverted(
  asked: NonNullable<PageItem["invoice"]>,
  leg: ShownTransfer,
  { quote }: ShownPayment,
): Problem | null {
  if (leg.fee) return problem("feeAmount", "0", leg.fee.amount);
  if (quote === null) return leg.amount === "0" ? null : problem("amount", "0", leg.amount);
  try {
    requireAsked(asked, quote);
    return null;
  } catch (error) {
    return error instanceof Mismatch ? error.problem : problem("quote", asked.amount, quote.invoiceAmount);
  }
}

/** It was paid when the page opened. Of a recipient that is hidden nothing is known that could be held against it. */
function changeOfPaid(
  first: Drawn,
  asked: PageItem,
  leg: ShownTransfer,
  later: ShownPayment,
): Problem | null {
  if (leg.role !== "payment") return problem("answer", "payment", leg.role);
  if (asked.isMasked || leg.recipient.commitment !== null || asked.recipient !== leg.recipient.address) {
    return problem("recipient", asked.recipient, leg.recipient.address);
  }
  if (asked.currency !== leg.currency) return problem("token", asked.currency, leg.currency);
  if (asked.invoice) return changeOfConverted(asked.invoice, leg, later);
  if (BigInt(leg.amount) > BigInt(asked.amount)) return problem("amount", asked.amount, leg.amount);
  return changeOfFee(first, leg, feeLike(first.shown, leg), BigInt(leg.amount));
}

/** What the payments beside it say of its fee: to whom, and at which rate. */
function feeLike({ legs }: ShownPayment, { currency, amount, fee }: ShownTransfer): ShownTransfer["fee"] {
  const beside = legs.filter((leg) => leg.currency === currency && leg.fee?.address === fee?.address);
  const on = sum(beside);
  if (!fee || on === 0n) return null;
  const fees = sum(beside.flatMap((leg) => leg.fee ?? []));
  // Each is cut to a base unit by itself.
  return { address: fee.address, amount: ((fees * BigInt(amount)) / on + 1n).toString() };
}

/** `known` was to be paid on `on`. */
function changeOfFee(
  first: Drawn,
  leg: ShownTransfer,
  known: ShownTransfer["fee"],
  on: bigint,
): Problem | null {
  const { fee } = leg;
  if (!fee) return null;
  const grows = { from: on, to: BigInt(leg.amount) };
  const isSame = known?.address === fee.address;
  if (isSame && isFeeOf(first, { ...fee, currency: leg.currency }, BigInt(known.amount), grows)) return null;
  return problem("feeAmount", known?.amount ?? "0", fee.amount);
}

/** Whether a fee is no more than it was; where payments have come back, than was drawn or than it grows with them. */
function isFeeOf(
  { fees }: Drawn,
  fee: { amount: string; currency: string },
  before: bigint,
  { from, to }: { from: bigint; to: bigint },
): boolean {
  const now = BigInt(fee.amount);
  if (now <= before) return true;
  if (to <= from) return false;
  const drawn = sum(fees.filter(({ symbol }) => fee.currency.startsWith(`${symbol}-`)));
  // Each is cut to a base unit by itself.
  return now <= drawn || now * from <= (before + 1n) * to;
}

function paymentsIn({ legs }: ShownPayment, currency: string): bigint {
  return sum(legs.filter((leg) => leg.role === "payment" && leg.currency === currency));
}

function sum(parts: readonly { amount: string }[]): bigint {
  return parts.reduce((all, { amount }) => all + BigInt(amount), 0n);
}

function problem(field: Problem["field"], expected: string, got: string): Problem {
  return { field, expected, got };
}
