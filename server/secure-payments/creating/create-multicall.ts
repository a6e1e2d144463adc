import { inArray } from "drizzle-orm";
import { securePaymentChildren, securePayments } from "@/db/schema";
import { featuresOf } from "@/server/chains/features";
import { NETWORKS, type NetworkId } from "@/server/chains/networks";
import { type Caller, type Ctx, inTransaction, type Tx } from "@/server/context";
import { invalidField } from "@/server/errors";
import { rememberAnswer } from "@/server/lib/idempotency";
import { isRecordId } from "@/server/lib/ids";
import { mergedPolicy } from "@/server/payer-access/resolve-policy";
import { oneNetwork } from "@/server/payouts/one-network";
import { requirePayouts } from "@/server/payouts/permission";
import { requireActiveLink } from "@/server/platforms/orchestrators/links";
import { destinationFor } from "@/server/requests/paying/crosschain/source";
import { dueOf } from "@/server/requests/paying/due";
import { planBatch } from "@/server/requests/paying/payment-plan";
import { lockPending } from "@/server/secure-payments/creating/lock-pending";
import { requireWalletPlatform } from "@/server/secure-payments/creating/permission";
import { draftLink, linkUrl } from "@/server/secure-payments/creating/store-link";
import { MAX_DEPOSITS } from "@/server/secure-payments/crosschain/prepare";
import { sumPlans } from "@/server/secure-payments/due/sum-plans";
import { type Link, type LinkRow, linksWhere, networkOf } from "@/server/secure-payments/link";
import {
  blocked,
  failure,
  requireFewEnough,
  validationFailed,
} from "@/server/secure-payments/multicall/failure";
import { childrenOf, type MulticallChild } from "@/server/secure-payments/multicall/multicall";
import type { CreateMulticallBody, MulticallCreated } from "@/server/secure-payments/wire/multicall-schema";

/**
 * Multicalls pending payout links, to be paid together (MC-01 to MC-11). They stay links of their own; the multicall
 * is over when the first of them is. Throws 400 with every child that does not fit and what to do about it, in a
 * constant number of queries, and 403 without permission.
 */
export async function createMulticall(ctx: Ctx, body: CreateMulticallBody): Promise<MulticallCreated> {
  requireWalletPlatform(ctx.caller);
  requirePayouts(ctx.caller);
  refuseDuplicates(body.childTokens);
  requireFewEnough(body.childTokens.length);
  const children = await eligible(ctx, body.childTokens);
  const networks = children.map(({ link }) => networkOf(link).id);
  if (body.requestedExecutionKind === "evm_cross_chain") requireBridgeable(children);
  else if (body.requestedExecutionKind) requireKind(body.requestedExecutionKind, oneNetwork(networks));
  if (new Set(networks).size === 1) requirePayable(ctx, children);
  const row = draftMulticall(ctx, body, children);
  const answer: MulticallCreated = {
    type: "multicall",
    token: row.token,
    securePaymentUrl: linkUrl(ctx, row.token),
    status: "pending",
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    items: children.map(({ link, payable, position }) => ({
      securePaymentToken: link.row.token,
      requestId: payable.row.requestId.slice(2),
      position,
    })),
  };
  await inTransaction(ctx, async (tx) => {
    await requirePending(tx, children);
    await requireActiveLink(tx);
    await tx.db.insert(securePayments).values(row);
    await tx.db
      .insert(securePaymentChildren)
      .values(children.map(({ link, position }) => ({ parentId: row.id, childId: link.row.id, position })));
    await rememberAnswer(tx, answer);
  });
  return answer;
}

function refuseDuplicates(tokens: readonly string[]): void {
  const again = tokens.findIndex((token, index) => tokens.indexOf(token) < index);
  if (again >= 0) throw invalidField(`childTokens.${again}`, "Token is in the multicall twice");
}

