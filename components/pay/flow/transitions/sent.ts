import { bare, type Flow, type Lost, type Sent } from "@/components/pay/flow/flow-state";
import { leftUnanswered } from "@/components/pay/flow/transitions/unanswered";
import type { PageDeposit } from "@/server/secure-payments/page/crosschain-schema";
import type { PageState } from "@/server/secure-payments/page/page-schema";

/**
 * The wallet has sent it: whatever step the page is in, it follows that from here on. `asked` is the epoch of the
 * question that this answers; others are still open.
 */
export function sent(flow: Flow, payment: Sent, asked: number | null): Flow {
  const unanswered = leftUnanswered(flow).filter((epoch) => epoch !== asked);
  return { ...bare(flow), step: "confirming", sent: payment, unanswered, trouble: null };
}

/** The wallet has named the transaction of the batch that is followed. */
export function found(flow: Flow, batch: string, hash: string): Flow {
  return flow.sent?.batch === batch ? { ...flow, sent: { ...flow.sent, hash } } : flow;
}

/** What a node says of the transaction that is followed. */
export function followed(flow: Flow, seen: Pick<Sent, "hash" | "nonce" | "isMined">): Flow {
  if (flow.sent?.hash !== seen.hash) return flow;
  const { nonce, isMined } = seen;
  return { ...flow, sent: { ...flow.sent, nonce, isMined, unsent: isMined ? null : flow.sent.unsent } };
}

/** What had been signed and not broadcast is with a node now. */
export function taken(flow: Flow, hash: string): Flow {
  if (flow.step === "settling" && flow.hash === hash) return { ...flow, unsent: null };
  return flow.sent?.hash === hash ? { ...flow, sent: { ...flow.sent, unsent: null } } : flow;
}

/** Nothing was paid: the same link is open again, as far as the server knows. */
export function lost(flow: Flow, trouble: Lost): Flow {
  if (flow.step !== "confirming" || !flow.sent) return flow;
  const next = { ...bare(flow), sent: null, trouble, epoch: flow.epoch + 1, price: null };
  return { ...next, step: flow.payer ? "checking" : "connect" };
}

/** Only while nothing of it was seen: what is on its way into the chain cannot be forgotten. */
export function forgotten(flow: Flow): Flow {
  const isSeen = flow.page.kind === "confirming" || flow.page.kind === "bridging";
  if (flow.step !== "confirming" || !flow.sent || flow.sent.isMined || isSeen) {
    return flow;
  }
  // Until its time is over somebody may have it all the same.
  if (flow.sent.unsent) return flow;
  // The payer believes that it will never come, and nobody has proved it.
  const unanswered = [...flow.unanswered, flow.epoch];
  const next = { ...bare(flow), sent: null, unanswered, trouble: null, epoch: flow.epoch + 1 };
  return { ...next, step: flow.payer ? "checking" : "connect" };
}

/**
 * What becomes of a deposit for a bundle that the service has seen, by the hash that the wallet gave it: from then on the
 * service keeps its payment from being asked for again, so the page goes on with the payments that are left. `next`: one
 * more is to be signed; `ended`: this one brings nothing, and its payment is among those that are left. Null where the
 * page goes on waiting for it.
 */
export function seenOfBundle(page: PageState, { from, hash }: Sent): "next" | "ended" | null {
  if (from === null || hash === null || page.kind !== "bundle") return null;
  const own = page.facts.deposits.filter(({ txHash }) => txHash.toLowerCase() === hash.toLowerCase());
  // The page may have been read while the service recorded it: its payment must not stand open any more.
  const isHeld = ({ state, item }: PageDeposit) =>
    ENDED.has(state) || page.shown.legs.every((leg) => leg.item !== item);
  if (own.length === 0 || !own.every(isHeld)) return null;
  return own.some(({ state }) => ENDED.has(state)) ? "ended" : "next";
}

/** Deposits that bring nothing any more: their payer has the money back, or gets it. */
const ENDED = new Set<PageDeposit["state"]>(["refunding", "refunded", "failed"]);
/** How far the clocks of a chain and of a device may stand apart, ms. */
const CLOCK_MS = 300_000;

/** Whether the bridge gives back what was sent. A wallet that has sped it up has given it another hash. */
export function hasComeToNothing(page: PageState, { from, hash, wallet, at }: Sent): boolean {
  // Of a bundle the wallet has made others too: `seenOfBundle` tells.
  if (from === null || page.kind === "bundle" || !("facts" in page) || !page.facts) return false;
  const own = page.facts.deposits.filter(
    (one) =>
      one.txHash === hash?.toLowerCase() ||
      (one.refundTo.toLowerCase() === wallet.toLowerCase() && Date.parse(one.at) > at - CLOCK_MS),
  );
  return own.length > 0 && own.every(({ state }) => ENDED.has(state));
}
