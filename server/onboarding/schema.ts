import { z } from "zod";
import { Branding } from "@/server/branding/schema";
import { ChargedFee } from "@/server/fees/configs/schema";
import { ClientIdRecord } from "@/server/platforms/client-ids/schema";
import { ClientIdLink, linkScreening } from "@/server/platforms/orchestrators/links-schema";
import { ScreeningPlan } from "@/server/platforms/orchestrators/screening-plan";
import { ScreeningProviderId } from "@/server/providers/kyt/schema";

/** What a platform agrees to when it completes an onboarding. */
export const OnboardingTerms = z.object({
  /** Name of the orchestrator. */
  partner: z.string().describe("Name of the orchestrator."),
  orchestratorId: z.string(),
  clientIdName: z.string(),
  allowedDomains: z.array(z.string()),
  fees: z.array(ChargedFee).describe("The fees, one by one."),
  /** What the orchestrator prescribes; null leaves the choice to the platform (OK-02, OK-03). */
  kyt: ScreeningPlan.nullable().describe("The screening plan; null leaves the choice to the platform."),
  branding: Branding.nullable(),
});
export type OnboardingTerms = z.infer<typeof OnboardingTerms>;

/** `GET /v1/client-id-links/intents/{token}`. */
export const LinkIntentRead = z
  .object({
    valid: z.literal(true).describe("Always true: the invitation can be accepted."),
    clientIdName: z.string(),
    branding: Branding.optional(),
    terms: OnboardingTerms.describe("What the platform agrees to."),
    /** Changes whenever anything of the terms does; sent back, it keeps the platform from agreeing to other ones. */
    termsId: z
      .string()
      .describe(
        "Changes whenever the terms do. Sent back, it keeps the platform from agreeing to other ones.",
      ),
    expiresAt: z.string(),
  })
  .meta({ id: "LinkIntentOffer" });
export type LinkIntentRead = z.infer<typeof LinkIntentRead>;

const Choice = z.strictObject({ provider: ScreeningProviderId.nullable() });

/** `POST /v1/client-id-links/intents/{token}` (OL-11). */
export const CompleteLinkIntentBody = z
  .strictObject({
    /** Required where the intent has no plan, and refused where it has one. */
    kyt: Choice.optional(),
    /** What the platform was shown, when it is to agree to nothing else. */
    termsId: z
      .string()
      .max(100)
      .optional()
      .describe(
        "Changes whenever the terms do. Sent back, it keeps the platform from agreeing to other ones.",
      ),
    /** The destination that the platform was shown: its record ID. */
    destinationId: z
      .string()
      .max(300)
      .optional()
      .describe("Record ID of the destination the platform was shown."),
  })
  .optional();
export type CompleteLinkIntentBody = z.infer<typeof CompleteLinkIntentBody>;

export const LinkIntentCompleted = z
  .object({
    ok: z.literal(true).describe("Always true: it was done."),
    clientId: ClientIdRecord,
    link: ClientIdLink.describe("The link between the client ID and the orchestrator."),
  })
  .meta({ id: "LinkIntentCompleted" });
export type LinkIntentCompleted = z.infer<typeof LinkIntentCompleted>;

/** `PUT /v1/client-id-links/{clientIdId}/kyt`. */
export const UpdateLinkKytBody = Choice;
export type UpdateLinkKytBody = z.infer<typeof UpdateLinkKytBody>;

/** A link as its platform sees it: who, what it costs now, what was agreed, who screens. */
export const PlatformLink = z
  .object({
    id: z.string(),
    clientIdId: z.string(),
    clientId: z.string(),
    clientIdName: z.string(),
    orchestratorId: z.string(),
    partner: z.string().describe("Name of the orchestrator."),
    partnerEmail: z.string().describe("Address at which the orchestrator can be reached."),
    status: z.enum(["active", "revoked"]),
    /** What the partner takes of payments that are created now; empty for a link that is over. */
    fees: z
      .array(ChargedFee)
      .describe("What the partner takes of payments that are created now; empty for a link that is over."),
    /** Null for a link that the partner made directly. */
    agreed: OnboardingTerms.nullable().describe(
      "The terms the platform agreed to; null for a link that the partner made directly.",
    ),
    /** Whether fees differ from what was agreed. */
    feesChanged: z.boolean().describe("Whether the fees differ from what was agreed."),
    ...linkScreening,
    consentedAt: z
      .string()
      .nullable()
      .describe("When the platform agreed; absent or null for a direct link."),
    createdAt: z.string(),
    revokedAt: z.string().nullable(),
    revokedBy: z.enum(["orchestrator", "platform"]).nullable(),
  })
  .meta({ id: "PlatformLink" });
export type PlatformLink = z.infer<typeof PlatformLink>;
export const PlatformLinkList = z.object({
  links: z.array(PlatformLink).describe("The links to orchestrators."),
});
export type PlatformLinkList = z.infer<typeof PlatformLinkList>;
