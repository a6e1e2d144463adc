import { decimalOf } from "@/components/i18n/format-amount";
import { changeOf, type Drawn, drawnOn } from "@/components/pay/flow/same-payment";
import { wantsWallet } from "@/components/pay/flow/wants-wallet";
import type { Problem, Step } from "@/components/pay/safety/comparison";
import { contradictionIn } from "@/components/pay/safety/contradiction";
import type { DepositPrice } from "@/components/pay/safety/crosschain/price";
import type { ChosenSource } from "@/components/pay/safety/crosschain/route";
import { EVM_NETWORKS, type EvmNetworkId } from "@/server/chains/networks";
import { type BankStage, isBeforePaying } from "@/server/secure-payments/page/bank-schema";
import type { PageDeposit, PageSources } from "@/server/secure-payments/page/crosschain-schema";
import type { PageNetwork, PageState } from "@/server/secure-payments/page/page-schema";
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

/** Of a Safe: how many of its owners have to sign. */
export interface SafeOwners {
  threshold: number;
  owners: number;
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
  | { code: "unreachable" };

interface Shared {
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
    | { step: "review" | "signing"; plan: SigningPlan }
    /** A reset or an approval is on its way into the chain. */
    | { step: "settling"; plan: SigningPlan; hash: string; unsent: Unsent | null }
    | { step: "refused"; problem: Problem }
    | { step: "confirming" | "done" }
  );

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
  | { type: "allowed"; epoch: number; hash: string; unsent: Unsent | null }
  | { type: "settled"; epoch: number }
  /** Never dropped: money that has moved is warnedOf, whatever happened to the page meanwhile. */
  | { type: "sent"; sent: Sent }
  /** The wallet has named the transaction of a batch. */
  | { type: "found"; batch: string; hash: string }
  | { type: "followed"; hash: string; nonce: number | null; isMined: boolean }
  /** Somebody took what nobody had taken. */
  | { type: "taken"; hash: string }
  | { type: "lost"; trouble: Lost }
  | { type: "forget" }
  | { type: "back" };

/**
 * Where a page that has just opened begins; `sent` is what this browser remembers of an earlier visit, `first` what
 * the payer was shown before anything was asked again.
 */
export function startFlow(page: PageState, sent: Sent | null, first: Drawn | null): Flow {
  const shared: Shared = {
    page,
    pinned: first,
    payer: null,
    sources: null,
    source: null,
    price: null,
    epoch: 0,
    sent,
    trouble: null,
    isFresh: false,
    isSilent: false,
  };
  return arrive({ ...shared, step: "connect" }, page);
}

/** The next state. Pure: what has to be done in a step is done by `use-flow.ts`. */
export function nextFlow(flow: Flow, event: FlowEvent): Flow {
  if ("epoch" in event && event.epoch !== flow.epoch) return flow;
  switch (event.type) {
    case "wallet":
      return walletChanged(flow, event.payer);
    case "read":
      return arrive(event.sources === undefined ? flow : { ...flow, sources: event.sources }, event.page);
    case "pick":
      return flow.step === "choose" ? { ...flow, source: event.source, price: null } : flow;
    case "requote":
      return flow.step === "review" ? { ...bare(flow), step: "preparing", trouble: null } : flow;
    case "silent":
      return { ...flow, isSilent: true };
    case "proceed":
      if (flow.step !== "choose") return flow;
      return { ...bare(flow), step: event.mustSwitch ? "switching" : "preparing", trouble: null };
    case "prepared":
      return flow.step === "preparing" ? prepared(flow, event.plan) : flow;
    case "refused":
      return flow.step === "preparing" ? { ...bare(flow), step: "refused", problem: event.problem } : flow;
    case "failed":
      return failed(flow, event.trouble);
    case "sign":
      return flow.step === "review" ? { ...flow, step: "signing", trouble: null } : flow;
    case "allowed":
      if (flow.step !== "signing") return flow;
      return { ...flow, step: "settling", hash: event.hash, unsent: event.unsent };
    case "settled":
      return settled(flow);
    case "sent":
      return { ...bare(flow), step: "confirming", sent: event.sent, trouble: null };
    case "found":
      if (flow.sent?.batch !== event.batch) return flow;
      return { ...flow, sent: { ...flow.sent, hash: event.hash } };
    case "followed":
      if (flow.sent?.hash !== event.hash) return flow;
      return { ...flow, sent: followed(flow.sent, event) };
    case "taken":
      return taken(flow, event.hash);
    case "lost":
      return lost(flow, event.trouble);
    case "forget":
      return forgotten(flow);
    case "back":
      return back(flow);
  }
}

/** The payment that may be made, where there is one. */
export function shownOf(page: PageState): ShownPayment | null {
  return "shown" in page ? page.shown : null;
}

/** Where the payment is made; null where nothing of it is told. */
export function networkOf({ page }: Flow): PageNetwork | null {
  return "facts" in page ? (page.facts?.network ?? null) : null;
}

/** What has to be known of a network to pay on it. */
export type PayingNetwork = Pick<PageNetwork, "id" | "name" | "chainId" | "native">;

/** Where the wallet has to be to pay: on the network that was chosen, else on the link's own. */
export function payingNetworkOf(flow: Flow): PayingNetwork | null {
  return flow.source ? EVM_NETWORKS[flow.source.network] : networkOf(flow);
}

/** Where a payment was sent that left the wallet. */
export function sentOn(flow: Flow): string | null {
  return flow.sent?.from ?? networkOf(flow)?.id ?? null;
}

/** Hashes of payments that somebody says they have sent for this link. */
export function announcedIn(page: PageState): string[] {
  return "announced" in page ? page.announced.map(({ txHash }) => txHash) : [];
}

/** Without what belongs to one step only. */
function bare(flow: Flow): Shared {
  const { page, pinned, payer, sources, source, price, epoch, sent, trouble, isFresh, isSilent } = flow;
  return { page, pinned, payer, sources, source, price, epoch, sent, trouble, isFresh, isSilent };
}

/** A price that has changed meanwhile is told, before anything is signed at it. */
function prepared(flow: Flow, plan: SigningPlan): Flow {
  const { price } = plan;
  const before = flow.price;
  const isOther = price !== null && before !== null && before.amount !== price.amount;
  const text = ({ amount, decimals }: DepositPrice) => decimalOf(amount, decimals);
  const trouble: Trouble | null = isOther
    ? { code: "price_renewed", before: text(before), after: text(price), symbol: price.symbol }
    : flow.trouble;
  return { ...bare(flow), step: "review", plan, price, trouble };
}

/** What was fetched for one account and network is nothing for another: all of it is asked again. */
function walletChanged(flow: Flow, payer: Payer | null): Flow {
  const isSame =
    payer !== null && payer.address === flow.payer?.address && payer.family === flow.payer.family;
  if (isSame && payer.chainId === flow.payer?.chainId) return flow;
  if (payer === null && flow.payer === null) return flow;
  // The money is on its way: that does not depend on who is connected now.
  if (flow.step === "confirming" || flow.step === "done") return { ...flow, payer };
  const isFresh = payer !== null && flow.payer === null;
  const same = { ...bare(flow), payer, epoch: flow.epoch + 1, trouble: null, isFresh, isSilent: false };
  const next = isSame ? same : { ...same, sources: null, source: null, price: null };
  if (payer === null) {
    // A link that is over stays so; no wallet is asked for.
    const isOver = flow.step === "stopped" && !wantsWallet(flow.page);
    return { ...next, step: isOver ? "stopped" : "connect" };
  }
  if (flow.payer === null) return { ...next, step: "checking" };
  if (!isSame) return { ...next, step: "checking", trouble: { code: "wallet_changed" } };
  if (flow.step === "switching") return { ...next, step: "preparing" };
  if (flow.step === "stopped" || flow.step === "choose" || flow.step === "checking") {
    return { ...next, step: "checking" };
  }
  return { ...next, step: "checking", trouble: { code: "network_changed" } };
}

/** Goes where the server says the link is. */
function arrive(flow: Flow, page: PageState): Flow {
  const shown = shownOf(page);
  const problem = (flow.pinned && shown ? changeOf(flow.pinned, shown) : null) ?? contradictionIn(page);
  if (problem) return { ...bare(flow), page, isSilent: false, step: "refused", problem };
  // It answers again.
  const trouble = flow.trouble?.code === "unreachable" ? null : flow.trouble;
  const sent = flow.sent && hasComeToNothing(page, flow.sent) ? null : flow.sent;
  const next = { ...bare(flow), page, pinned: flow.pinned ?? drawnOn(page), sent, trouble, isSilent: false };
  switch (page.kind) {
    case "paid":
    case "overpaid":
    case "paid_late":
      return { ...next, step: "done", trouble: null };
    case "bridging":
    case "confirming":
      return { ...next, step: "confirming", trouble: null };
    case "unavailable": {
      const isNew = flow.step === "checking" || flow.page.kind === "unavailable";
      // Otherwise nothing is known to have changed.
      return isNew ? { ...next, step: "stopped" } : { ...flow, isSilent: true };
    }
    case "no_rate":
      // What the wallet has been handed stands; nothing else goes on without a rate.
      if (flow.step === "signing" || flow.step === "settling") return { ...flow, isSilent: false };
      return { ...next, step: flow.sent ? "confirming" : "stopped" };
    case "ready":
    case "partial":
    case "bundle":
      return open(flow, next);
    case "in_progress":
      // The service follows it from here on, for every device.
      return flow.sent && !flow.sent.isSafe
        ? { ...next, step: "confirming" }
        : { ...next, sent: null, trouble: null, step: "stopped" };
    case "to_bank":
      return toBank(next, page.stage);
    case "hidden":
      return flow.sent
        ? { ...next, step: "confirming" }
        : { ...next, step: flow.payer ? "checking" : "connect" };
    default:
      return flow.sent ? { ...next, step: "confirming" } : { ...next, step: "stopped" };
  }
}

/** From the deposit on the service follows the money, for every device. */
function toBank(next: Shared, stage: BankStage): Flow {
  if (!isBeforePaying(stage)) return { ...next, sent: null, trouble: null, step: "stopped" };
  if (next.sent) return { ...next, step: "confirming" };
  return { ...next, step: stage === "open" && next.payer === null ? "connect" : "stopped" };
}

/** The link can be paid. What the payer is in the middle of stands, unless it is about something else by now. */
function open(flow: Flow, next: Shared): Flow {
  if (next.sent) return { ...next, step: "confirming" };
  if (flow.payer === null) return { ...next, step: "connect" };
  switch (flow.step) {
    case "checking":
      return flow.isFresh && hasOneWay(next)
        ? { ...next, isFresh: false, source: null, step: "preparing" }
        : { ...next, isFresh: false, source: firstSource(next), step: "choose" };
    case "review":
      // What was put together may be older than the page: it has changed while the wallet was asked.
      if (isSamePayment(flow.page, next.page) && isSame(flow.plan.shown, shownOf(next.page))) {
        return { ...flow, ...next };
      }
      return { ...next, step: "choose", trouble: whatChanged(flow.plan.shown, next.page) };
    case "preparing":
    case "switching":
      if (isSamePayment(flow.page, next.page)) return { ...flow, ...next };
      return { ...next, step: "choose", trouble: whatChanged(shownOf(flow.page), next.page) };
    case "signing":
    case "settling":
    case "refused":
      return { ...flow, ...next };
    case "choose":
      if (isSamePayment(flow.page, next.page)) return { ...next, step: "choose" };
      return { ...next, step: "choose", trouble: whatChanged(shownOf(flow.page), next.page) };
    default:
      return { ...next, isFresh: false, step: "choose" };
  }
}

/** Whether a wallet that has just come can pay in one way only, and nothing has to be read before. */
function hasOneWay({ page, payer, trouble }: Shared): boolean {
  if (page.kind !== "ready" && page.kind !== "partial" && page.kind !== "bundle") return false;
  const { options } = page;
  const { family, chainId } = page.facts.network;
  const isThere = family === "tron" || payer?.chainId === chainId;
  const hasNews = page.announced.length > 0 || page.safeEnded !== null || page.facts.deposits.length > 0;
  const isQuiet = trouble === null && !hasNews;
  // A multicall takes all of its tokens, so that there is nothing to choose between.
  const mayChoose = page.kind !== "bundle" && options.length > 1;
  const hasEnough = options.length > 0 && options.every((option) => option.hasEnough);
  return hasEnough && !mayChoose && isThere && isQuiet;
}

/** What was chosen where it still can be; else another network, where the wallet has too little on the link's own. */
function firstSource({ page, sources, source }: Shared): ChosenSource | null {
  const enough = sources?.sources.filter(({ state }) => state === "enough") ?? [];
  const same = enough.find((one) => one.network === source?.network && one.symbol === source.symbol);
  const isShort = "options" in page && page.options.some(({ hasEnough }) => !hasEnough);
  return same ?? (isShort ? (enough[0] ?? null) : null);
}

/** Deposits that bring nothing any more: their payer has the money back, or gets it. */
const ENDED = new Set<PageDeposit["state"]>(["refunding", "refunded", "failed"]);
/** How far the clocks of a chain and of a device may stand apart, ms. */
const CLOCK_MS = 300_000;

/** Whether the bridge gives back what was sent. A wallet that has sped it up has given it another hash. */
function hasComeToNothing(page: PageState, { from, hash, wallet, at }: Sent): boolean {
  if (from === null || !("facts" in page) || !page.facts) return false;
  const own = page.facts.deposits.filter(
    (one) =>
      one.txHash === hash?.toLowerCase() ||
      (one.refundTo.toLowerCase() === wallet.toLowerCase() && Date.parse(one.at) > at - CLOCK_MS),
  );
  return own.length > 0 && own.every(({ state }) => ENDED.has(state));
}

/** A new rate for the same amount is told as such, with both amounts. */
function whatChanged(old: ShownPayment | null, after: PageState): Trouble {
  const now = shownOf(after);
  if (!old?.quote || !now?.quote || !("facts" in after)) return { code: "payment_changed" };
  const isSameAsked = old.quote.invoiceAmount === now.quote.invoiceAmount && old.payer === now.payer;
  const symbol = after.facts?.items[0]?.symbol;
  if (!isSameAsked || symbol === undefined) return { code: "payment_changed" };
  return { code: "quote_renewed", before: old.quote.paymentAmount, after: now.quote.paymentAmount, symbol };
}

function isSamePayment(before: PageState, after: PageState): boolean {
  return isSame(shownOf(before), shownOf(after));
}

function isSame(before: ShownPayment | null, after: ShownPayment | null): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

function failed(flow: Flow, trouble: Trouble): Flow {
  switch (flow.step) {
    case "signing":
    case "settling":
      return { ...bare(flow), step: "review", plan: planAfter(flow.plan, trouble), trouble };
    case "review":
      return { ...flow, trouble };
    case "switching":
    case "preparing":
      return { ...bare(flow), step: "choose", trouble };
    default:
      return flow;
  }
}

/** A wallet that does not send all at once is asked for one after the other. */
function planAfter(plan: SigningPlan, trouble: Trouble): SigningPlan {
  return trouble.code === "wallet" && trouble.reason === "no_batch" ? { ...plan, batch: null } : plan;
}

function settled(flow: Flow): Flow {
  if (flow.step !== "settling") return flow;
  const { plan } = flow;
  const shown = shownOf(flow.page);
  if (JSON.stringify(shown) !== JSON.stringify(plan.shown)) {
    return { ...bare(flow), step: "choose", trouble: whatChanged(plan.shown, flow.page) };
  }
  return { ...bare(flow), step: "review", plan: { ...plan, at: plan.at + 1 }, trouble: null };
}

function followed(sent: Sent, { nonce, isMined }: { nonce: number | null; isMined: boolean }): Sent {
  return { ...sent, nonce, isMined, unsent: isMined ? null : sent.unsent };
}

function taken(flow: Flow, hash: string): Flow {
  if (flow.step === "settling" && flow.hash === hash) return { ...flow, unsent: null };
  return flow.sent?.hash === hash ? { ...flow, sent: { ...flow.sent, unsent: null } } : flow;
}

/** Nothing was paid: the same link is open again, as far as the server knows. */
function lost(flow: Flow, trouble: Lost): Flow {
  if (flow.step !== "confirming" || !flow.sent) return flow;
  const next = { ...bare(flow), sent: null, trouble, epoch: flow.epoch + 1, price: null };
  return { ...next, step: flow.payer ? "checking" : "connect" };
}

/** Only while nothing of it was seen: what is on its way into the chain cannot be forgotten. */
function forgotten(flow: Flow): Flow {
  const isSeen = flow.page.kind === "confirming" || flow.page.kind === "bridging";
  if (flow.step !== "confirming" || !flow.sent || flow.sent.isMined || isSeen) {
    return flow;
  }
  // Until its time is over somebody may have it all the same.
  if (flow.sent.unsent) return flow;
  const next = { ...bare(flow), sent: null, trouble: null, epoch: flow.epoch + 1 };
  return { ...next, step: flow.payer ? "checking" : "connect" };
}

function back(flow: Flow): Flow {
  switch (flow.step) {
    case "checking":
    case "choose":
    case "review":
    case "settling":
    case "refused":
    case "stopped":
      return {
        ...bare(flow),
        step: flow.payer ? "checking" : "connect",
        epoch: flow.epoch + 1,
        trouble: null,
        isFresh: false,
        isSilent: false,
        price: null,
      };
    default:
      return flow;
  }
}
