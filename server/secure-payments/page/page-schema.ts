import type { ShownPayment } from "@/components/pay/safety/shown";
import type { Branding } from "@/server/branding/schema";
import type { NetworkId } from "@/server/chains/networks";
import type { PageBundle } from "@/server/secure-payments/page/page-bundle";

/**
 * What the payer page knows of a link. Plain JSON: the server renders the first view from it, the browser reads it
 * again. Amounts are base units as text. Where something is hidden it is not in here.
 */
export type PageState =
  | { kind: "not_found" }
  /** A node or a provider does not answer; nothing is known to be wrong with the link. */
  | { kind: "unavailable" }
  /** Tells nothing of the payment until a wallet has passed (AP-03). */
  | (PageCommon & { kind: "hidden" })
  | (PageCommon & { kind: "blocked"; reason: BlockedReason; facts: PageFacts | null })
  | Kinds<"ready" | "partial", PageCommon & PageFunds & { facts: PageFacts; shown: ShownPayment }>
  /** Everything was seen on chain, and is not deep enough yet. */
  | (PageCommon & { kind: "confirming"; facts: PageFacts; progress: PageProgress })
  | Kinds<"paid" | "overpaid" | "paid_late", PageCommon & { facts: PageFacts | null }>
  /** Co-signers of a Safe are awaited (423). */
  | (PageCommon & { kind: "in_progress"; facts: PageFacts | null; safe: PageSafe | null })
  /** With facts where something was paid before the time was over. */
  | (PageCommon & { kind: "expired"; facts: PageFacts | null })
  | Kinds<"invalidated" | "failed", PageCommon>
  /** `shown` pays the rows that are open. */
  | (PageCommon & PageFunds & { kind: "bundle"; bundle: PageBundle; facts: PageFacts; shown: ShownPayment })
  /** No row can be paid here: what is left is blocked, or lies on several networks. */
  | (PageCommon & { kind: "bundle_blocked"; bundle: PageBundle; facts: PageFacts | null });

type Kinds<K extends string, Fields> = K extends unknown ? Fields & { kind: K } : never;

/** The states of these kinds. */
export type PageStateOf<K extends PageState["kind"]> = Extract<PageState, { kind: K }>;

export interface PageCommon {
  token: string;
  branding: Branding | null;
  redirect: { url: string; label: string | null } | null;
  /** The rows of a bundle, for who may see them; null for every other link. */
  bundle: PageBundle | null;
}

export type BlockedReason = "wallet_not_allowed" | "rejected" | "error";

export interface PageNetwork {
  id: NetworkId;
  family: "evm" | "tron";
  name: string;
  chainId: number;
  isTestnet: boolean;
  /** Its name as a payer's source; null where it has none. */
  sourceChain: string | null;
  native: { symbol: string; decimals: number };
  /** Null on a local chain, which no explorer knows. */
  explorer: { transactionPrefix: string; addressPrefix: string } | null;
}

/** One payment of a link. */
export interface PageItem {
  requestId: string;
  /** In full, or shortened where the recipient hides it. */
  recipient: string;
  isMasked: boolean;
  /** What the link asks for, before fees that the payer bears. */
  amount: string;
  symbol: string;
  decimals: number;
  currency: string;
  paymentReference: string;
  /** Counted on chain so far, confirmed or not; once all is there, with the fees that the recipient bears. */
  received: string;
}

export interface PageFee {
  label: string;
  bearer: "payer" | "payee";
  amount: string;
  symbol: string;
  decimals: number;
}

export interface PageTransfer {
  txHash: string;
  amount: string;
  symbol: string;
  decimals: number;
  isConfirmed: boolean;
  at: string;
}

export interface PageFacts {
  paymentType: "single" | "batch" | "multicall";
  network: PageNetwork;
  items: PageItem[];
  fees: PageFee[];
  /** The merchant's own words. */
  reference: string | null;
  expiresAt: string;
  /** True where no wallet is screened and everybody may pay. */
  isOpenToAll: boolean;
  /** False where the link hides itself from the public, and so does its receipt. */
  hasPublicReceipt: boolean;
  transfers: PageTransfer[];
}

/** What the wallet that came has; empty while nobody has come. */
export interface PageFunds {
  options: PageOption[];
  /** Transactions that somebody said they have sent a moment ago and that are not on chain yet. */
  announced: { txHash: string; at: string }[];
  /**
   * The last block whose payments are all in here; null where nothing is watched yet, and while nobody has come. A
   * wallet that asks after its own payment learns from it whether the service can have seen it.
   */
  watchedTo: string | null;
}

/** One way to pay: the link's own network, and one of its tokens. Decimals, as the API tells them. */
export interface PageOption {
  symbol: string;
  balance: string;
  needed: string;
  hasEnough: boolean;
}

/** Blocks on top of the transfer that was seen last, its own included. */
export interface PageProgress {
  confirmations: number;
  needed: number;
}

export interface PageSafe {
  safeTxHash: string;
  deadline: string | null;
}
