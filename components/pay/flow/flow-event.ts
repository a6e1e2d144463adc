import type { Lost, Payer, Sent, SigningPlan, Trouble, Unsent } from "@/components/pay/flow/flow-state";
import type { Problem } from "@/components/pay/safety/comparison";
import type { ChosenSource } from "@/components/pay/safety/crosschain/route";
import type { PageSources } from "@/server/secure-payments/page/crosschain-schema";
import type { PageState } from "@/server/secure-payments/page/page-schema";

/** What can happen to the page. An answer carries the `epoch` of its question: it is dropped in another one. */
export type FlowEvent =
  | { type: "wallet"; payer: Payer | null }
  | { type: "read"; epoch: number; page: PageState; sources?: PageSources | null }
  | { type: "pick"; source: ChosenSource | null }
  /** The price has run out before it was signed. */
  | { type: "requote" }
  | { type: "silent"; epoch: number }
  | { type: "proceed"; mustSwitch: boolean }
  | { type: "prepared"; epoch: number; plan: SigningPlan }
  | { type: "refused"; epoch: number; problem: Problem }
  | { type: "failed"; epoch: number; trouble: Trouble }
  | { type: "sign" }
  /** What was checked once more goes to the wallet. */
  | { type: "hand_over"; epoch: number }
  | { type: "allowed"; epoch: number; hash: string; unsent: Unsent | null }
  | { type: "settled"; epoch: number }
  /** Never dropped: money that has moved is followed, whatever happened to the page meanwhile. `asked` is the epoch of the question. */
  | { type: "sent"; sent: Sent; asked: number | null }
  /** The payer says that a wallet that does not answer shows no question. */
  | { type: "ask_again" }
  /** The wallet was not asked after all, or has said no, to what the page had turned away from. */
  | { type: "declined"; asked: number }
  /** The wallet has named the transaction of a batch. */
  | { type: "found"; batch: string; hash: string }
  | { type: "followed"; hash: string; nonce: number | null; isMined: boolean }
  /** Somebody took what nobody had taken. */
  | { type: "taken"; hash: string }
  | { type: "lost"; trouble: Lost }
  | { type: "forget" }
  | { type: "back" };
