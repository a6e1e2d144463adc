import { type Ctx, inTransaction } from "@/server/context";
import { currencyOf, type InvoiceCurrency } from "@/server/currencies/invoice-currency";
import { settlementCurrencies } from "@/server/currencies/settlement-token";
import type { Token } from "@/server/currencies/tokens";
import { ApiError, checkFields, invalidField, missingField } from "@/server/errors";
import { rememberAnswer } from "@/server/lib/idempotency";
import { boundDestination, destinationMismatch, isPaidAt } from "@/server/payee-destinations/bound";
import type { DestinationRow } from "@/server/payee-destinations/describe";
import { requireOfframp } from "@/server/payers/access";
import { isRequestId } from "@/server/payments/request-id";
import { type PaymentRules, paymentRules, rememberedRules } from "@/server/platforms/payment-rules";
import { requireDailyLimit } from "@/server/requests/creating/daily-limit";
import { keyUseOf } from "@/server/requests/creating/key-use";
import { partyAddress, receiverAddress } from "@/server/requests/creating/party-address";
import { confirmationTiers, requiredConfirmations } from "@/server/requests/creating/required-confirmations";
import { isToFiat, requireToFiat, writtenIn } from "@/server/requests/creating/to-fiat";
import { toleranceOf, underpaymentPolicy } from "@/server/requests/creating/tolerance";
import { draftRequest, invoicedAmount, type RequestFacts, type RequestRow } from "@/server/requests/draft";
import { findRequest } from "@/server/requests/find";
import { appendRequests, insertRequests } from "@/server/requests/insert";
import { parseRecurrence } from "@/server/requests/recurring-invoices/recurrence";
import type { CreateRequestBody, RequestCreated } from "@/server/requests/schema";

/**
 * Creates an incoming payment request (RQ-01 to RQ-08). Throws 400 naming the field, and 400
 * `no_active_destination` for a client ID whose bound destination is not active, or which has neither one nor a
 * payee, and 403 `destination_mismatch` for a payee other than the bound one.
 */
export async function createRequest(ctx: Ctx, body: CreateRequestBody): Promise<RequestCreated> {
  // Only a call with an idempotency key needs its answer in the same commit, and one of a key with a limit its count; the
  // rest may share one.
  const isAlone = ctx.idempotency !== null || ctx.caller.limit !== null;
  const remembered = isAlone || isToFiat(body) ? null : rememberedRules(ctx);
  let facts = await requestFacts(ctx, body, remembered);
  if (ctx.caller.creationsPerDay !== null) await requireDailyLimit(ctx, 1);
  if (isAlone) {
    const draft = draftRequest(ctx, facts);
    const use = await keyUseOf(ctx, [draft]);
    return inTransaction(ctx, async (tx) => {
      const [row] = await insertRequests(tx, [draft], use);
      const answer = created(row);
      await rememberAnswer(tx, answer);
      return answer;
    });
  }
  if (remembered) {
    const draft = draftRequest(ctx, facts);
    if (await ctx.append(appendRequests, { ...draft, onlyUnder: remembered })) return created(draft.row);
    // The account has other rules by now.
    facts = await requestFacts(ctx, body, null);
  }
  for (;;) {
    const draft = draftRequest(ctx, facts);
    if (await ctx.append(appendRequests, draft)) return created(draft.row);
  }
}

/**
 * `remembered` are rules of the account that the database compares as it stores; without them they are read. No refusal of
 * a call depends on what an account says.
 */
