import type { Drawn } from "@/components/pay/api/page-context";
import type { SafeOwners } from "@/components/pay/chain/safe";
import type { Problem, Step } from "@/components/pay/safety/comparison";
import type { DepositPrice } from "@/components/pay/safety/crosschain/price";
import type { ChosenSource } from "@/components/pay/safety/crosschain/route";
import type { EvmNetworkId } from "@/server/chains/networks";
import type { PageSources } from "@/server/secure-payments/page/crosschain-schema";
import type { PageState } from "@/server/secure-payments/page/page-schema";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";
import type {
  SignedTronTransaction,
  Verified,
  WalletBatch,
  WalletErrorCode,
  WalletFamily,
} from "@/wallet/wallet";

/** The wallet that is connected, and where it stands. */
export interface Payer {
  family: WalletFamily;
  address: string;
  /** Null when the wallet cannot tell. */
  chainId: number | null;
}

/** Verified transactions, which of them is next, and what they were compared with. */
export interface SigningPlan {
  steps: readonly Step[];
  at: number;
  /** All steps at once, for a wallet that carries out all of them or none; null where they are signed one by one. */
  batch: Verified<WalletBatch> | null;
  /** Where the wallet is a Safe: how many of its owners have to sign the batch. */
  safe: SafeOwners | null;
  shown: ShownPayment;
  funds: PayerFunds;
  /** Where it is paid from another network: what that costs. */
  price: DepositPrice | null;
  /** Payments of others that the payer had been warned of when this was put together. */
  warnedOf: readonly string[];
}

/** What `/pay` says about the wallet's funds: for information, nothing is signed because of it. Decimals. */
export interface PayerFunds {
  networkFee: string | null;
  /** The same in USD; null where no price is known. */
  networkFeeUsd: string | null;
  nativeBalance: string | null;
  hasEnoughGas: boolean;
}

/** What a wallet on Tron signed and nobody has said that they took: it may be handed over again, and only it. */
export interface Unsent {
  signed: SignedTronTransaction;
  /** When the chain has no use for it any more, milliseconds since 1970. */
  until: number;
}

/** A payment that left the wallet. Remembered over a reload. */
export interface Sent {
  /** Null for a batch whose transaction the wallet has not named yet. */
  hash: string | null;
  /** The wallet's ID of a batch (EIP-5792); null for a single transaction. */
  batch: string | null;
  /** The batch was proposed to a Safe, and its ID is the hash that the owners sign. */
  isSafe: boolean;
  /** Of the first payment in it: its event is in a transaction that has paid. Null where that is not known. */
  reference: string | null;
  wallet: string;
  /** The network it was sent on, where that is not the link's own. */
  from: EvmNetworkId | null;
  /**
   * Its place in the wallet's order, known once a node has seen it; on Tron, which has no order, the chain's time by
   * which it is in a block or never.
   */
  nonce: number | null;
  /** A node has it in a block: what is missing is the service's own look. */
  isMined: boolean;
  /** Milliseconds since 1970. */
  at: number;
  /** Null as soon as somebody has it. */
  unsent: Unsent | null;
}

/**
 * Why a payment that left the wallet will never be made. `reverted`: the chain took the transaction and undid it;
 * `replaced`: another transaction of the wallet took its place; `dropped`: no block took it up while it was valid;
 * `unpaid`: it is in the chain, and this payment is not in it, because a smart account carried out something else or
 * nothing. Of a batch the wallet says that it will not be carried out, or was in part only.
 */
export type Lost =
  | { code: "reverted" | "replaced" | "dropped" | "unpaid"; hash: string }
  | { code: "batch_failed" | "batch_partly" };

/** What went wrong with the last thing that was tried; the payer can go on from where they are. */
export type Trouble =
  | { code: "wallet"; reason: WalletErrorCode }
  | { code: "wallet_changed" | "network_changed" | "payment_changed" }
  /** The promised rate ended while the payer was reading, and another one took its place. Decimals of the token. */
  | { code: "quote_renewed"; before: string; after: string; symbol: string }
  /** The price of a bridge has run out, and another one took its place. */
  | { code: "price_renewed"; before: string; after: string; symbol: string }
  /** Nobody brings this payment from the network that was chosen at a fair price; or nobody can be asked. */
  | { code: "no_route" | "bridge_away" | "bridge_no_safe" }
  /** The chain took the permission and undid it. */
  | { code: "approval_reverted"; hash: string }
  | Lost
  /** The wallet let its owner lower the amount that may be taken. */
  | { code: "allowance_short" }
  /** What the wallet signed was not broadcast. */
  | { code: "not_relayed" }
  /** The connection to a Safe does not take the one transaction that a payment is. */
  | { code: "safe_no_batch" }
  /** A wallet was asked for the payment before, and nobody can say yet that it has not sent it. */
  | { code: "maybe_sent" }
  | { code: "unreachable" };

/** What every step has. */
export interface Shared {
  /** What the server said last. */
  page: PageState;
  /** What the payer was shown first: nobody may exchange it under their eyes. */
  pinned: Drawn | null;
  payer: Payer | null;
  /** From where else this wallet could pay; null while that was not asked. */
  sources: PageSources | null;
  /** Which of them the payer has chosen; null for the link's own network and token. */
  source: ChosenSource | null;
  /** The price of that which the payer was shown last. */
  price: DepositPrice | null;
  /** Moves when account or network change: answers to older questions are dropped. */
  epoch: number;
  sent: Sent | null;
  /** In which epochs a wallet was asked for the payment that it has not answered: it may still send each of them. */
  unanswered: readonly number[];
  trouble: Trouble | null;
  /** The wallet has just come: what it can pay with is not asked where there is one answer. */
  isFresh: boolean;
  /** The last question got no answer, or none that makes sense; it is asked again. */
  isSilent: boolean;
}

/** Where the payer is. One primary action per step. */
export type Flow = Shared &
  (
    | { step: "connect" | "checking" | "stopped" | "choose" | "switching" | "preparing" }
    | { step: "review"; plan: SigningPlan }
    /** Until the wallet has it, a payment is checked once more; a permission is handed over at once. */
    | { step: "signing"; plan: SigningPlan; isHandedOver: boolean }
    /** A reset or an approval is on its way into the chain. */
    | { step: "settling"; plan: SigningPlan; hash: string; unsent: Unsent | null }
    | { step: "refused"; problem: Problem }
    | { step: "confirming" | "done" }
  );

/** Without what belongs to one step only. */
export function bare(flow: Flow): Shared {
  const { page, pinned, payer, sources, source, price, epoch, sent, unanswered, trouble } = flow;
  const { isFresh, isSilent } = flow;
  return { page, pinned, payer, sources, source, price, epoch, sent, unanswered, trouble, isFresh, isSilent };
}
