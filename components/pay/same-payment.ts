import type { Problem } from "@/components/pay/safety/comparison";
import type { ShownLeg, ShownPayment } from "@/components/pay/safety/shown";

/**
 * What makes `later` another payment than the one the payer was shown `first`; null for the same one, or for what
 * is left of it. Part of a link may be paid by somebody else meanwhile; recipient, token, network and reference
 * never move, and no amount grows.
 */
export function changeOf(first: ShownPayment, later: ShownPayment): Problem | null {
  if (first.network !== later.network) return problem("network", first.network, later.network);
  for (const leg of later.legs) {
    const known = first.legs.find(({ reference }) => reference === leg.reference);
    if (!known) return problem("reference", "a known reference", leg.reference);
    const change = changeOfLeg(known, leg);
    if (change) return change;
  }
  return null;
}

function changeOfLeg(known: ShownLeg, leg: ShownLeg): Problem | null {
  if (
    known.recipient.address !== leg.recipient.address ||
    known.recipient.commitment !== leg.recipient.commitment
  ) {
    return problem("recipient", known.recipient.address, leg.recipient.address);
  }
  if (known.currency !== leg.currency) return problem("token", known.currency, leg.currency);
  if (BigInt(leg.amount) > BigInt(known.amount)) return problem("amount", known.amount, leg.amount);
  const [before, now] = [known.fee, leg.fee];
  if (now && (now.address !== before?.address || BigInt(now.amount) > BigInt(before.amount))) {
    return problem("feeAmount", before?.amount ?? "0", now.amount);
  }
  return null;
}

function problem(field: Problem["field"], expected: string, got: string): Problem {
  return { field, expected, got };
}
