import { and, desc, eq, gt } from "drizzle-orm";
import { securePaymentIntents } from "@/db/schema";
import { brandingOf } from "@/server/branding/find";
import { isProvenWallet, type Merchant, merchantOf } from "@/server/branding/merchant";
import type { Ctx } from "@/server/context";
import { isConverted } from "@/server/currencies/invoice-currency";
import { ApiError } from "@/server/errors";
import { seenTransfers, watchedHead, watchedTo } from "@/server/payments/counting/seen";
import { shownApprovalsOf } from "@/server/requests/approving/shown-approval";
import { dueNow, dueUnquoted } from "@/server/secure-payments/due/due-now";
import { type Link, networkOf } from "@/server/secure-payments/link";
import { multicallDue } from "@/server/secure-payments/multicall/due";
import { isMulticall, type Multicall } from "@/server/secure-payments/multicall/multicall";
import { isBeforePaying } from "@/server/secure-payments/offramp/bank-schema";
import { invoiceIdOfLink } from "@/server/secure-payments/page/invoice-of-link";
import type { PageMulticall } from "@/server/secure-payments/page/multicall-schema";
import { pageDepositAddress } from "@/server/secure-payments/page/page-deposit-address";
import { isBeingBrought, underway } from "@/server/secure-payments/page/page-deposits";
import {
  confirmationsNeeded,
  feesWithoutPlan,
  pageFacts,
  withComing,
  withQuoted,
} from "@/server/secure-payments/page/page-facts";
import { multicallOptions, pageMulticall } from "@/server/secure-payments/page/page-multicall";
import type {
  BlockedReason,
  PageCommon,
  PageFacts,
  PageFunds,
  PageItem,
  PageProgress,
  PageSafe,
  PageState,
} from "@/server/secure-payments/page/page-schema";
import { safeEndedOf } from "@/server/secure-payments/page/safe-ended";
import { shownPayment } from "@/server/secure-payments/page/shown-payment";
import { type ToBank, toBankOf } from "@/server/secure-payments/page/to-bank";
import type { LinkReading } from "@/server/secure-payments/reading/link-reading";
import { readLink } from "@/server/secure-payments/reading/read-link";
import type { Unpayable } from "@/server/secure-payments/refusal";
import type { AnyRead } from "@/server/secure-payments/wire/multicall-schema";
import type { VisitQuery } from "@/server/secure-payments/wire/read-schema";

/** So long after somebody said that they have paid, others are warned. */
const ANNOUNCED_MS = 900_000;
const MAX_ANNOUNCED = 5;

const NOBODY: Merchant = { name: null, provenWallet: null };

/**
 * Where a link is, for the payer page. It reads the link as the API does and only words what it finds, so that a page
 * and the API never disagree; what the page needs beyond that comes from here and not from `/pay`. Throws 400 for a
 * wallet that is no address.
 */
export async function readPageState(ctx: Ctx, token: string, visit: VisitQuery): Promise<PageState> {
  try {
    return await stateOf(ctx, token, visit);
  } catch (error) {
    if (error instanceof ApiError && error.code === "price_unavailable") return { kind: "no_rate" };
    throw error;
  }
}

async function stateOf(ctx: Ctx, token: string, visit: VisitQuery): Promise<PageState> {
  const reading = await readLink(ctx, token, visit);
  if (reading.kind === "not_found") return { kind: "not_found" };
  if (reading.kind === "unreachable") return { kind: "unavailable" };
  const { link } = reading;
  const { redirectUrl, redirectLabel } = link.row;
  const branding = await brandingOf(ctx, link.row);
  // Of a link that hides itself nobody is told whose it is, beyond what its branding says.
  const merchant = link.policy.hideUntilApproved
    ? NOBODY
    : await merchantOf(ctx, link.row.platformId, branding);
  const common: PageCommon = {
    token,
    branding,
    merchant: merchant.name,
    redirect: redirectUrl === null ? null : { url: redirectUrl, label: redirectLabel },
    bundle: null,
    bank: null,
    hasInvoice: false,
  };
  const toBank = isMulticall(link) ? null : await toBankOf(ctx, link, visit.wallet);
  if (toBank) return toBankState(ctx, link, common, reading, toBank, visit);
  const state =
    reading.kind === "unpayable"
      ? await refused(ctx, link, common, reading.reason)
      : await answered(ctx, link, common, reading.read, visit);
  return withProven(state, merchant);
}

