import { z } from "zod";
import { ScreeningProviderId } from "@/server/providers/kyt/schema";

/** A provider of a policy, in the order in which they are asked: first primary, then backup (OK-01). */
const PolicyProvider = z.object({ id: ScreeningProviderId, policyId: z.uuid().nullable() });

/** Who may pay a link: resolved when it is created and stored with it (AP-08). */
export const AccessPolicy = z.object({
  mode: z.enum(["off", "kyt_all_wallets"]),
  /** Empty exactly when nothing is screened. */
  providers: z.array(PolicyProvider).max(2),
  hideUntilApproved: z.boolean(),
  hidePayeeAddress: z.boolean(),
  /** Stored form: EIP-55 on EVM, Base58Check on Tron. Empty lets anyone pay (AL-01). */
  allowedPayerAddresses: z.array(z.string()),
});
export type AccessPolicy = z.infer<typeof AccessPolicy>;

/** Screening that a client ID prescribes (AP-05); without providers it prescribes that nothing is screened. */
export interface PrescribedScreening {
  providers: AccessPolicy["providers"];
}

/** The policy of a link without any rule. */
export const OPEN_POLICY: AccessPolicy = {
  mode: "off",
  providers: [],
  hideUntilApproved: false,
  hidePayeeAddress: false,
  allowedPayerAddresses: [],
};

const Outcome = z.enum(["approved", "rejected", "error"]);

/** One wallet of a decision (behaviour.md §23.2). */
export const WalletResult = z
  .object({
    walletAddress: z.string(),
    walletType: z.enum(["eoa", "smart_account"]),
    parentWalletAddress: z
      .string()
      .optional()
      .describe("Wallet behind the one that was screened; null for none."),
    status: Outcome,
    reasonCode: z.string().nullable(),
    provider: ScreeningProviderId.nullable(),
    evaluatedAt: z.iso.datetime().optional().describe("When the wallet was screened; null before."),
  })
  .meta({ id: "WalletScreeningResult" });
export type WalletResult = z.infer<typeof WalletResult>;

/** Whether a wallet may see and pay a link (behaviour.md §23.2). Only `approved` is payable (D-29). */
export const AccessDecision = z
  .object({
    status: Outcome,
    reasonCode: z.string().nullable(),
    provider: ScreeningProviderId.nullable(),
    walletResults: z.array(WalletResult).describe("Results for the wallet and what stands behind it."),
  })
  .meta({ id: "AccessDecision" });
export type AccessDecision = z.infer<typeof AccessDecision>;

/** A decision as the wire knows it: a reason is always a word. */
export const ShownDecision = AccessDecision.extend({
  reasonCode: z.string(),
  walletResults: z
    .array(WalletResult.extend({ reasonCode: z.string() }))
    .describe("Results for the wallet and what stands behind it."),
});
export type ShownDecision = z.infer<typeof ShownDecision>;
