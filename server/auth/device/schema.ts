import { z } from "zod";
import { Label, plainLine } from "@/server/lib/text";
import { ApiKeyIssued, ApiKeyRecord } from "@/server/platforms/api-keys/schema";
import { API_KEY_SCOPES, ApiKeyScopes } from "@/server/platforms/key-bounds/schema";

const UserCode = z.string().min(1).max(40).describe("Code that the terminal shows, such as `WDJB-MJHT`.");
const MachineName = plainLine
  .min(1)
  .max(100)
  .describe("What the machine of the terminal calls itself. Nobody has proven it.");
const DAYS_MAX = 365;
const DAYS_INITIAL = 90;

/** What a terminal asks for. A key with every right cannot be had this way. */
export const DeviceAuthorizationBody = z.strictObject({
  scopes: ApiKeyScopes.describe("What the key may do, at most."),
  label: Label.describe("What the key is called."),
  machineName: MachineName,
  expiresInDays: z
    .int()
    .min(1)
    .max(DAYS_MAX)
    .default(DAYS_INITIAL)
    .describe("After how many days the key stops working by itself."),
});
export type DeviceAuthorizationBody = z.infer<typeof DeviceAuthorizationBody>;

/** The two codes of a login. */
export const DeviceAuthorizationCreated = z
  .object({
    deviceCode: z
      .string()
      .describe("What the key is collected with, once. Keep it secret; it is shown this once."),
    userCode: UserCode,
    verificationUrl: z.url().describe("Page on which a person types the code."),
    verificationUrlComplete: z
      .url()
      .describe(
        "The same page with the code in its address; it asks the person to compare it with the terminal.",
      ),
    expiresAt: z.iso.datetime().describe("Until when it can be approved and collected: ten minutes."),
    intervalSeconds: z.int().describe("How long to wait between two calls that ask for the key."),
  })
  .meta({ id: "DeviceAuthorizationCreated" });
export type DeviceAuthorizationCreated = z.infer<typeof DeviceAuthorizationCreated>;

export const DeviceTokenBody = z.strictObject({
  deviceCode: z.string().min(1).max(200).describe("The secret code of the login."),
});
export type DeviceTokenBody = z.infer<typeof DeviceTokenBody>;

const KeyAccount = z
  .object({ id: z.string(), name: z.string().describe("What the account is called.") })
  .describe("The account that the key acts for.");

/** The key of a login that was approved. */
export const DeviceKeyIssued = z
  .object({
    ...ApiKeyIssued.shape,
    account: KeyAccount,
    approvedBy: z
      .string()
      .nullable()
      .describe("Wallet of whoever approved it; null for whoever signs in without one."),
  })
  .meta({ id: "DeviceKeyIssued" });
export type DeviceKeyIssued = z.infer<typeof DeviceKeyIssued>;

export const UserCodeBody = z.strictObject({ userCode: UserCode });
export type UserCodeBody = z.infer<typeof UserCodeBody>;

export const ApproveDeviceBody = z.strictObject({
  userCode: UserCode,
  scopes: ApiKeyScopes.optional().describe("Some of those that were asked for. Left out: all of them."),
});
export type ApproveDeviceBody = z.infer<typeof ApproveDeviceBody>;

/** What a terminal asks for, as the person reads it who is to approve it. */
export const DeviceAuthorization = z
  .object({
    userCode: UserCode,
    label: z.string().describe("What the key will be called."),
    scopes: z.array(z.enum(API_KEY_SCOPES)).describe("What the key may do, at most."),
    grantableScopes: z
      .array(z.enum(API_KEY_SCOPES))
      .describe("Those of them that your role in the account can give."),
    expiresInDays: z.int().describe("After how many days the key stops working by itself."),
    machineName: MachineName,
    ip: z.string().nullable().describe("IP address from which the terminal asked."),
    isOtherAddress: z.boolean().describe("Whether that is another address than that of this call."),
    createdAt: z.iso.datetime().describe("When the terminal asked."),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: "DeviceAuthorization" });
export type DeviceAuthorization = z.infer<typeof DeviceAuthorization>;

/** The key that a call was made with, and whose it is. */
export const OwnApiKey = z.object({ ...ApiKeyRecord.shape, account: KeyAccount }).meta({ id: "OwnApiKey" });
export type OwnApiKey = z.infer<typeof OwnApiKey>;