/** All of them, or a failure for each that cannot be paid here now. Nothing is told about those of others. */
async function eligible(ctx: Ctx, tokens: readonly string[]): Promise<MulticallChild[]> {
  const wellFormed = tokens.filter(isRecordId);
  const found =
    wellFormed.length === 0 ? [] : await linksWhere(ctx, inArray(securePayments.token, wellFormed));
  const byToken = new Map(found.map((link) => [link.row.token, link]));
  const own = tokens.flatMap((token) => {
    const link = byToken.get(token);
    return link && isOwn(ctx.caller, link.row) ? [link] : [];
  });
  const children = new Map((await childrenOf(ctx, own)).map((child) => [child.link.row.token, child]));
  const [first] = children.values();
  const failures = tokens.flatMap((token, position) => {
    const child = children.get(token);
    if (!child) return [failure(token, byToken.has(token) ? "not_owned" : "not_found", { position })];
    const reason =
      child.blockReason ?? (first && isAlike(first.link, child.link) ? null : "not_payable_child");
    return reason ? [blocked({ ...child, position }, reason)] : [];
  });
  if (failures.length > 0) throw validationFailed(failures);
  return [...children.values()];
}

/** As `ownedBy` has it, for rows that were read to tell strangers' links from unknown ones. */
function isOwn(caller: Caller, row: LinkRow): boolean {
  if (row.platformId !== caller.platformId) return false;
  return caller.clientId === null || row.clientIdId === caller.clientId.id;
}

/** One page, one brand: children come from the same client ID, or none has any (MC-11). */
function isAlike(one: Link, other: Link): boolean {
  return one.row.clientIdId === other.row.clientIdId && one.row.orchestratorId === other.row.orchestratorId;
}

/** A kind that was asked for has to be that of the children's network (MC-03). */
function requireKind(kind: string, network: NetworkId): void {
  if (kind === featuresOf(NETWORKS[network]).multicalls.kind) return;
  const message = `${kind} does not pay on ${NETWORKS[network].name}`;
  throw invalidField("requestedExecutionKind", message);
}

/** Throws 400 for payments that nothing can be brought to from another network, and for too many of them (MC-02). */
function requireBridgeable(children: readonly MulticallChild[]): void {
  requireFewEnough(children.length, MAX_DEPOSITS);
  for (const { payable } of children) destinationFor(payable.token);
}

/** Refuses here what no payer could carry out later. */
function requirePayable(ctx: Pick<Ctx, "config">, children: readonly MulticallChild[]): void {
  const [first] = children;
  if (!first) throw new Error("a multicall without children");
  const network = networkOf(first.link);
  requireFewEnough(children.length, featuresOf(network).multicalls.maxChildren);
  const { capUsd } = ctx.config.protocolFee;
  planBatch(
    network,
    children.map(({ payable }) => dueOf(payable, payable.remaining, null, capUsd)),
  );
}

function draftMulticall(ctx: Ctx, body: CreateMulticallBody, children: readonly MulticallChild[]): LinkRow {
  const rows = children.map(({ link }) => link.row);
  const [first] = rows;
  if (!first) throw new Error("a multicall without children");
  const networks = new Set(rows.map((row) => row.network));
  const currencies = new Set(rows.map((row) => row.currency));
  const isOneCurrency = currencies.size === 1;
  const drafted = draftLink(ctx, {
    paymentType: "multicall",
    flow: "outgoing",
    network: networks.size === 1 ? first.network : null,
    currency: isOneCurrency ? first.currency : null,
    destination: null,
    feePlan: isOneCurrency ? sumPlans(children.map(({ link }) => link.feePlan)) : null,
    policy: mergedPolicy(children.map(({ link }) => link.policy)),
  });
  return {
    ...drafted,
    // Its payers come from the page of its children.
    clientIdId: first.clientIdId,
    origin: first.origin,
    orchestratorId: first.orchestratorId,
    requestedExecutionKind: body.requestedExecutionKind ?? null,
    expiresAt: new Date(Math.min(...rows.map((row) => row.expiresAt.getTime()))),
  };
}

/** Until the commit nobody pays off, merges or expires these links, so that the multicall hears of what follows. */
async function requirePending(tx: Tx, children: readonly MulticallChild[]): Promise<void> {
  const ids = children.map(({ link }) => link.row.id);
  const gone = await lockPending(tx, ids, "share");
  if (gone.size === 0) return;
  throw validationFailed(
    children.flatMap((child) =>
      gone.has(child.link.row.id) ? [blocked(child, "secure_payment_not_pending")] : [],
    ),
  );
}
