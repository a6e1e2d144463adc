import { z } from "zod";
import { Proof, ProofRequest } from "@/server/auth/proofs/schema";

/** What a refusal with `step_up_required` carries under `stepUp`. */
export const StepUpAsked = z
  .object({
    id: z
      .string()
      .describe("ID of the step-up: prove it, then send the call again with this in `x-step-up`."),
    digest: z.string().describe("SHA-256 of session, operation, path, query and body of the call."),
    action: z.string().describe("What will happen, in plain words."),
    account: z.string().describe("The account that it happens to."),
    expiresAt: z.iso.datetime().describe("When it can be confirmed no more."),
    sign: ProofRequest,
    takesPassword: z.boolean().describe("Whether the password of the account counts as the proof."),
  })
  .meta({ id: "StepUpAsked" });
export type StepUpAsked = z.infer<typeof StepUpAsked>;

const Password = z.object({
  kind: z.literal("password").describe("For accounts by email whose owner has no wallet and no passkey."),
  password: z.string().min(1).max(100).describe("The password of the account."),
});

export const StepUpProof = z.discriminatedUnion("kind", [...Proof.options, Password]);
export type StepUpProof = z.infer<typeof StepUpProof>;

export const StepUpProven = z
  .object({
    id: z.string().describe("What to send in `x-step-up` with the call."),
    expiresAt: z.iso.datetime().describe("Until when the call can be made."),
  })
  .meta({ id: "StepUpProven" });
export type StepUpProven = z.infer<typeof StepUpProven>;

const PaymentsAbove = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/, "An amount in USD with at most two decimals, such as 1000")
  .nullable()
  .describe(
    "Sessions that confirm their changes confirm a payout, recurring payout or refund worth more than this in USD, and every one without a price; null for none. 1000 unless it is set.",
  );

export const StepUpSettings = z
  .object({
    isForEverySession: z
      .boolean()
      .describe(
        "Whether every session of the account confirms its changes; without it those do that were opened in the dashboard, and all of them once the account has a second member.",
      ),
    paymentsAboveUsd: PaymentsAbove,
  })
  .meta({ id: "StepUpSettings" });
export type StepUpSettings = z.infer<typeof StepUpSettings>;

/** The sum stays as it is where it is left out. */
export const StepUpSettingsBody = StepUpSettings.extend({ paymentsAboveUsd: PaymentsAbove.optional() }).meta({
  id: "StepUpSettingsBody",
});
export type StepUpSettingsBody = z.infer<typeof StepUpSettingsBody>;
