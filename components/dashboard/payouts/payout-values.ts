import { z } from "zod";
import type { PaymentRow } from "@/server/dashboard/payments-schema";
import type { CreateSecurePayoutBody } from "@/server/secure-payments/wire/create-schema";
import { ownText, paidIn, typedAmount } from "../forms/payment-values";
import { filled } from "../payments/new/request-values";

/** What the form holds. The API says what else is wrong, field by field. */
export const PayoutValues = z.object({
  recipient: z.string().trim().min(1, "Who is to be paid?"),
  ...paidIn,
  amount: typedAmount("How much do you pay?"),
  reference: ownText,
  recipientIdentifier: ownText,
});
export type PayoutValues = z.infer<typeof PayoutValues>;

/** The form as it was filled in for another payout: what the merchant would type again. */
export function payoutLike(payout: PaymentRow): PayoutValues {
  return {
    recipient: payout.payee,
    network: payout.network,
    currency: payout.currencyId,
    amount: payout.amount,
    reference: payout.reference ?? "",
    recipientIdentifier: payout.payerIdentifier ?? "",
  };
}

/** The body of `POST /v2/secure-payments/payouts`, made by the wallet that is signed in. */
export function payoutBody(values: PayoutValues, creator: string): z.input<typeof CreateSecurePayoutBody> {
  return {
    recipient: values.recipient.trim(),
    creatorWalletAddress: creator,
    network: values.network,
    currency: values.currency,
    amount: values.amount.trim(),
    ...filled({
      reference: values.reference.trim(),
      recipientIdentifier: values.recipientIdentifier.trim(),
    }),
  };
}
