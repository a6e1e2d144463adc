import { z } from "zod";
import { APPROVAL_KINDS } from "@/db/schema";
import type { ApprovedPayment, PaymentVerb } from "@/server/approvals/payment-words";

export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** What can wait for a second person, by what is done. */
export const APPROVAL_VERBS = [
  "destination.set",
  "destination.deactivate",
  "api_key.create",
  "api_key.update",
  "api_key.rotate",
  "client_id.create",
  "client_id.update",
  "orchestrator.create",
  "orchestrator_key.create",
  "orchestrator_key.rotate",
  "member.update",
  "member.remove",
  "member.invite",
  "policy.set",
  "payout.create",
  "schedule.create",
  "refund.create",
] as const;
export type ApprovalVerb = (typeof APPROVAL_VERBS)[number];

const Fact = z.union([z.string(), z.int(), z.boolean(), z.null(), z.array(z.string())]);

/** Values by name. Amounts are text. Never a key, a secret or a token. */
const Facts = z.record(z.string(), Fact);
export type Facts = z.infer<typeof Facts>;

const Payment = z.object({
  payee: z.string().describe("Who gets it."),
  amount: z.string().describe("Decimal text, in `currency`; of a recurring payout each of its payments."),
  currency: z.string().describe("The token, which names the network too."),
  reference: z
    .string()
    .describe(
      "The payment reference; of a recurring payout the digest of its permit, which names its terms.",
    ),
  times: z.int().describe("How many payments of this amount; more than 1 for recurring payouts."),
  frequency: z.string().nullable().describe("How often; null for a single payment."),
  firstPayment: z.string().nullable().describe("When the first one is due; null for a single payment."),
  fees: z
    .array(z.object({ payee: z.string(), amount: z.string() }))
    .describe("What goes to others with each payment, in the same currency."),
});

/** What exactly will happen, as an approver reads it and signs for it. */
export const Change = z
  .object({
    kind: z
      .enum(APPROVAL_KINDS)
      .describe("What the account wants a second person for, of which this is a case."),
    verb: z.enum(APPROVAL_VERBS).describe("What will be done."),
    subject: z.string().nullable().describe("ID of what is changed; null where something new is made."),
    before: Facts.describe("What the change takes away, by name; empty where nothing was there."),
    after: Facts.describe("What stands there afterwards, by name; empty where nothing is left."),
    payments: z.array(Payment).describe("Who gets how much of which currency; empty where no money moves."),
    usd: z
      .string()
      .nullable()
      .describe("What the payments are worth in USD at the prices of then; null without a price."),
  })
  .meta({ id: "ApprovalChange" });
export type Change = z.infer<typeof Change>;

/** What is paid. `usd` is told to the approver and is no part of what is approved: prices move. */
export function paymentChange(
  verb: PaymentVerb,
  {
    subject = null,
    payment,
    after = {},
    usd,
  }: { subject?: string | null; payment: ApprovedPayment; after?: Facts; usd: string | null },
): Change {
  const payments = [{ ...payment, fees: [...payment.fees] }];
  return { kind: "payment", verb, subject, before: {}, after, payments, usd };
}

/** A change of which nothing is paid. */
export function changeOf(
  verb: ApprovalVerb,
  kind: Exclude<ApprovalKind, "payment">,
  facts: { subject?: string | null; before?: Facts; after?: Facts },
): Change {
  const { subject = null, before = {}, after = {} } = facts;
  return { kind, verb, subject, before, after, payments: [], usd: null };
}
