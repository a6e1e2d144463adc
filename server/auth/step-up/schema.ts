import { z } from "zod";
import { PasskeyAnswer } from "@/server/auth/passkeys/answers";
import { Proof, ProofRequest } from "@/server/auth/proofs/schema";

const PasskeyAsked = z
  .object({
    challenge: z.string().describe("The 32 bytes that stand for all that is confirmed, as base64url."),
    rpId: z.string().describe("Host that the passkeys belong to."),
    timeout: z.int().describe("How long the browser waits, in milliseconds."),
    userVerification: z.literal("required"),
    allowCredentials: z.array(
      z.object({
        type: z.literal("public-key"),
        id: z.string().describe("ID of the passkey, as base64url."),
      }),
    ),
  })
  .describe("For `navigator.credentials.get`, in its JSON form.");

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
    passkey: PasskeyAsked.nullable().describe("What a passkey signs; null where the person has none."),
    takesPassword: z.boolean().describe("Whether the password of the account counts as the proof."),
  })
  .meta({ id: "StepUpAsked" });
export type StepUpAsked = z.infer<typeof StepUpAsked>;

const Password = z.object({
  kind: z.literal("password").describe("For accounts by email whose owner has no wallet and no passkey."),
  password: z.string().min(1).max(100).describe("The password of the account."),
});

const PasskeyProof = z.object({
  kind: z.literal("passkey").describe("A passkey that the person signs in with."),
  response: PasskeyAnswer.describe("What `navigator.credentials.get` gave, in its JSON form."),
});

export const StepUpProof = z.discriminatedUnion("kind", [Proof, PasskeyProof, Password]);
export type StepUpProof = z.infer<typeof StepUpProof>;

export const StepUpProven = z
  .object({
    id: z.string().describe("What to send in `x-step-up` with the call."),
    expiresAt: z.iso.datetime().describe("Until when the call can be made."),
  })
  .meta({ id: "StepUpProven" });
export type StepUpProven = z.infer<typeof StepUpProven>;

export const StepUpSettings = z
  .object({
    isForEverySession: z
      .boolean()
      .describe(
        "Whether every session of the account confirms its changes; without it those do that were opened in the dashboard, and all of them once the account has a second member.",
      ),
  })
  .meta({ id: "StepUpSettings" });
export type StepUpSettings = z.infer<typeof StepUpSettings>;
