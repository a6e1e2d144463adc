import { z } from "zod";
import { FeePlan } from "@/server/fees/plan-schema";
import { LinkStatusRead, ResolvedDestination } from "@/server/secure-payments/wire/link-schema";

export const LookupQuery = z.object({ requestId: z.string() });

const KytResult = z
  .object({
    walletAddress: z.string(),
    walletType: z.enum(["eoa", "smart_account"]),
    parentWalletAddress: z.string().nullable(),
    status: z.string().nullable(),
    reasonCode: z.string().nullable(),
    provider: z.string().nullable(),
    providerReference: z.string().nullable(),
    reportUrl: z.string().nullable(),
    notes: z.string().nullable(),
    rawStatus: z.string().nullable(),
    evaluatedAt: z.string().nullable(),
  })
  .meta({ id: "KytResult" });
export type KytResult = z.infer<typeof KytResult>;

/** Why a link cannot be part of a multicall (MC-08). */
export const BlockReason = z.enum([
  "not_found",
  "not_owned",
  "not_outgoing",
  "not_single_payment",
  "invalid_child_linkage",
  "already_paid",
  "request_processing",
  "secure_payment_expired",
  "secure_payment_not_pending",
  "compliance_failed",
  "not_payable_child",
]);
export type BlockReason = z.infer<typeof BlockReason>;

/** A link as its owner reads it: 24 fields, all of them always there (SL-01). */
export const SecurePaymentLookup = z
  .object({
    token: z.string(),
    securePaymentUrl: z.url(),
    status: LinkStatusRead,
    paymentType: z.enum(["single", "batch"]),
    createdAt: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime(),
    redirectUrl: z.string().nullable(),
    redirectLabel: z.string().nullable(),
    completedAt: z.iso.datetime().nullable(),
    payerAddress: z.string().nullable(),
    payerKytResults: z.array(KytResult),
    payeeKytResults: z.array(KytResult),
    destination: ResolvedDestination.nullable(),
    claimedDestination: ResolvedDestination.nullable(),
    orchestratorId: z.string().nullable(),
    feePlan: FeePlan.nullable(),
    network: z.string(),
    currency: z.string().nullable(),
    executionKind: z.enum(["evm_same_chain", "evm_cross_chain", "tron_batch"]).nullable(),
    identityMode: z.enum(["manual_dashboard", "client_id"]),
    clientId: z.string().nullable(),
    branding: z.object({
      whitelabelEnabled: z.boolean(),
      source: z.enum(["client_id", "service_network"]),
    }),
    childExecutable: z.boolean(),
    blockReason: BlockReason.nullable(),
  })
  .meta({ id: "SecurePaymentLookup" });
export type SecurePaymentLookup = z.infer<typeof SecurePaymentLookup>;
