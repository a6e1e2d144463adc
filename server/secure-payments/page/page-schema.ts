import type { Branding } from "@/server/branding/schema";
import { NETWORK_IDS } from "@/server/chains/networks";
import {
  type Checked,
  count,
  decimal,
  decimals,
  flag,
  type Is,
  listOf,
  moment,
  oneOf,
  optional,
  orNull,
  shape,
  text,
  units,
  webAddress,
} from "@/server/lib/shape";
import { bankStage, pageBank } from "@/server/secure-payments/offramp/bank-schema";
import { pageDeposit } from "@/server/secure-payments/page/crosschain-schema";
import { pageDepositAddress } from "@/server/secure-payments/page/deposit-address-schema";
import { pageFee, pageMulticall } from "@/server/secure-payments/page/multicall-schema";
import { shownPayment } from "@/server/secure-payments/page/shown-schema";

/**
 * What the payer page knows of a link. Plain JSON: the server renders the first view from it, the browser reads it
 * again and checks it by the same description. Amounts are base units as text. Where something is hidden it is not in
 * here.
 */

const network = shape({
  id: oneOf(...NETWORK_IDS),
  family: oneOf("evm", "tron"),
  name: text,
  chainId: count,
  isTestnet: flag,
  /** Its name as a payer's source; null where it has none. */
  sourceChain: orNull(text),
  native: shape({ symbol: text, decimals }),
  /** Null on a local chain, which no explorer knows. */
  explorer: orNull(shape({ transactionPrefix: webAddress, addressPrefix: webAddress })),
});
export type PageNetwork = Checked<typeof network>;

/** One payment of a link. */
const item = shape({
  requestId: text,
  /** In full, or shortened where the recipient hides it. */
  recipient: text,
  isMasked: flag,
  /** The recipient is the wallet that has proven itself as the owner of the merchant's account. */
  isVerified: flag,
  /** Deposits on other networks bring all that is left of it, while another payment of the link can be made. */
  isComing: flag,
  /** What the link asks for, before fees that the payer bears. */
  amount: units,
  symbol: text,
  decimals,
  currency: text,
  paymentReference: text,
  /** Counted on chain so far, confirmed or not; once all is there, with the fees that the recipient bears. */
  received: units,
  /**
   * Where it is asked for in another currency: what is asked and what has arrived of it, base units of that one. Then
   * `amount` is what the quote makes of what is left, 0 without one, and `received` is 0.
   */
  invoice: orNull(shape({ currency: text, symbol: text, decimals, amount: units, received: units })),
});
export type PageItem = Checked<typeof item>;

const transfer = shape({
  txHash: text,
  amount: units,
  symbol: text,
  decimals,
  isConfirmed: flag,
  at: moment,
});
export type PageTransfer = Checked<typeof transfer>;

const facts = shape({
  paymentType: oneOf("single", "batch", "multicall"),
  network,
  items: listOf(item),
  fees: listOf(pageFee),
  /** The merchant's own words. */
  reference: orNull(text),
  expiresAt: moment,
  /** True where no wallet is screened and everybody may pay. */
  isOpenToAll: flag,
  /** True where its network has deposit addresses and its token can come to one: no network's own coin can. */
  takesTransfers: flag,
  /** False where the link hides itself from the public, and so does its receipt. */
  hasPublicReceipt: flag,
  transfers: listOf(transfer),
  /** From other networks, the oldest first. */
  deposits: listOf(pageDeposit),
});
export type PageFacts = Checked<typeof facts>;

/** One way to pay: the link's own network, and one of its tokens. Decimals, as the API tells them. */
const option = shape({ symbol: text, balance: decimal, needed: decimal, hasEnough: flag });
export type PageOption = Checked<typeof option>;

/** The last payment that was proposed from a Safe, and why it came to nothing. */
const safeEnded = shape({
  safeTxHash: text,
  why: oneOf("execution_failed", "rejected", "replaced", "deadline_passed"),
});
export type PageSafeEnded = Checked<typeof safeEnded>;

/** What the wallet that came has; empty while nobody has come. */
const funds = {
  options: listOf(option),
  /** Transactions that somebody said they have sent a moment ago and that are not on chain yet. */
  announced: listOf(shape({ txHash: text, at: text })),
  /**
   * The last block whose payments are all in here; null where nothing is watched yet, and while nobody has come. A
   * wallet that asks after its own payment learns from it whether the service can have seen it.
   */
  watchedTo: orNull(units),
  /** Null where no Safe has tried to pay, or it has not come to nothing. */
  safeEnded: orNull(safeEnded),
};
const allFunds = shape(funds);
export type PageFunds = Checked<typeof allFunds>;

/** Blocks on top of the transfer that was seen last, its own included. */
const progress = shape({ confirmations: count, needed: count, isByAmount: flag });
export type PageProgress = Checked<typeof progress>;

