import { OFFRAMP_STATUSES } from "@/db/schema";
import type { RequestEvent } from "@/server/requests/state";

// Two state machines meet here: the provider's transfer and our record of it, with what the chain shows of the payment.
// Each pair of them stands in these tables. Calldata, page, announcements, status and rebinding all ask `pairOf`.

/**
 * Where a transfer stands, in our record and in the provider's words. `closed` is one that the provider ended before it
 * had any money; it is stored and told as `failed`.
 */
export const PAIR_STATES = [...OFFRAMP_STATUSES, "closed"] as const;
export type PairState = (typeof PAIR_STATES)[number];

/**
 * What was seen on chain with the request's reference. `beside` is money that came beside what the provider has: that
 * came to the deposit address without the reference, before.
 */
export const SEEN_ON_CHAIN = ["nothing", "part", "whole", "beside"] as const;
export type SeenOnChain = (typeof SEEN_ON_CHAIN)[number];

/**
 * Rows are our record, cells where news may take it (events.md §3.3, behaviour.md §29). Steps may be skipped, as asking
 * may come late. What is not here is old news and ignored. `initiated` is news of the chain.
 */
const MOVES: Record<PairState, readonly PairState[]> = {
  awaiting_funds: [
    "initiated",
    "pending_internal_assessment",
    "ongoing_checks",
    "sending_fiat",
    "fiat_sent",
    "bounced",
    "retry_required",
    "failed",
    "refunded",
    "closed",
  ],
  initiated: [
    "pending_internal_assessment",
    "ongoing_checks",
    "sending_fiat",
    "fiat_sent",
    "bounced",
    "retry_required",
    "failed",
    "refunded",
  ],
  pending_internal_assessment: [
    "ongoing_checks",
    "sending_fiat",
    "fiat_sent",
    "bounced",
    "retry_required",
    "failed",
    "refunded",
  ],
  ongoing_checks: ["sending_fiat", "fiat_sent", "bounced", "retry_required", "failed", "refunded"],
  sending_fiat: ["fiat_sent", "bounced", "retry_required", "failed", "refunded"],
  // A bank may send money back days after it took it, and much may have become of it before somebody asks.
  fiat_sent: ["bounced", "retry_required", "failed", "refunded"],
  bounced: ["retry_required", "sending_fiat", "fiat_sent", "failed", "refunded"],
  retry_required: ["sending_fiat", "fiat_sent", "bounced", "failed", "refunded"],
  failed: [],
  refunded: [],
  // Money may come to an address that was closed, and the provider may take it, or open the address again.
  closed: [
    "awaiting_funds",
    "pending_internal_assessment",
    "ongoing_checks",
    "sending_fiat",
    "fiat_sent",
    "bounced",
    "retry_required",
    "failed",
    "refunded",
  ],
};

/** Events about a move, by where it goes. */
const ANNOUNCES: Record<PairState, readonly AnnouncedName[]> = {
  awaiting_funds: [],
  initiated: ["payment.processing"],
  pending_internal_assessment: ["payment.processing"],
  ongoing_checks: ["payment.processing"],
  sending_fiat: ["payment.processing"],
  fiat_sent: ["payment.processing"],
  bounced: ["payment.processing"],
  retry_required: ["payment.processing"],
  failed: ["payment.failed"],
  refunded: ["payment.failed", "payment.refunded"],
  closed: ["payment.failed"],
};
export type AnnouncedName = "payment.processing" | "payment.failed" | "payment.refunded";

/** Whether transactions are given: yes, once another deposit address is bound, or no, for this reason. */
export type Calldata =
  | "give"
  | "bind_anew"
  | "on_its_way"
  | "delivered"
  | "failed"
  | "refunded"
  | "paid_late"
  | "replaced";

/** What the payer's page says; null where it says what it says of every link. */
export type OfframpStage =
  | null
  | "open"
  | "partly"
  | "initiated"
  | "pending_internal_assessment"
  | "ongoing_checks"
  | "sending_fiat"
  | "delivered"
  | "bounced"
  | "retry_required"
  | "failed"
  | "refunded";

/** What becomes of the request: what its transfers say, though never paid by them alone, or this. */
export type Settles = "transfers" | Exclude<RequestEvent, "cleared" | "partly_settled">;

interface Follows {
  calldata: Calldata;
  stage: OfframpStage;
  settles: Settles;
}

