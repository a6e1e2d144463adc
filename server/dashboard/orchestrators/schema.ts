import { z } from "zod";
import { pagesQuery } from "@/server/lib/paging";

export const PlatformsQuery = z.object(pagesQuery);
export type PlatformsQuery = z.infer<typeof PlatformsQuery>;

const sum = {
  network: z.string(),
  currency: z.string(),
  currencyId: z.string(),
  /** Decimal string. */
  amount: z.string(),
  /** Number of transfers. */
  payments: z.int().describe("How many transfers there were."),
};

/** Money of one token on one network. */
export const TokenSum = z.object(sum);
export type TokenSum = z.infer<typeof TokenSum>;

/** What an orchestrator earned, of all its links, those that ended among them. */
export const OrchestratorEarnings = z
  .object({
    /** Fees that reached the orchestrator's addresses in confirmed transactions. */
    fees: z
      .array(TokenSum)
      .describe("Fees that reached the orchestrator's addresses in confirmed transactions."),
    /** What payments created with the orchestrator's key brought to their recipients, confirmed. */
    volume: z.array(TokenSum).describe("What payments brought their recipients, confirmed."),
  })
  .meta({ id: "OrchestratorEarnings" });
export type OrchestratorEarnings = z.infer<typeof OrchestratorEarnings>;

/** A client ID that is or was linked, and what came of it. Of the platform itself nothing is told. */
export const OrchestratorPlatform = z.object({
  linkId: z.string().describe("ID of the link between a platform and an orchestrator."),
  clientId: z.string(),
  /** The name that the orchestrator gave it when it invited; null for a direct link. */
  clientIdName: z.string().nullable(),
  externalId: z.string().nullable(),
  status: z.enum(["active", "revoked"]),
  linkedAt: z.iso.datetime().describe("When the platform was linked."),
  revokedAt: z.iso.datetime().nullable(),
  revokedBy: z.enum(["orchestrator", "platform"]).nullable(),
  fees: z.array(TokenSum).describe("Fees that payments of this platform brought the orchestrator."),
  volume: z.array(TokenSum).describe("What payments brought their recipients, confirmed."),
});
export type OrchestratorPlatform = z.infer<typeof OrchestratorPlatform>;

export const OrchestratorPlatforms = z
  .object({
    platforms: z.array(OrchestratorPlatform).describe("The platforms that are linked."),
    total: z.int(),
    page: z.int(),
    limit: z.int(),
  })
  .meta({ id: "OrchestratorPlatforms" });
export type OrchestratorPlatforms = z.infer<typeof OrchestratorPlatforms>;
