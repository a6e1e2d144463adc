import { NETWORKS } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { ApiError, checkFields, invalidField } from "@/server/errors";
import { platformFee } from "@/server/fees/platform-fee";
import { refuseOutsideLink } from "@/server/payer-access/refuse-outside-link";
import { bindOfframp } from "@/server/requests/offramp-transfers/bind";
import type { Settled } from "@/server/requests/offramp-transfers/sync";
import type { OfframpRow } from "@/server/requests/offramps/current";
import { offrampField } from "@/server/requests/offramps/describe";
import { calldataAnswer } from "@/server/requests/paying/calldata-answer";
import type { PayCalldata, PayQuery } from "@/server/requests/paying/calldata-schema";
import { crosschainAnswer } from "@/server/requests/paying/crosschain/answer";
import { planDeposit, requireBridgeableRest } from "@/server/requests/paying/crosschain/plan-deposit";
import { destinationFor, type Source, sourceOf } from "@/server/requests/paying/crosschain/source";
import { depositOption } from "@/server/requests/paying/deposit/offer";
import { REFUSED } from "@/server/requests/paying/deposit/refusal";
import { alreadyPaid, checkedFee, dueOf, partToPay, storedFee } from "@/server/requests/paying/due";
import { findPayable, type Payable } from "@/server/requests/paying/payable";
import { payerWallet } from "@/server/requests/paying/payer-wallet";
import { planPayment } from "@/server/requests/paying/payment-plan";
import { quoteField, quotesFor } from "@/server/requests/paying/quoted";
import { chainFor, checkWallet } from "@/server/requests/paying/readiness";
import { requireSafe, safeTransactionOf } from "@/server/requests/paying/safe-payer";
import { startListening } from "@/server/requests/paying/start-listening";

/**
 * The transactions that pay a request, or a part of it, on its own network or from another one (PC-01 to PC-09, RS-07,
 * RS-15).
 * Without `wallet` the approval is always there and nothing is known about funds: both answers are false.
 * What is asked in another
 * currency than the token is paid at the rate of a quote, which the answer holds. Throws 404 for a request that is not
 * the caller's, 400 for a settled one, 503 when the chain is away or there is no price.
 */
export async function preparePayment(
  ctx: Ctx,
  requestId: string,
  query: PayQuery,
  settled: Settled,
): Promise<PayCalldata> {
  const found = await findPayable(ctx, requestId);
  await refuseOutsideLink(ctx, [found.row.id]);
  if (query.method === "deposit") return depositAnswer(ctx, found, query);
  const offramp = await offrampFor(ctx, found, query, settled);
  // Bound a moment ago: its payee is the deposit address now.
  const payable = offramp ? await findPayable(ctx, requestId) : found;
  const chain = chainFor(ctx, payable.token.network);
  const source = otherSource(ctx, payable, query);
  const { wallet, fee, amount } = checkFields({
    wallet: () => (query.wallet === undefined ? null : payerWallet(chain.network.family, query.wallet)),
    fee: () => checkedFee(platformFee(ctx.caller, query) ?? storedFee(payable), [payable.token]),
    amount: () => partToPay(payable, query.amount),
  });

  const quotes = await quotesFor(ctx, [{ payable, amount }], wallet);
  const due = dueOf(payable, amount, fee, ctx.config.protocolFee.capUsd, quotes);
  if (source) {
    if (wallet === null) throw invalidField("wallet", "wallet is required to pay from another network");
    requireBridgeableRest(due, { part: amount, rest: payable.remaining - amount });
    const safe = query.isSafe === "true" ? await requireSafe(source.chain, wallet) : null;
    const planned = await planDeposit(ctx, due, { source, payer: wallet });
    await startListening(ctx, [payable.row]);
    const answer = crosschainAnswer(payable, planned, fee, quotes);
    if (safe === null) return answer;
    const calls = [...planned.approvals, planned.quote.call];
    const safeTransaction = safeTransactionOf(source.chain, wallet, safe, calls);
    return { ...answer, metadata: { ...answer.metadata, hasEnoughGas: true }, safeTransaction };
  }
  const plan = planPayment(chain.network, due);
  const safe = wallet !== null && query.isSafe === "true" ? await requireSafe(chain, wallet) : null;
  const readiness = await checkWallet(chain, plan, wallet);
  await startListening(ctx, [payable.row]);

  const { transactions, metadata } = calldataAnswer(payable, plan, readiness, fee);
  const quote = { ...quoteField(payable, quotes), ...offrampField(offramp, payable.token) };
  if (wallet === null || safe === null) return { transactions, metadata, ...quote };
  const safeTransaction = safeTransactionOf(chain, wallet, safe, [...readiness.approvals, plan.call]);
  // The owners of a Safe pay its gas (MS-01).
  return { transactions, metadata: { ...metadata, hasEnoughGas: true }, safeTransaction, ...quote };
}

/** The address that a plain transfer goes to. Throws 400 with the reason where the request has none. */
async function depositAnswer(ctx: Ctx, payable: Payable, query: PayQuery): Promise<PayCalldata> {
  const fee = checkedFee(platformFee(ctx.caller, query) ?? storedFee(payable), [payable.token]);
  const option = await depositOption(ctx, payable, fee);
  if (!option.isOffered) {
    if (option.reason === "paid") throw alreadyPaid("Request");
    throw new ApiError("deposit_not_offered", REFUSED[option.reason]);
  }
  const { isOffered: _, ...depositAddress } = option;
  return { depositAddress };
}

/** What a payment to a bank account is bound to; null for every other request. */
async function offrampFor(
  ctx: Ctx,
  payable: Payable,
  query: PayQuery,
  settled: Settled,
): Promise<OfframpRow | null> {
  const { clientUserId, paymentDetailsId, rebind } = query;
  if (!payable.row.isCryptoToFiatAllowed) {
    if ([clientUserId, paymentDetailsId, rebind].every((field) => field === undefined)) return null;
    throw new ApiError("not_supported_yet", "This request does not go to a bank account");
  }
  if (query.amount !== undefined) {
    throw invalidField("amount", "A crypto-to-fiat request is paid in one payment");
  }
  if (payable.paid > 0n) {
    throw new ApiError("no_payable_amount", "A payment of this request is on its way already");
  }
  // From elsewhere it takes a first request, into USDC on this network (CF-18).
  if (otherSource(ctx, payable, query)) {
    throw new ApiError("not_supported_yet", "A crypto-to-fiat request is paid on its own network in USDC");
  }
  return bindOfframp(ctx, payable, query, settled);
}

/**
 * The source that a payer names, where it is another network or token than the request's own; null where it is the same.
 */
function otherSource(ctx: Ctx, { token }: Payable, { chain, token: symbol }: PayQuery): Source | null {
  if (chain === undefined || symbol === undefined) return null;
  if (chain === NETWORKS[token.network].sourceChain && symbol === token.symbol) return null;
  destinationFor(token);
  return sourceOf(ctx, { chain, token: symbol });
}
