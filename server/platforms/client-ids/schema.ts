import { z } from "zod";
import { parseAnyAddress } from "@/server/chains/any-address";
import { Label } from "@/server/lib/text";
import { normaliseOrigin } from "@/server/platforms/client-ids/origin";
import { CLIENT_ID_STATUSES } from "@/server/platforms/client-ids/state";

const MAX_DOMAINS = 10;

const Domain = z.string().transform((text, check) => {
  const origin = normaliseOrigin(text);
  if (origin !== null) return origin;
  check.addIssue({ code: "custom", message: ORIGIN_RULE });
  return z.NEVER;
});
const ORIGIN_RULE =
  "An allowed domain is an https origin without path, query or credentials; http only for localhost, 127.0.0.1 and [::1]";

/** At most ten origins; two ways of writing one count as one (CI-01, CI-02). */
const domains = (atLeast: number) =>
  z
    .array(Domain)
    .min(atLeast)
    .max(MAX_DOMAINS)
    .transform((list) => [...new Set(list)]);

/** An address of any network, because a client ID's fee is paid on whichever network the payment is. */
const Address = z.string().transform((text, check) => {
  const parsed = parseAnyAddress(text);
  if (typeof parsed === "object") return parsed.address;
  check.addIssue({ code: "custom", message: "Must be an EVM or Tron address" });
  return z.NEVER;
});

/** 0 to 100 with at most two decimals (PF-06). */
const FeePercentage = z
  .string()
  .regex(/^(?:100(?:\.0{1,2})?|\d{1,2}(?:\.\d{1,2})?)$/, "Must be from 0 to 100 with at most 2 decimals");

const Seconds = z.int().positive();

/** Settings that a client ID may have or not (CI-03). */
const settings = {
  feePercentage: FeePercentage,
  feeAddress: Address,
  operatorWalletAddress: Address,
  defaultPreApprovalExpiry: Seconds,
  defaultAuthorizationExpiry: Seconds,
};
const optionalSettings = {
  feePercentage: settings.feePercentage.optional(),
  feeAddress: settings.feeAddress.optional(),
  operatorWalletAddress: settings.operatorWalletAddress
    .optional()
    .describe("Wallet of the operator of card-like payments; null for none."),
  defaultPreApprovalExpiry: settings.defaultPreApprovalExpiry
    .optional()
    .describe("Default seconds until an approval expires; null for the service's own."),
  defaultAuthorizationExpiry: settings.defaultAuthorizationExpiry
    .optional()
    .describe("Default seconds until an authorised payment expires; null for the service's own."),
};
/** Null unsets (CI-04). */
const changes = {
  label: Label.optional(),
  feePercentage: settings.feePercentage.nullish(),
  feeAddress: settings.feeAddress.nullish(),
  operatorWalletAddress: settings.operatorWalletAddress
    .nullish()
    .describe("Wallet of the operator of card-like payments; null for none."),
  defaultPreApprovalExpiry: settings.defaultPreApprovalExpiry
    .nullish()
    .describe("Default seconds until an approval expires; null for the service's own."),
  defaultAuthorizationExpiry: settings.defaultAuthorizationExpiry
    .nullish()
    .describe("Default seconds until an authorised payment expires; null for the service's own."),
  status: z.enum(CLIENT_ID_STATUSES).optional(),
};
/** A destination by its record ID or its destination ID. */
const DestinationRef = z.string().min(1).max(300);

/** `POST /v2/client-ids`: with an API key a client ID is for browsers, so it names where it may be used. */
export const CreateClientIdBody = z.object({ label: Label, allowedDomains: domains(1), ...optionalSettings });

/** `POST /v1/client-ids`: without domains it is a backend client ID (AU-14). */
export const CreateClientIdSessionBody = z.object({
  label: Label,
  allowedDomains: domains(0).optional(),
  ...optionalSettings,
  feePercentage: settings.feePercentage.nullish(),
  feeAddress: settings.feeAddress.nullish(),
  operatorWalletAddress: settings.operatorWalletAddress
    .nullish()
    .describe("Wallet of the operator of card-like payments; null for none."),
  payeeDestinationId: DestinationRef.optional(),
});

export const UpdateClientIdBody = z.object({ ...changes, allowedDomains: domains(1).optional() });

export const UpdateClientIdSessionBody = z.object({
  ...changes,
  allowedDomains: domains(0).optional(),
  payeeDestinationId: DestinationRef.nullish(),
});

/** What either door may ask for. */
export type NewClientId = z.infer<typeof CreateClientIdSessionBody>;
export type ClientIdChanges = z.infer<typeof UpdateClientIdSessionBody>;

const record = z.object({
  id: z.string(),
  clientId: z.string(),
  label: z.string(),
  allowedDomains: z.array(z.string()),
  feePercentage: z.string().nullable(),
  feeAddress: z.string().nullable(),
  operatorWalletAddress: z
    .string()
    .nullable()
    .describe("Wallet of the operator of card-like payments; null for none."),
  defaultPreApprovalExpiry: z
    .int()
    .nullable()
    .describe("Default seconds until an approval expires; null for the service's own."),
  defaultAuthorizationExpiry: z
    .int()
    .nullable()
    .describe("Default seconds until an authorised payment expires; null for the service's own."),
  payeeDestinationId: z.string().nullable(),
  status: z.enum(CLIENT_ID_STATUSES),
  createdAt: z.string(),
  updatedAt: z.string().describe("When it last changed."),
  lastUsedAt: z.string().nullable(),
});

/** All of it, as the wallet-session endpoints answer; the others leave parts out. */
export const ClientIdRecord = record.meta({ id: "ClientId" });
export type ClientIdRecord = z.infer<typeof record>;

const ofApiKey = record.omit({ payeeDestinationId: true });
export const ClientIdCreated = ofApiKey.omit({ updatedAt: true, lastUsedAt: true });
export const ClientIdRead = ofApiKey;
export const ClientIdUpdated = ofApiKey.omit({ createdAt: true, lastUsedAt: true });
export const ClientIdListed = record.pick({
  id: true,
  clientId: true,
  label: true,
  allowedDomains: true,
  status: true,
  createdAt: true,
  lastUsedAt: true,
});