/** Says which recipients are wallets that have proven themselves as the merchant's. */
function withProven(state: PageState, merchant: Merchant): PageState {
  if (!("facts" in state) || state.facts === null) return state;
  const { facts } = state;
  const items = facts.items.map((item) => ({
    ...item,
    isVerified: !item.isMasked && isProvenWallet(merchant, item.recipient, facts.network),
  }));
  return { ...state, facts: { ...facts, items } };
}

/** The same as for other links, with the bank account; while something is waited for it is a state of its own. */
async function toBankState(
  ctx: Ctx,
  link: Link,
  common: PageCommon,
  reading: Exclude<LinkReading, { kind: "not_found" | "unreachable" }>,
  { bank, stage, checkUrl }: ToBank,
  visit: VisitQuery,
): Promise<PageState> {
  const told = { ...common, bank };
  const isWaiting = reading.kind === "open" && blockedReason(reading.read) === null;
  // Money that is on its way goes on after the link's time is over.
  const isLate = reading.kind === "unpayable" && reading.reason.kind === "expired";
  if (stage && (isWaiting || (isLate && !isBeforePaying(stage)))) {
    return { ...told, kind: "to_bank", facts: await pageFacts(ctx, link), stage, checkUrl };
  }
  const state =
    reading.kind === "unpayable"
      ? await refused(ctx, link, told, reading.reason)
      : await answered(ctx, link, told, reading.read, visit);
  const isPaid = state.kind === "paid" || state.kind === "overpaid" || state.kind === "paid_late";
  return state.kind === "ready" || state.kind === "confirming" || isPaid ? state : withoutBank(state);
}

function withoutBank(state: PageState): PageState {
  return "bank" in state ? { ...state, bank: null } : state;
}

async function refused(
  ctx: Ctx,
  link: Link | Multicall,
  common: PageCommon,
  reason: Unpayable,
): Promise<PageState> {
  switch (reason.kind) {
    case "completed":
    case "in_progress": {
      // Who may not see the link is shown no more than that.
      const mayShow = reason.requests !== null && reason.requests.length > 0;
      const facts = mayShow ? await factsOf(ctx, link) : null;
      const bundle = mayShow ? await rowsOf(ctx, link) : null;
      const shared = { ...(mayShow ? common : withoutWayBack(common)), bundle, facts };
      if (reason.kind === "in_progress") return { ...shared, kind: "in_progress", safe: safeOf(reason) };
      const hasInvoice = mayShow && (await invoiceIdOfLink(ctx, link)) !== null;
      return { ...shared, hasInvoice, kind: paidKind(link, facts) };
    }
    case "expired": {
      const isOpen = !link.policy.hideUntilApproved;
      const late = isOpen ? await factsOf(ctx, link) : null;
      if (late && underway(late).length > 0) return { ...common, kind: "bridging", facts: late };
      const seen = late && late.transfers.length + late.deposits.length > 0 ? late : null;
      return { ...withoutWayBack(common), kind: "expired", facts: seen };
    }
    case "withdrawn":
      return {
        ...withoutWayBack(common),
        kind: link.status === "compliance_failed" ? "failed" : "invalidated",
      };
  }
}