const safe = shape({
  safeTxHash: text,
  /** The Safe's address. */
  address: text,
  /** Owners who have to sign, and how many there are. */
  threshold: count,
  owners: count,
  /** Signatures collected so far; null where nobody tells. */
  signatures: orNull(count),
  /** Signatures collected for rejecting it; null where nobody tells. */
  rejections: orNull(count),
  /** The payer's own; from then on it is no longer waited for. */
  deadline: orNull(moment),
  /** From then on others are let pay, although it may still be carried out. */
  holdsUntil: moment,
});
export type PageSafe = Checked<typeof safe>;

const blockedReason = oneOf("wallet_not_allowed", "rejected", "error");
export type BlockedReason = Checked<typeof blockedReason>;

/** The server draws its look; scripts read whose contact it names. */
const brandingWords = shape({
  contact: optional(text),
  displayName: optional(text),
  orchestratorId: optional(text),
});
const branding: Is<Branding> = (value): value is Branding => brandingWords(value);

const common = {
  token: text,
  branding: orNull(branding),
  /** Whose link it is, by name; null where the account has none. */
  merchant: orNull(text),
  redirect: orNull(shape({ url: webAddress, label: orNull(text) })),
  /** The rows of a multicall, for who may see them; null for every other link. */
  bundle: orNull(pageMulticall),
  /** Where the money goes to a bank account; null where it stays on chain, and for who may not know. */
  bank: orNull(pageBank),
  /** Once it is paid: whether who knows the token may download the invoice of the link. */
  hasInvoice: flag,
};
const allCommon = shape(common);
export type PageCommon = Checked<typeof allCommon>;

const kind = <const Kind extends string>(name: Kind) => ({ kind: oneOf(name) });
const payable = {
  ...common,
  ...funds,
  facts,
  shown: shownPayment,
  /** Where a plain transfer pays; null until somebody has asked for it. */
  depositAddress: orNull(pageDepositAddress),
};
const over = { ...common, facts: orNull(facts) };

const STATES = {
  not_found: shape(kind("not_found")),
  /** A node or a provider does not answer; nothing is known to be wrong with the link. */
  unavailable: shape(kind("unavailable")),
  /** Asked in another currency, and nothing says reliably what that is in the token at this moment. */
  no_rate: shape(kind("no_rate")),
  /** Tells nothing of the payment until a wallet has passed (AP-03). */
  hidden: shape({ ...kind("hidden"), ...common }),
  blocked: shape({ ...kind("blocked"), ...over, reason: blockedReason }),
  ready: shape({ ...kind("ready"), ...payable }),
  partial: shape({ ...kind("partial"), ...payable }),
  /** Deposits on other networks bring all that is left: nobody should pay it again. */
  bridging: shape({ ...kind("bridging"), ...common, facts }),
  /** Everything was seen on chain, and is not deep enough yet. */
  confirming: shape({ ...kind("confirming"), ...common, facts, progress }),
  paid: shape({ ...kind("paid"), ...over }),
  overpaid: shape({ ...kind("overpaid"), ...over }),
  paid_late: shape({ ...kind("paid_late"), ...over }),
  /** Co-signers of a Safe are awaited (423). */
  /** The money goes to a bank account and waits for a check, for its deposit address, or for the provider. */
  to_bank: shape({
    ...kind("to_bank"),
    ...common,
    facts,
    stage: bankStage,
    /** Where the payer goes on with the check; null where there is nothing to do. */
    checkUrl: orNull(webAddress),
  }),
  in_progress: shape({ ...kind("in_progress"), ...over, safe: orNull(safe) }),
  /** With facts where something was paid before the time was over. */
  expired: shape({ ...kind("expired"), ...over }),
  invalidated: shape({ ...kind("invalidated"), ...common }),
  failed: shape({ ...kind("failed"), ...common }),
  /** `shown` pays the rows that are open. */
  bundle: shape({ ...kind("bundle"), ...payable, bundle: pageMulticall }),
  /** No row can be paid here: what is left is blocked, or lies on several networks. */
  bundle_blocked: shape({ ...kind("bundle_blocked"), ...over, bundle: pageMulticall }),
};

type Kind = keyof typeof STATES;

/** Every kind of state, each with an example in the gallery. */
// `Object.keys` gives texts; these are the keys of the table.
export const PAGE_KINDS = Object.keys(STATES) as Kind[];

/** The states of these kinds. */
export type PageStateOf<K extends Kind> = { [Each in K]: Checked<(typeof STATES)[Each]> }[K];
export type PageState = PageStateOf<Kind>;

const ofSomeKind = shape({ kind: text });
const isKind = (name: string): name is Kind => Object.hasOwn(STATES, name);

/** Whether this is a state, with all that is drawn or reckoned with in its shape. */
export function isPageState(value: unknown): value is PageState {
  return ofSomeKind(value) && isKind(value.kind) && STATES[value.kind](value);
}
