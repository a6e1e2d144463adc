import { z } from "zod";
import { FeePlan } from "@/server/fees/plan-schema";
import { LinkStatusRead, ResolvedDestination } from "@/server/secure-payments/wire/link-schema";

export const LookupQuery = z.object({ requestId: z.string() });

const KytResult = z
  .object({
    walletAddress: z.string(),
    walletType: z.enum(["eoa", "smart_account"]),
    parentWalletAddress: z
      .string()
      .nullable()
      .describe("Wallet behind the one that was screened; null for none."),
    status: z.string().nullable(),
    reasonCode: z.string().nullable(),
    provider: z.string().nullable(),
    providerReference: z
      .string()
      .nullable()
      .describe("The provider's own name for the screening; null for none."),
    reportUrl: z.string().nullable().describe("The provider's report; null for none."),
    notes: z.string().nullable().describe("What the screening provider adds; null for nothing."),
    rawStatus: z.string().nullable().describe("The provider's own word for the result; null for none."),
    evaluatedAt: z.string().nullable().describe("When the wallet was screened; null before."),
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
    completedAt: z.iso.datetime().nullable().describe("When the link was paid in full; null before."),
    payerAddress: z.string().nullable(),
    payerKytResults: z.array(KytResult).describe("Results of screening the payer."),
    payeeKytResults: z.array(KytResult).describe("Results of screening the payee."),
    destination: ResolvedDestination.nullable().describe(
      "Where the payee is paid; null where nothing is stored.",
    ),
    claimedDestination: ResolvedDestination.nullable().describe(
      "The destination that the payee took; null for none.",
    ),
    orchestratorId: z.string().nullable(),
    feePlan: FeePlan.nullable(),
    network: z.string(),
    currency: z.string().nullable(),
    executionKind: z.enum(["evm_same_chain", "evm_cross_chain", "tron_batch"]).nullable(),
    identityMode: z
      .enum(["manual_dashboard", "client_id"])
      .describe("Whether the link is of the dashboard or of a client ID."),
    clientId: z.string().nullable(),
    branding: z.object({
      whitelabelEnabled: z.boolean().describe("Whether the page goes without the name of the service."),
      source: z.enum(["client_id", "service_network"]).describe("Whose look it is."),
    }),
    childExecutable: z.boolean().describe("Whether this payment can be part of a payment of several links."),
    blockReason: BlockReason.nullable().describe("Why it cannot be paid now; null when it can."),
  })
  .meta({ id: "SecurePaymentLookup" });
export type SecurePaymentLookup = z.infer<typeof SecurePaymentLookup>;
