import type { LIFI_WORDS } from "@/db/schema";
import type { DepositState } from "@/server/crosschain/state";

/** What LI.FI says about a transfer, in one word (providers.md §1.5). */
export type LifiWord = (typeof LIFI_WORDS)[number];

/** What follows from a word of LI.FI. None of these moves a deposit or a request: the two chains alone do. */
export type LifiConsequence =
  /** It says nothing new: it is asked again later. */
  | "ask_again"
  /** It says something that the chains cannot show yet: the merchant is told, and it is asked again. */
  | "tell"
  /** It says something that the chains do not show: that is logged, what the chains show counts, and it is asked again. */
  | "differs"
  /** The chains show the end: it is not asked any more. */
  | "stop";

/** Rows are what the two chains show of a deposit, columns are what LI.FI says of it. */
export const lifiTable: Record<DepositState, Record<LifiWord, LifiConsequence>> = {
  bridging: {
    not_found: "ask_again",
    invalid: "ask_again",
    pending: "ask_again",
    refund_in_progress: "tell",
    completed: "differs",
    partial: "differs",
    refunded: "differs",
    failed: "tell",
    refund_needed: "tell",
  },
  filled: {
    not_found: "stop",
    invalid: "stop",
    pending: "stop",
    refund_in_progress: "differs",
    completed: "stop",
    partial: "differs",
    refunded: "differs",
    failed: "differs",
    refund_needed: "differs",
  },
  filled_call_failed: {
    not_found: "stop",
    invalid: "stop",
    pending: "stop",
    refund_in_progress: "differs",
    // Which word a failed call gets is not documented.
    completed: "stop",
    partial: "stop",
    refunded: "differs",
    failed: "stop",
    refund_needed: "differs",
  },
  expired: {
    not_found: "ask_again",
    invalid: "ask_again",
    pending: "ask_again",
    refund_in_progress: "tell",
    completed: "differs",
    partial: "differs",
    refunded: "tell",
    failed: "tell",
    refund_needed: "tell",
  },
  refunding: {
    not_found: "ask_again",
    invalid: "ask_again",
    pending: "ask_again",
    refund_in_progress: "tell",
    completed: "differs",
    partial: "differs",
    refunded: "tell",
    failed: "tell",
    refund_needed: "tell",
  },
  refunded: {
    not_found: "stop",
    invalid: "stop",
    pending: "stop",
    refund_in_progress: "stop",
    completed: "differs",
    partial: "differs",
    refunded: "stop",
    failed: "stop",
    refund_needed: "stop",
  },
  // A refund that is overdue, or money that its payer had delivered to somebody else.
  failed: {
    not_found: "ask_again",
    invalid: "ask_again",
    pending: "ask_again",
    refund_in_progress: "tell",
    completed: "differs",
    partial: "differs",
    refunded: "tell",
    failed: "tell",
    refund_needed: "tell",
  },
  dropped: {
    not_found: "stop",
    invalid: "stop",
    pending: "stop",
    refund_in_progress: "differs",
    completed: "differs",
    partial: "differs",
    refunded: "differs",
    failed: "stop",
    refund_needed: "differs",
  },
};

const SENTENCES: Record<LifiWord, string | null> = {
  not_found: null,
  invalid: null,
  pending: null,
  refund_in_progress: "LI.FI says that the refund is on its way.",
  completed: null,
  partial: null,
  refunded: "LI.FI says that the money was given back; the source network does not show it yet.",
  failed: "LI.FI says that it failed.",
  refund_needed: "LI.FI says that its support has to be asked for the refund.",
};

/** What a merchant is told that LI.FI says; null where that is nothing, or not what the chains show. */
export function lifiSentence(state: DepositState, word: LifiWord | null): string | null {
  return word !== null && lifiTable[state][word] === "tell" ? SENTENCES[word] : null;
}
