import { addressBytes } from "@/server/chains/address";
import type { Ctx } from "@/server/context";
import type { InvoiceCurrency } from "@/server/currencies/invoice-currency";
import { settlementCurrencies } from "@/server/currencies/settlement-token";
import type { Token } from "@/server/currencies/tokens";
import { checkFields } from "@/server/errors";
import { platformFee } from "@/server/fees/platform-fee";
import { requireBoundRecipients } from "@/server/payee-destinations/bound";
import { payerOf } from "@/server/payouts/payer";
import { requirePayouts } from "@/server/payouts/permission";
import type { CreatePayoutBody, PayoutCreated } from "@/server/payouts/schema";
import { storePayouts } from "@/server/payouts/store";
import { requireDailyLimit } from "@/server/requests/creating/daily-limit";
import { receiverAddress } from "@/server/requests/creating/party-address";
import { invoicedAmount, type RequestFacts } from "@/server/requests/draft";
import { calldataAnswer } from "@/server/requests/paying/calldata-answer";
import { checkedFee, dueOf } from "@/server/requests/paying/due";
import { unpaid } from "@/server/requests/paying/payable";
import { planPayment } from "@/server/requests/paying/payment-plan";
import { firstQuotes, quoteField } from "@/server/requests/paying/quoted";
import { chainFor, checkWallet } from "@/server/requests/paying/readiness";

/**
 * Creates one outgoing payment and answers with the transactions that make it (PO-01 to PO-03). Throws 400
 * naming the field, 403 for a platform without payouts or a recipient that the client ID is not bound to, 503 when the payer's funds cannot be looked at or there is no price; then
 * nothing is created.
 */
export async function createPayout(ctx: Ctx, body: CreatePayoutBody): Promise<PayoutCreated> {
  requirePayouts(ctx.caller);
  let known: Token | undefined;
  let invoice: InvoiceCurrency | undefined;
  const { token, payee, amount, payer, fee } = checkFields({
    token: () => {
      const currencies = settlementCurrencies(ctx, body.invoiceCurrency, body.paymentCurrency);
      ({ token: known, invoice } = currencies);
      return currencies.token;
    },
    payee: () => receiverAddress("payee", known, body.payee),
    amount: () => invoicedAmount("amount", body.amount, invoice),
    payer: () => payerOf(body, known),
    fee: () => checkedFee(platformFee(ctx.caller, body), [known]),
  });
  await requireBoundRecipients(ctx, [{ payee, token }]);
  const chain = chainFor(ctx, token.network);
  const facts: RequestFacts = {
    kind: "payout",
    token,
    invoice,
    payee,
    payer,
    amount,
    customerInfo: body.customerInfo,
    reference: body.reference,
    fee,
  };
  await requireDailyLimit(ctx, 1);
  return storePayouts(ctx, [facts], async ([draft]) => {
    if (!draft) throw new Error("a payout has no draft");
    const payable = unpaid(draft);
    const wallet = payer === null ? null : addressBytes(chain.network.family, payer);
    const quotes = await firstQuotes(ctx, [{ payable, amount: payable.remaining }], wallet);
    const due = dueOf(payable, payable.remaining, fee, ctx.config.protocolFee.capUsd, quotes);
    const plan = planPayment(chain.network, due);
    const readiness = await checkWallet(chain, plan, wallet);
    const answer = {
      requestId: draft.row.requestId.slice(2),
      paymentReference: draft.row.paymentReference,
      ...calldataAnswer(payable, plan, readiness, fee),
      ...quoteField(payable, quotes),
    };
    return { answer, quotes };
  });
}