async function answered(
  ctx: Ctx,
  link: Link | Multicall,
  common: PageCommon,
  read: AnyRead,
  visit: VisitQuery,
): Promise<PageState> {
  const reason = blockedReason(read);
  const isHidden = link.policy.hideUntilApproved && (reason !== null || visit.wallet === undefined);
  if (reason) {
    const facts = isHidden ? null : await factsOf(ctx, link);
    return { ...withoutWayBack(common), kind: "blocked", reason, facts };
  }
  if (isHidden) return { ...withoutWayBack(common), kind: "hidden" };
  if (isMulticall(link)) return openMulticall(ctx, link, common, visit);
  const payer = visit.wallet ?? null;
  const watched = await watchedFor(ctx, link, visit.wallet);
  const isUnquoted = visit.wallet === undefined && link.requests.some(isConverted);
  const [facts, due] = await Promise.all([
    pageFacts(ctx, link),
    isUnquoted ? dueUnquoted(ctx, link) : dueNow(ctx, link, visit),
  ]);
  if (!due) return { ...common, kind: "confirming", facts, progress: await progressOf(ctx, link) };
  if (await isBeingBrought(ctx, link, facts, due)) return { ...common, kind: "bridging", facts };
  const funds: PageFunds = {
    options: optionsOf(read),
    announced: await announcedOf(ctx, link),
    watchedTo: watched,
    safeEnded: await safeEndedOf(ctx, link.row.id),
  };
  const fees = [...facts.fees, ...feesWithoutPlan(due.dues)];
  const items = withComing(link, withQuoted(facts.items, due.dues), due.brought);
  const isBegun = items.some((item) => (item.invoice ?? item).received !== "0" || item.isComing);
  const kind = isBegun ? "partial" : "ready";
  const shown = shownPayment(link, due, payer, await approvalsOf(ctx, link));
  const depositAddress = await pageDepositAddress(ctx, link);
  return { ...common, kind, facts: { ...facts, items, fees }, shown, depositAddress, ...funds };
}

/** Only what the account itself pays is approved by its people. */
async function approvalsOf(ctx: Ctx, { row, requests }: Link | Multicall) {
  if (row.flow !== "outgoing") return new Map();
  return shownApprovalsOf(
    ctx,
    requests.map(({ id }) => id),
  );
}

/** The merchant's own address and words, which often name an order: only for who may know of the payment (AP-03). */
function withoutWayBack(common: PageCommon): PageCommon {
  return { ...common, redirect: null };
}

/** Asked before the transfers are read, so that those of this block are among them. */
async function watchedFor(ctx: Ctx, link: Link, wallet: string | undefined): Promise<string | null> {
  if (wallet === undefined || link.row.network === null) return null;
  return (await watchedTo(ctx, networkOf(link).id))?.toString() ?? null;
}

/** A multicall that is not over: some of it can be paid, is on its way, or neither. */
async function openMulticall(
  ctx: Ctx,
  link: Multicall,
  common: PageCommon,
  { wallet }: VisitQuery,
): Promise<PageState> {
  const watched = await watchedFor(ctx, link, wallet);
  const [facts, bundle] = await Promise.all([factsOf(ctx, link), pageMulticall(ctx, link)]);
  const due = facts && multicallDue(ctx, link);
  if (due) {
    const [options, announced] = await Promise.all([
      multicallOptions(ctx, link, due, wallet ?? null),
      announcedOf(ctx, link),
    ]);
    if (!options) return { kind: "unavailable" };
    const funds: PageFunds = {
      options,
      announced,
      watchedTo: watched,
      safeEnded: await safeEndedOf(ctx, link.row.id),
    };
    const shown = shownPayment(link, due, wallet ?? null, await approvalsOf(ctx, link));
    const fees = [...bundle.fees, ...feesWithoutPlan(due.dues)];
    const told = { bundle: { ...bundle, fees }, facts, shown, depositAddress: null };
    return { ...common, kind: "bundle", ...told, ...funds };
  }
  if (facts && bundle.rows.some(({ state }) => state.kind === "moving")) {
    return { ...common, kind: "confirming", bundle, facts, progress: await progressOf(ctx, link) };
  }
  return { ...common, kind: "bundle_blocked", bundle, facts };
}

