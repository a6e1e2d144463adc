// What a refund and the payments that it sends back are to each other. It follows from where both stand now and from
// nothing else, so a reorganisation of either needs no rule of its own.

import { HOLDING_STATES, type RefundState } from "@/server/payments/refunds/state";

/** The payments of a request. Amounts are base units of the token. */
export interface PaidStanding {
  /** What confirmed payments brought the payee. */
  received: bigint;
  /** Confirmed payments cover what was asked for. */
  isCovered: boolean;
}

/** One refund beside these payments. */
export interface RefundStanding {
  state: RefundState;
  amount: bigint;
}

/** What they come to. */
export interface RefundPair {
  /** What another refund can send back. */
  refundable: bigint;
  /** What went back for good. */
  refunded: bigint;
  /** Its transaction can be handed to a wallet: it was not sent, and the chain has the money that it sends back. */
  isSendable: boolean;
  /** The request counts as refunded: it was paid, and all that came went back. */
  isSentBack: boolean;
}

/** What these refunds of one request, the last of them looked at, make of it beside its payments. */
export function pairOf(refund: RefundStanding, paid: PaidStanding): RefundPair {
  const held = isHolding(refund.state) ? refund.amount : 0n;
  const refunded = refund.state === "confirmed" ? refund.amount : 0n;
  return {
    refundable: refundableOf(paid.received, held),
    refunded,
    isSendable: refund.state === "prepared" && held <= paid.received,
    isSentBack: isSentBack(paid, refunded),
  };
}

/** What can still be sent back of `received`; never negative. */
export function refundableOf(received: bigint, held: bigint): bigint {
  return received > held ? received - held : 0n;
}

/** A request that was paid and of which all came back to its payers. Of a part the status says nothing. */
export function isSentBack({ received, isCovered }: PaidStanding, refunded: bigint): boolean {
  return isCovered && received > 0n && refunded >= received;
}

export function isHolding(state: RefundState): boolean {
  return (HOLDING_STATES as readonly RefundState[]).includes(state);
}
