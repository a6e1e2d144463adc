import { z } from "zod";
import { APPROVAL_KINDS } from "@/db/schema";

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
] as const;
export type ApprovalVerb = (typeof APPROVAL_VERBS)[number];

const Fact = z.union([z.string(), z.int(), z.boolean(), z.null(), z.array(z.string())]);

/** Values by name. Amounts are text. Never a key, a secret or a token. */
const Facts = z.record(z.string(), Fact);
export type Facts = z.infer<typeof Facts>;

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
    payments: z
      .array(z.object({ payee: z.string(), amount: z.string(), currency: z.string() }))
      .describe("Who gets how much of which currency; empty where no money moves."),
    usd: z
      .string()
      .nullable()
      .describe("What the payments are worth in USD at the prices of then; null without a price."),
  })
  .meta({ id: "ApprovalChange" });
export type Change = z.infer<typeof Change>;

/** A change of which nothing is paid. */
export function changeOf(
  verb: ApprovalVerb,
  kind: Exclude<ApprovalKind, "payment">,
  facts: { subject?: string | null; before?: Facts; after?: Facts },
): Change {
  const { subject = null, before = {}, after = {} } = facts;
  return { kind, verb, subject, before, after, payments: [], usd: null };
}