function rowsOf(ctx: Ctx, link: Link | Multicall): Promise<PageMulticall | null> {
  return isMulticall(link) ? pageMulticall(ctx, link) : Promise.resolve(null);
}

/** A multicall over several networks has no facts of one. */
async function factsOf(ctx: Ctx, link: Link): Promise<PageFacts | null> {
  return link.row.network === null ? null : pageFacts(ctx, link);
}

function blockedReason(read: AnyRead): BlockedReason | null {
  const decision = "accessDecision" in read ? read.accessDecision : undefined;
  if (!decision || decision.status === "approved") return null;
  if (decision.status === "error") return "error";
  const isAboutList = /^(wallet_not_allowed|smart_account_)/.test(decision.reasonCode ?? "");
  return isAboutList ? "wallet_not_allowed" : "rejected";
}

function paidKind({ row }: Link, facts: PageFacts | null): "paid" | "overpaid" | "paid_late" {
  if (facts?.transfers.some(({ at }) => new Date(at) > row.expiresAt)) return "paid_late";
  const asked = ({ amount, received }: Pick<PageItem, "amount" | "received">) =>
    BigInt(received) > BigInt(amount);
  return facts?.items.some((item) => asked(item.invoice ?? item)) ? "overpaid" : "paid";
}

/** One Safe transaction pays all requests of a link. */
function safeOf({ requests, safe }: Unpayable & { kind: "in_progress" }): PageSafe | null {
  const [request] = requests ?? [];
  if (!request || !safe) return null;
  const { safeTxHash, safePaymentDeadline: deadline } = request;
  return {
    safeTxHash,
    ...safe,
    deadline: deadline === undefined ? null : new Date(deadline * 1_000).toISOString(),
    holdsUntil: safe.holdsUntil.toISOString(),
  };
}

function optionsOf(read: AnyRead): PageFunds["options"] {
  const networks = ("paymentOptions" in read && read.paymentOptions) || {};
  return Object.values(networks).flatMap((tokens) =>
    Object.entries(tokens).map(([symbol, { balance, neededAmount, hasEnoughBalance }]) => ({
      symbol,
      balance,
      needed: neededAmount,
      hasEnough: hasEnoughBalance,
    })),
  );
}

/** Claims nobody has checked: they warn of paying twice, and stop nobody. */
async function announcedOf(ctx: Ctx, { row, requests }: Link): Promise<PageFunds["announced"]> {
  const intents = await ctx.db
    .select({ txHash: securePaymentIntents.intentKey, at: securePaymentIntents.createdAt })
    .from(securePaymentIntents)
    .where(
      and(
        eq(securePaymentIntents.securePaymentId, row.id),
        eq(securePaymentIntents.kind, "transaction"),
        gt(securePaymentIntents.createdAt, new Date(ctx.now().getTime() - ANNOUNCED_MS)),
      ),
    )
    .orderBy(desc(securePaymentIntents.id))
    .limit(MAX_ANNOUNCED);
  if (intents.length === 0) return [];
  const seen = await seenTransfers(
    ctx,
    requests.map((request) => request.id),
  );
  const known = new Set(seen.map(({ txHash }) => txHash));
  return intents
    .filter(({ txHash }) => !known.has(txHash))
    .map(({ txHash, at }) => ({ txHash, at: at.toISOString() }));
}

async function progressOf(ctx: Ctx, link: Link): Promise<PageProgress> {
  const { needed, isByAmount } = confirmationsNeeded(ctx, link);
  const [head, seen] = await Promise.all([
    watchedHead(ctx, networkOf(link).id),
    seenTransfers(
      ctx,
      link.requests.map((request) => request.id),
    ),
  ]);
  const newest = seen.at(-1)?.blockNumber;
  const depth = head === null || newest === undefined ? 0n : head - newest + 1n;
  return { confirmations: Math.min(Math.max(Number(depth), 0), needed), needed, isByAmount };
}
