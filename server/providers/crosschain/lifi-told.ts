import type { LIFI_WORDS } from "@/db/schema";

/** What is asked about one transfer: the transaction on its source chain, by its hash. */
export interface LifiStatusQuery {
  txHash: string;
  fromChain: number;
  toChain: number;
  /** Left out where LI.FI said that the hash is none of this bridge. */
  bridge?: "across";
}

/** What LI.FI told of one transfer: our word for it, and its own. */
export interface LifiTold {
  word: LifiWord;
  /** LI.FI's own word beside it. */
  substatus: string | null;
}

/** What LI.FI says about a transfer, in one word. */
export type LifiWord = (typeof LIFI_WORDS)[number];
