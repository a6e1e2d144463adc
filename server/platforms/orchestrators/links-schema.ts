import { z } from "zod";
import { ScreeningPlan } from "@/server/platforms/orchestrators/screening-plan";

/** `POST /v2/orchestrators/client-ids` (OL-01): a client ID by its public value. */
export const LinkClientIdBody = z.object({ clientId: z.string().min(1).max(100) });
export type LinkClientIdBody = z.infer<typeof LinkClientIdBody>;

/** Who screens the payers of a link (OK-04). */
export const linkScreening = {
  kytControl: z
    .enum(["orchestrator", "platform"])
    .nullable()
    .describe("Who chose the screening plan; null for a direct link."),
  kyt: ScreeningPlan.nullable().describe("The screening plan; null where the destination's policy holds."),
};

/** A link as its orchestrator reads it: of the platform, the public value of the client ID and nothing else. */
export const ClientIdLink = z
  .object({
    id: z.string(),
    clientIdId: z.string(),
    clientId: z.string(),
    orchestratorId: z.string(),
    status: z.enum(["active", "revoked"]),
    /** Of the intent that brought it; null for a direct link. */
    externalId: z.string().nullable(),
    ...linkScreening,
    /** When the platform agreed; absent for a direct link. */
    consentedAt: z
      .string()
      .optional()
      .describe("When the platform agreed; absent or null for a direct link."),
    createdAt: z.string(),
    revokedAt: z.string().optional(),
    revokedBy: z.enum(["orchestrator", "platform"]).optional(),
  })
  .meta({ id: "ClientIdLink" });
export type ClientIdLink = z.infer<typeof ClientIdLink>;

export const ClientIdLinked = z
  .object({
    link: ClientIdLink.describe("The link between the client ID and the orchestrator."),
    alreadyLinked: z.boolean().describe("Whether the client ID was linked before this call."),
  })
  .meta({ id: "ClientIdLinked" });
export type ClientIdLinked = z.infer<typeof ClientIdLinked>;

export const ClientIdUnlinked = z
  .object({
    link: ClientIdLink.describe("The link between the client ID and the orchestrator."),
    wasAlreadyRevoked: z.boolean().describe("Whether it had been revoked before this call."),
  })
  .meta({ id: "ClientIdUnlinked" });
export type ClientIdUnlinked = z.infer<typeof ClientIdUnlinked>;

export const ClientIdLinkList = z.object({
  links: z.array(ClientIdLink).describe("The links to client IDs."),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
});
export type ClientIdLinkList = z.infer<typeof ClientIdLinkList>;
