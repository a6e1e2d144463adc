import { z } from "zod";
import { Label, plainLine } from "@/server/lib/text";
import { normaliseOrigin } from "@/server/platforms/client-ids/origin";
import { ScreeningPlan, ScreeningPlanBody } from "@/server/platforms/orchestrators/screening-plan";

const MAX_DOMAINS = 10;

/** Origins, each once (OL-05, CI-02): two ways of writing one are one. */
const Domains = z
  .array(
    z.string().transform((text, check) => {
      const origin = normaliseOrigin(text);
      if (origin !== null) return origin;
      check.addIssue({
        code: "custom",
        message: "Must be an https origin without path, query or credentials",
      });
      return z.NEVER;
    }),
  )
  .max(MAX_DOMAINS)
  .refine((list) => new Set(list).size === list.length, "Each domain can be named once");

/** `POST /v2/orchestrators/client-id-link-intents` (OL-05). */
export const CreateLinkIntentBody = z.object({
  clientIdName: Label,
  domains: Domains.optional().describe("Origins that browsers may use the client ID from."),
  externalId: plainLine.min(1).max(255).optional(),
  kyt: ScreeningPlanBody.optional(),
});
export type CreateLinkIntentBody = z.infer<typeof CreateLinkIntentBody>;

/** An intent as its orchestrator reads it. The token is told once, at the end of its URL. */
export const LinkIntent = z
  .object({
    id: z.string(),
    orchestratorId: z.string(),
    clientIdName: z.string(),
    allowedDomains: z.array(z.string()),
    externalId: z.string().nullable(),
    /** Left out where the platform chooses. */
    kyt: ScreeningPlan.optional(),
    used: z.boolean().describe("Whether the invitation was accepted."),
    state: z.enum(["open", "used", "expired"]),
    expiresAt: z.string(),
    createdAt: z.string(),
    usedAt: z.string().nullable().describe("When the invitation was accepted; null before."),
    /** Public value of the client ID that it made; null until then. */
    clientId: z.string().nullable(),
  })
  .meta({ id: "LinkIntent" });
export type LinkIntent = z.infer<typeof LinkIntent>;

export const LinkIntentCreated = z
  .object({ url: z.url(), intent: LinkIntent })
  .meta({ id: "LinkIntentCreated" });
export type LinkIntentCreated = z.infer<typeof LinkIntentCreated>;

export const LinkIntentList = z.object({
  intents: z.array(LinkIntent).describe("The invitations."),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
});
export type LinkIntentList = z.infer<typeof LinkIntentList>;
