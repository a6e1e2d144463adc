import { z } from "zod";
import { Label } from "@/server/lib/text";
import {
  AllowedNetworks,
  ApiKeyScopes,
  ChangedDailyLimit,
  ChangedNetworks,
  DailyLimitBody,
  EndsWithMembership,
  KeyScopes,
  KeyUse,
} from "@/server/platforms/key-bounds/schema";

/** An API key as its owner sees it ever after: enough to recognise it, nothing to use it with (D-11). */
export const ApiKeyRecord = z
  .object({
    id: z.string(),
    label: z.string(),
    prefix: z.string().describe("The first characters of the key."),
    last4: z.string().describe("The last four characters of the key."),
    status: z.enum(["active", "inactive"]),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
    expiresAt: z.string().nullable(),
    scopes: KeyScopes,
    ...KeyUse,
  })
  .meta({ id: "ApiKey" });
export type ApiKeyRecord = z.infer<typeof ApiKeyRecord>;

/** The only answer that holds the key itself (AK-03). */
export const ApiKeyIssued = z
  .object({ ...ApiKeyRecord.shape, value: z.string().describe("The key. It is shown only here.") })
  .meta({ id: "ApiKeyIssued" });
export type ApiKeyIssued = z.infer<typeof ApiKeyIssued>;

export const IssueApiKeyBody = z.object({
  label: Label,
  /** When the key stops working by itself; never without it. */
  expiresAt: z.iso.datetime().optional(),
  scopes: ApiKeyScopes.optional(),
  allowedNetworks: AllowedNetworks.optional(),
  dailyLimit: DailyLimitBody.optional(),
  endsWithMembership: EndsWithMembership.optional(),
});
export type IssueApiKeyBody = z.infer<typeof IssueApiKeyBody>;

/** Unknown fields are refused: somebody who switches a leaked key off must not be told that it worked. */
export const UpdateApiKeyBody = z
  .strictObject({
    label: Label.optional(),
    status: z.enum(["active", "inactive"]).optional(),
    allowedNetworks: ChangedNetworks.optional(),
    dailyLimit: ChangedDailyLimit.optional(),
  })
  .refine(
    (body) => Object.keys(body).length > 0,
    "Nothing to change: give label, status, allowedNetworks or dailyLimit",
  );
export type UpdateApiKeyBody = z.infer<typeof UpdateApiKeyBody>;
