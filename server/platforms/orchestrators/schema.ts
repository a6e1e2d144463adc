import { z } from "zod";
import { Label, plainLine } from "@/server/lib/text";
import {
  AllowedNetworks,
  DailyLimitBody,
  EndsWithMembership,
  KeyScopes,
  KeyUse,
  OrchestratorKeyScopes,
} from "@/server/platforms/key-bounds/schema";

const NAME_MAX = 100;
const EMAIL_MAX = 254;

export const OrchestratorName = z.string().trim().pipe(plainLine.min(1).max(NAME_MAX));
export const ContactEmail = z.email().max(EMAIL_MAX);

/** `POST /v2/orchestrators` (OR-03). */
export const CreateOrchestratorBody = z.object({
  orchestratorName: OrchestratorName.describe("Name of the orchestrator, which platforms see."),
  orchestratorContactEmail: ContactEmail.describe("Address at which the orchestrator can be reached."),
});
export type CreateOrchestratorBody = z.infer<typeof CreateOrchestratorBody>;

/** An orchestrator as its owner reads it. */
export const Orchestrator = z
  .object({
    id: z.string(),
    name: z.string(),
    supportEmail: z.string().describe("Address at which payers reach somebody."),
    status: z.enum(["active", "inactive"]),
    /** Whether it may link client IDs of other accounts without hosted onboarding. */
    linksDirectly: z
      .boolean()
      .describe("Whether it may link client IDs of other accounts without hosted onboarding."),
    createdAt: z.string(),
  })
  .meta({ id: "Orchestrator" });
export type Orchestrator = z.infer<typeof Orchestrator>;

/** A key as its owner sees it ever after: enough to recognise it, nothing to use it with. */
export const OrchestratorKey = z
  .object({
    id: z.string(),
    orchestratorId: z.string(),
    label: z.string(),
    keyPrefix: z.string().describe("The first characters of the key."),
    last4: z.string().describe("The last four characters of the key."),
    /** `expired`: another key took its place and its last day is over. */
    status: z.enum(["active", "expired", "revoked"]),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
    /** When it stops working by itself; null for a key without an end. */
    expiresAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
    scopes: KeyScopes,
    ...KeyUse,
  })
  .meta({ id: "OrchestratorKey" });
export type OrchestratorKey = z.infer<typeof OrchestratorKey>;

/** The only answers that hold a key itself (OR-01). */
export const OrchestratorCreated = z
  .object({
    orchestrator: Orchestrator.describe("The orchestrator."),
    key: OrchestratorKey,
    rawKey: z.string().describe("The key. It is shown only here."),
  })
  .meta({ id: "OrchestratorCreated" });
export type OrchestratorCreated = z.infer<typeof OrchestratorCreated>;
export const OrchestratorKeyIssued = z
  .object({ key: OrchestratorKey, rawKey: z.string().describe("The key. It is shown only here.") })
  .meta({ id: "OrchestratorKeyIssued" });
export type OrchestratorKeyIssued = z.infer<typeof OrchestratorKeyIssued>;

export const OrchestratorList = z.object({
  orchestrators: z.array(Orchestrator).describe("The orchestrators of the account."),
});
export type OrchestratorList = z.infer<typeof OrchestratorList>;
export const OrchestratorKeyList = z.object({
  keys: z.array(OrchestratorKey).describe("The keys, without their secret part."),
});
export type OrchestratorKeyList = z.infer<typeof OrchestratorKeyList>;

/** `POST /v2/orchestrators/keys`; a key without a label is called by its day. */
export const IssueOrchestratorKeyBody = z
  .object({
    label: Label.optional(),
    /** When the key stops working by itself; never without it. */
    expiresAt: z.iso.datetime().optional(),
    scopes: OrchestratorKeyScopes.optional(),
    allowedNetworks: AllowedNetworks.optional(),
    dailyLimit: DailyLimitBody.optional(),
    endsWithMembership: EndsWithMembership.optional(),
  })
  .optional();
export type IssueOrchestratorKeyBody = z.infer<typeof IssueOrchestratorKeyBody>;

export const OrchestratorKeyRevoked = z
  .object({
    key: OrchestratorKey,
    wasAlreadyRevoked: z.boolean().describe("Whether it had been revoked before this call."),
  })
  .meta({ id: "OrchestratorKeyRevoked" });
export type OrchestratorKeyRevoked = z.infer<typeof OrchestratorKeyRevoked>;