const follows = (calldata: Calldata, stage: OfframpStage, settles: Settles): Follows => ({
  calldata,
  stage,
  settles,
});

/** The provider has the money, and the payer nothing more to do. */
const underway = (stage: OfframpStage, part: OfframpStage): Record<SeenOnChain, Follows> => ({
  nothing: follows("on_its_way", stage, "payment_seen"),
  part: follows("on_its_way", part, "transfers"),
  whole: follows("on_its_way", stage, "payment_seen"),
  beside: follows("on_its_way", stage, "payment_seen"),
});

/** Rows are where our record is once the news are in, columns what the chain shows. */
const FOLLOWS: Record<PairState, Record<SeenOnChain, Follows>> = {
  awaiting_funds: {
    nothing: follows("give", null, "transfers"),
    part: follows("on_its_way", "partly", "transfers"),
    whole: follows("on_its_way", null, "payment_seen"),
    beside: follows("on_its_way", null, "payment_seen"),
  },
  initiated: underway("initiated", "partly"),
  pending_internal_assessment: underway("pending_internal_assessment", "partly"),
  ongoing_checks: underway("ongoing_checks", "partly"),
  sending_fiat: underway("sending_fiat", "partly"),
  fiat_sent: {
    // The bank has money of which nobody here knows who paid it.
    nothing: follows("delivered", "delivered", "payment_seen"),
    part: follows("delivered", "partly", "transfers"),
    whole: follows("delivered", null, "settled"),
    beside: follows("delivered", "delivered", "payment_seen"),
  },
  bounced: underway("bounced", "bounced"),
  retry_required: underway("retry_required", "retry_required"),
  failed: {
    nothing: follows("failed", "failed", "offramp_failed"),
    part: follows("failed", "failed", "transfers"),
    whole: follows("failed", "failed", "offramp_failed"),
    beside: follows("failed", "failed", "offramp_failed"),
  },
  refunded: {
    nothing: follows("refunded", "refunded", "offramp_refunded"),
    part: follows("refunded", "refunded", "transfers"),
    whole: follows("refunded", "refunded", "offramp_refunded"),
    beside: follows("refunded", "refunded", "offramp_refunded"),
  },
  closed: {
    nothing: follows("bind_anew", "open", "transfers"),
    part: follows("paid_late", "failed", "transfers"),
    whole: follows("paid_late", "failed", "offramp_failed"),
    beside: follows("paid_late", "failed", "offramp_failed"),
  },
};

/** One meeting of the two. */
export interface Pair {
  row: PairState;
  /** What the provider says; what our record says where nobody has asked. */
  provider: PairState;
  seen: SeenOnChain;
  /** Another deposit address took its place. */
  isReplaced: boolean;
}

export interface Outcome {
  /** Where our record goes; null where it stays. */
  movesTo: PairState | null;
  announces: readonly AnnouncedName[];
  calldata: Calldata;
  stage: OfframpStage;
  /** Null where the request is no concern of it. */
  settles: Settles | null;
}

/** What to make of a pair. What was replaced moves on for itself and says nothing of the request. */
export function pairOf({ row, provider, seen, isReplaced }: Pair): Outcome {
  // A transfer that had money and is canceled did not end without any.
  const news = provider === "closed" && hasMoney(row) ? "failed" : provider;
  const movesTo = MOVES[row].includes(news) ? news : null;
  const announced = movesTo === null ? [] : ANNOUNCES[movesTo];
  if (isReplaced) return { movesTo, announces: [], calldata: "replaced", stage: null, settles: null };
  // Whoever was told that it had arrived is told that it has not.
  const cameBack = row === "fiat_sent" && movesTo !== null && !announced.includes("payment.failed");
  const after = FOLLOWS[movesTo ?? row][seen];
  return { movesTo, announces: cameBack ? [...announced, "payment.failed"] : announced, ...after };
}

/** Whether the provider has, or had, money of it. */
export function hasMoney(state: PairState): boolean {
  return state !== "awaiting_funds" && state !== "closed";
}

/** Money that only the chain had shown, and that a reorganisation took away: the deposit is awaited again. */
export function isTakenBack(row: PairState, seen: SeenOnChain): boolean {
  return row === "initiated" && seen === "nothing";
}

/** States in which nothing is expected any more. */
export function isOver(state: PairState): boolean {
  return MOVES[state].length === 0;
}
