import { and, inArray } from "drizzle-orm";
import { securePayments } from "@/db/schema";
import { ownedBy } from "@/server/auth/scope";
import { NETWORKS } from "@/server/chains/networks";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { rememberAnswer } from "@/server/lib/idempotency";
import { mergedPolicy } from "@/server/payer-access/resolve-policy";
import { batchNetwork } from "@/server/payouts/one-network";
import { requirePayouts } from "@/server/payouts/permission";
import { followLink } from "@/server/requests/follow-link";
import { dueOf } from "@/server/requests/paying/due";
import { payablesOf } from "@/server/requests/paying/payable";
import { planBatch } from "@/server/requests/paying/payment-plan";
import { lockPending } from "@/server/secure-payments/creating/lock-pending";
import { requireWalletPlatform } from "@/server/secure-payments/creating/permission";
import { createdAnswer, draftLink, storeLink } from "@/server/secure-payments/creating/store-link";
import { sumPlans } from "@/server/secure-payments/due/sum-plans";
import { type Link, linksWhere, networkOf } from "@/server/secure-payments/link";
import { transitionLinks } from "@/server/secure-payments/transition";
import {
  type CreateSecureBatchPayoutBody,
  MAX_REQUESTS,
  type SecurePaymentCreated,
} from "@/server/secure-payments/wire/create-schema";

/**
 * Merges pending payout links of one network into one link that pays them all in one transaction; the old
 * tokens become `invalidated` in the same commit (SO-08 to SO-10). Throws 400 naming the token that does not
 * fit, without saying whose it is, and 403 without permission.
 */
export async function createSecureBatchPayout(
  ctx: Ctx,
  body: CreateSecureBatchPayoutBody,
): Promise<SecurePaymentCreated> {
  requireWalletPlatform(ctx.caller);
  requirePayouts(ctx.caller);
  const children = await mergeable(ctx, body.tokens);
  const network = batchNetwork(children.map((child) => networkOf(child).id));
  const requests = children.flatMap((child) => child.requests);
  const payables = await payablesOf(ctx, requests);
  for (const [index, payable] of payables.entries()) {
    if (payable.paid > 0n) throw invalidField(`tokens.${index}`, "A payment has been made already");
  }
  const { capUsd } = ctx.config.protocolFee;
  // Refuses here what no payer could carry out later.
  planBatch(
    NETWORKS[network],
    payables.map((payable) => dueOf(payable, payable.remaining, null, capUsd)),
  );
  const currencies = new Set(requests.map((request) => request.paymentCurrency));
  const [currency = null] = currencies;
  const feePlan = currencies.size === 1 ? sumPlans(children.map((child) => child.feePlan)) : null;
  const link = draftLink(ctx, {
    ...body,
    paymentType: "batch",
    flow: "outgoing",
    network,
    currency: currencies.size === 1 ? currency : null,
    destination: null,
    feePlan,
    policy: mergedPolicy(children.map((child) => child.policy)),
  });
  const orchestrators = new Set(children.map(({ row }) => row.orchestratorId));
  const [orchestratorId = null] = orchestrators.size === 1 ? orchestrators : [];
  const requestIds = requests.map((request) => request.requestId);
  const answer = createdAnswer(ctx, link, requestIds, feePlan);
  await inTransaction(ctx, async (tx) => {
    // Requests before links, as whoever settles them: the new rows refer to requests.
    await storeLink(
      tx,
      { ...link, orchestratorId },
      children.flatMap(({ requests: own, amounts }) =>
        own.map((request, index) => ({ requestId: request.id, amount: amounts[index] ?? request.amount })),
      ),
    );
    await followLink(
      tx,
      requests.map((request) => request.id),
      { linkExpiresAt: link.expiresAt },
    );
    await requirePending(tx, children);
    await transitionLinks(
      tx,
      children.map(({ row }) => ({ id: row.id, from: row.status, event: "merged" as const })),
      { mergedIntoId: link.id },
    );
    await rememberAnswer(tx, answer);
  });
  return answer;
}

/** The caller's pending payout links with these tokens, in their order, each once. */
async function mergeable(ctx: Ctx, tokens: readonly string[]): Promise<Link[]> {
  if (tokens.length > MAX_REQUESTS) {
    throw new ApiError("batch_too_large", `A link can hold ${MAX_REQUESTS} payments`);
  }
  const found = await linksWhere(
    ctx,
    and(inArray(securePayments.token, [...tokens]), ownedBy(ctx.caller, securePayments)),
  );
  const byToken = new Map(found.map((link) => [link.row.token, link]));
  const seen = new Set<string>();
  return tokens.map((token, index) => {
    const field = `tokens.${index}`;
    if (seen.has(token)) throw invalidField(field, "Token is in the batch twice");
    seen.add(token);
    const link = byToken.get(token);
    const fits = link && link.row.flow === "outgoing" && link.row.paymentType === "single";
    if (!fits || link.status !== "pending") {
      throw invalidField(field, "Not the token of a pending single payout of yours");
    }
    return link;
  });
}

/** Until the commit nobody else pays off, merges or expires these links. */
async function requirePending(tx: Tx, children: readonly Link[]): Promise<void> {
  const ids = children.map(({ row }) => row.id);
  const [gone] = await lockPending(tx, ids, "update");
  if (gone === undefined) return;
  const index = children.findIndex(({ row }) => row.id === gone);
  throw invalidField(`tokens.${index}`, "Not the token of a pending single payout of yours");
}
