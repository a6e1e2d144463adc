import { type Ctx, inTransaction } from "@/server/context";
import { currencyOf } from "@/server/currencies/invoice-currency";
import { ApiError, invalidField } from "@/server/errors";
import { feePlanFor, planLegs } from "@/server/fees/plan-for";
import { rememberAnswer } from "@/server/lib/idempotency";
import { policyOfNewLink } from "@/server/payer-access/resolve-policy";
import { batchNetwork } from "@/server/payouts/one-network";
import { paymentRules } from "@/server/platforms/payment-rules";
import { requireDailyLimit } from "@/server/requests/creating/daily-limit";
import { keyUseOf } from "@/server/requests/creating/key-use";
import { confirmationTiers, requiredConfirmations } from "@/server/requests/creating/required-confirmations";
import { toleranceOf, underpaymentPolicy } from "@/server/requests/creating/tolerance";
import { amountOf, draftRequest, invoicedAmount, type RequestFacts } from "@/server/requests/draft";
import { askedBy } from "@/server/requests/follow-link";
import { IdentifierTaken, insertRequests } from "@/server/requests/insert";
import { dueOf } from "@/server/requests/paying/due";
import { unpaid } from "@/server/requests/paying/payable";
import { refuseUnpayable } from "@/server/requests/paying/payment-plan";
import {
  resolveDestination,
  snapshot,
  tokenOfDestination,
} from "@/server/secure-payments/creating/destination";
import { invoiceOfLink } from "@/server/secure-payments/creating/invoice";
import { requireWalletPlatform } from "@/server/secure-payments/creating/permission";
import { createdAnswer, draftLink, storeLink } from "@/server/secure-payments/creating/store-link";
import { shares } from "@/server/secure-payments/due/shares";
import {
  type CreateSecurePaymentBody,
  MAX_REQUESTS,
  type SecurePaymentCreated,
} from "@/server/secure-payments/wire/create-schema";

/**
 * Creates a link for incoming money: one request, or several to one destination (SP-01 to SP-16). What a
 * request asks for is what has to reach the payee, so the fees the payee bears are taken off it; the fees of
 * the whole link are paid with its first request. Throws 400 naming the field, 403 for another destination.
 * What is asked in another currency than the token has no fees, and its amount in the token is quoted to its payer.
 */
export async function createSecurePayment(
  ctx: Ctx,
  body: CreateSecurePaymentBody,
): Promise<SecurePaymentCreated> {
  requireWalletPlatform(ctx.caller);
  if (body.requests.length > MAX_REQUESTS) {
    throw new ApiError("batch_too_large", `A link can hold ${MAX_REQUESTS} payments`);
  }
  const destination = await resolveDestination(
    ctx,
    body.requests.map((item) => item.destinationId),
  );
  const token = tokenOfDestination(ctx, destination);
  if (body.requests.length > 1) batchNetwork([token.network]);
  const invoice = await invoiceOfLink(ctx, body.requests, token);
  const amounts = body.requests.map((item, index) => {
    const field = `requests.${index}.amount`;
    return invoice ? invoicedAmount(field, item.amount, invoice) : amountOf(field, item.amount, token);
  });
  const policy = await policyOfNewLink(ctx, "incoming", body.accessPolicy, destination);
  await requireDailyLimit(ctx, amounts.length);
  const { orchestratorId, clientId } = ctx.caller;
  const feePlan = invoice
    ? null
    : await feePlanFor(ctx, {
        flow: "get_paid",
        token,
        amount: amounts.reduce((sum, amount) => sum + amount, 0n),
        orchestratorId,
        clientIdId: clientId?.id ?? null,
      });
  const legs = feePlan && planLegs(feePlan, token);
  const deducted = (legs ?? [])
    .filter((leg) => leg.bearer === "payee")
    .reduce((sum, leg) => sum + leg.amount, 0n);
  const fees = shares(deducted, amounts);
  const rules = await paymentRules(ctx);
  const underpayment = underpaymentPolicy(ctx.caller, body.underpayment, destination, rules);
  const tiers = confirmationTiers(destination, rules);
  const total = amounts.reduce((sum, amount) => sum + amount, 0n);
  const currency = invoice ?? currencyOf(token);
  // One transaction pays all of them.
  const confirmations = await requiredConfirmations(ctx, tiers, { amount: total, currency, token });
  const facts = amounts.map((amount, index): RequestFacts => {
    const net = amount - (fees[index] ?? 0n);
    if (net <= 0n) throw invalidField(`requests.${index}.amount`, "Fees leave nothing of this amount");
    const plan = legs && (index === 0 ? legs : []);
    return {
      kind: "request",
      token,
      ...(invoice ? { invoice } : {}),
      payee: destination.walletAddress,
      payer: null,
      amount: net,
      tolerance: toleranceOf(net, currency, underpayment),
      requiredConfirmations: confirmations,
      plan,
      ...(body.reference === undefined ? {} : { reference: body.reference }),
    };
  });

  for (;;) {
    const drafts = facts.map((fact) => draftRequest(ctx, fact));
    const use = await keyUseOf(ctx, drafts);
    // What a quote makes of another currency is looked at when it is made.
    const dues = invoice
      ? []
      : drafts.map((draft) => dueOf(unpaid(draft), draft.row.amount, null, ctx.config.protocolFee.capUsd));
    refuseUnpayable(dues, "requests");
    const link = draftLink(ctx, {
      ...body,
      paymentType: facts.length === 1 ? "single" : "batch",
      flow: "incoming",
      network: token.network,
      currency: token.id,
      destination: snapshot(destination),
      feePlan,
      policy,
    });
    const requestIds = drafts.map(({ row }) => row.requestId);
    const answer = createdAnswer(ctx, link, requestIds, feePlan);
    try {
      await inTransaction(ctx, async (tx) => {
        await insertRequests(
          tx,
          drafts.map((draft) => askedBy(draft, link)),
          use,
        );
        await storeLink(
          tx,
          link,
          drafts.map(({ row }, index) => ({ requestId: row.id, amount: amounts[index] ?? 0n })),
        );
        await rememberAnswer(tx, answer);
      });
      return answer;
    } catch (error) {
      if (!(error instanceof IdentifierTaken)) throw error;
    }
  }
}
