import { addressBytes } from "@/server/chains/address";
import type { NetworkId } from "@/server/chains/networks";
import { type Ctx, inTransaction } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { type FeeRate, platformFee } from "@/server/fees/platform-fee";
import { rememberAnswer } from "@/server/lib/idempotency";
import { requireBoundRecipients } from "@/server/payee-destinations/bound";
import { refuseOutsideLink } from "@/server/payer-access/refuse-outside-link";
import { batchAnswer } from "@/server/payouts/batch-answer";
import { batchFacts } from "@/server/payouts/batch-items";
import { batchNetwork } from "@/server/payouts/one-network";
import { requirePayouts } from "@/server/payouts/permission";
import type { BatchItem, BatchPayoutCreated, CreateBatchPayoutBody } from "@/server/payouts/schema";
import { type PayoutAnswer, storePayouts } from "@/server/payouts/store";
import { requireDailyLimit } from "@/server/requests/creating/daily-limit";
import { partyAddress } from "@/server/requests/creating/party-address";
import { alreadyPaid, checkedFee, dueOf, storedFee } from "@/server/requests/paying/due";
import { findPayables, type Payable, refuseToFiat, unpaid } from "@/server/requests/paying/payable";
import { planBatch } from "@/server/requests/paying/payment-plan";
import { firstQuotes, quotesFor } from "@/server/requests/paying/quoted";
import { chainFor, checkWallet } from "@/server/requests/paying/readiness";
import { noteListening } from "@/server/requests/paying/start-listening";

/** PO-07. */
const MAX_PAYMENTS = 200;

/**
 * One transaction for many payments of one network (PO-04 to PO-13): of new payouts, created together or not
 * at all, or of unpaid requests of the caller. Throws 400 for mixed networks, Tron, duplicates and settled
 * requests, 404 for a request that is not the caller's, 503 when the payer's funds cannot be looked at.
 */
export async function createBatchPayout(ctx: Ctx, body: CreateBatchPayoutBody): Promise<BatchPayoutCreated> {
  requirePayouts(ctx.caller);
  const { requests, requestIds = [] } = body;
  if ((requests ?? requestIds).length > MAX_PAYMENTS) {
    throw new ApiError("batch_too_large", `A batch can hold ${MAX_PAYMENTS} payments`);
  }
  return requests ? payNew(ctx, body, requests) : payExisting(ctx, body, requestIds);
}

async function payNew(
  ctx: Ctx,
  body: CreateBatchPayoutBody,
  items: readonly BatchItem[],
): Promise<BatchPayoutCreated> {
  const facts = batchFacts(ctx, items);
  await requireBoundRecipients(ctx, facts);
  const tokens = facts.map((fact) => fact.token);
  const network = batchNetwork(tokens.map((token) => token.network));
  const payer = payerOf(body, network);
  const fee = checkedFee(platformFee(ctx.caller, body), tokens);
  await requireDailyLimit(ctx, facts.length);
  return storePayouts(
    ctx,
    facts.map((fact) => ({ ...fact, payer, fee })),
    (drafts) => answerFor(ctx, network, drafts.map(unpaid), () => fee, payer, firstQuotes),
  );
}

async function payExisting(
  ctx: Ctx,
  body: CreateBatchPayoutBody,
  requestIds: readonly string[],
): Promise<BatchPayoutCreated> {
  const payables = await unsettled(ctx, requestIds);
  await refuseOutsideLink(
    ctx,
    payables.map(({ row }) => row.id),
  );
  const tokens = payables.map((payable) => payable.token);
  const network = batchNetwork(tokens.map((token) => token.network));
  const fee = checkedFee(platformFee(ctx.caller, body), tokens);
  const feeOf = (payable: Payable) => fee ?? storedFee(payable);
  const payer = payerOf(body, network);
  const { answer } = await answerFor(ctx, network, payables, feeOf, payer, quotesFor);
  const rows = payables.map((payable) => payable.row);
  await inTransaction(ctx, async (tx) => {
    await noteListening(tx, rows);
    await rememberAnswer(tx, answer);
  });
  return answer;
}

/** The requests in the order of their IDs, each once and with something left to pay. */
async function unsettled(ctx: Ctx, requestIds: readonly string[]): Promise<Payable[]> {
  const found = await findPayables(ctx, requestIds);
  const seen = new Set<string>();
  return requestIds.map((requestId, index) => {
    const field = `requestIds.${index}`;
    if (seen.has(requestId)) throw invalidField(field, "Request is in the batch twice");
    seen.add(requestId);
    const payable = found.get(requestId);
    if (!payable) throw new ApiError("request_not_found", `Request not found: ${field}`);
    refuseToFiat(payable);
    if (payable.remaining === 0n) throw alreadyPaid(`Request ${requestId}`);
    return payable;
  });
}

async function answerFor(
  ctx: Ctx,
  network: NetworkId,
  payables: readonly Payable[],
  feeOf: (payable: Payable) => FeeRate | null,
  payer: string | null,
  quote: typeof quotesFor,
): Promise<PayoutAnswer<BatchPayoutCreated>> {
  const chain = chainFor(ctx, network);
  const { capUsd } = ctx.config.protocolFee;
  const wallet = payer === null ? null : addressBytes(chain.network.family, payer);
  const parts = payables.map((payable) => ({ payable, amount: payable.remaining }));
  const quotes = await quote(ctx, parts, wallet);
  const dues = parts.map(({ payable, amount }) => dueOf(payable, amount, feeOf(payable), capUsd, quotes));
  const plan = planBatch(chain.network, dues);
  const readiness = await checkWallet(chain, plan, wallet);
  return { answer: batchAnswer(chain.network, payables, plan, readiness, feeOf, quotes), quotes };
}

function payerOf(body: CreateBatchPayoutBody, network: NetworkId): string | null {
  return body.payer === undefined ? null : partyAddress("payer", network, body.payer);
}