async function requestFacts(
  ctx: Ctx,
  body: CreateRequestBody,
  remembered: PaymentRules | null,
): Promise<RequestFacts> {
  const isCryptoToFiatAllowed = isToFiat(body);
  if (isCryptoToFiatAllowed) await requireOfframp(ctx);
  let token: Token | undefined;
  let invoice: InvoiceCurrency | undefined;
  const checked = checkFields({
    token: () => {
      const currencies = settlementCurrencies(ctx, writtenIn(body), body.paymentCurrency);
      ({ token, invoice } = currencies);
      return currencies.token;
    },
    payee: () => (body.payee === undefined ? undefined : receiverAddress("payee", token, body.payee)),
    payer: () => (body.payer === undefined ? null : partyAddress("payer", token?.network, body.payer)),
    amount: () => invoicedAmount("amount", body.amount, invoice),
    recurrence: () => (body.recurrence ? parseRecurrence(body.recurrence, ctx.now()) : null),
  });
  if (isCryptoToFiatAllowed) requireToFiat(body, checked.token);
  const currency = invoice ?? currencyOf(checked.token);
  const boundTo = isCryptoToFiatAllowed ? null : destinationOf(ctx);
  const bound = boundTo && (await boundTo);
  // What goes to a bank account is delivered as a whole.
  const rules = isCryptoToFiatAllowed ? null : (remembered ?? (await paymentRules(ctx)));
  const policy = rules && underpaymentPolicy(ctx.caller, body.underpayment, bound, rules);
  const tiers = rules && confirmationTiers(bound, rules);
  const confirmations = requiredConfirmations(ctx, tiers, { ...checked, currency });
  const isContinued =
    body.originalRequestId !== undefined || body.originalRequestPaymentReference !== undefined;
  return {
    kind: "request",
    ...checked,
    invoice,
    requiredConfirmations: confirmations && (await confirmations),
    tolerance: policy && toleranceOf(checked.amount, currency, policy),
    isCryptoToFiatAllowed,
    payee: isCryptoToFiatAllowed ? "" : payeeOf(ctx.caller, bound, checked),
    customerInfo: body.customerInfo,
    reference: body.reference,
    original: isContinued ? await originalOf(ctx, body) : null,
  };
}

/**
 * Who is paid, in stored form. A client ID that is bound to a destination is paid there and nowhere else, so it
 * may leave the payee out (RQ-02, CI-07): whoever reads a page knows its client ID, and could otherwise pay
 * themselves for the merchant's order. Throws 403 for another wallet, network or token.
 */
function payeeOf(
  { clientId }: Pick<Ctx["caller"], "clientId">,
  bound: DestinationRow | null,
  { payee, token }: { payee: string | undefined; token: Token },
): string {
  if (!clientId?.payeeDestinationId) {
    if (payee !== undefined) return payee;
    if (!clientId) throw missingField("payee");
    throw noActiveDestination("Client ID has no payee destination; name a payee");
  }
  if (!bound) throw noActiveDestination("The payee destination of this client ID is not active");
  const paid = { payee: payee ?? bound.walletAddress, token };
  if (!isPaidAt(bound, paid)) throw destinationMismatch();
  return paid.payee;
}

/** The active destination that a client ID is bound to; null for other callers. */
function destinationOf(ctx: Ctx) {
  const { clientId } = ctx.caller;
  return clientId?.payeeDestinationId ? boundDestination(ctx, clientId) : null;
}

function noActiveDestination(message: string): ApiError {
  return new ApiError("no_active_destination", message);
}

/**
 * A caller may say which of its requests this one continues; the service itself numbers its own occurrences.
 * Throws 404 for a request that is not the caller's.
 */
async function originalOf(ctx: Ctx, body: CreateRequestBody): Promise<RequestFacts["original"]> {
  if (body.originalRequestId === undefined) {
    throw invalidField(
      "originalRequestId",
      "originalRequestId is required with originalRequestPaymentReference",
    );
  }
  if (!isRequestId(body.originalRequestId)) {
    throw invalidField("originalRequestId", "originalRequestId is not a request ID");
  }
  const { requestId, paymentReference } = await findRequest(ctx, body.originalRequestId);
  const given = body.originalRequestPaymentReference;
  if (given !== undefined && given !== paymentReference) {
    throw invalidField(
      "originalRequestPaymentReference",
      "originalRequestPaymentReference is not that of this request",
    );
  }
  return { requestId, paymentReference, occurrence: 0 };
}

function created(row: RequestRow | undefined): RequestCreated {
  if (!row) throw new Error("a stored request is missing");
  return { requestId: row.requestId.slice(2), paymentReference: row.paymentReference };
}
