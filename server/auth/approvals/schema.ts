import { z } from "zod";
import { ROLES } from "@/db/roles";
import { APPROVAL_STATES } from "@/db/schema";
import { Change } from "@/server/approvals/change";
import { Proof, ProofRequest } from "@/server/auth/proofs/schema";

const Person = z.object({
  wallets: z.array(z.string()).describe("Wallets that the person signs in with."),
  passkeys: z.array(z.string()).describe("Names of the passkeys that the person signs in with."),
  role: z.enum(ROLES).nullable().describe("What the person is in the account now; null for no member."),
});

/** What an approver signed, and with what: enough for anybody to check it again. */
const ApprovalProof = z.object({
  credential: z
    .unknown()
    .describe("What signed: a wallet with its address, or a passkey with its ID and name."),
  signed: z
    .unknown()
    .describe(
      "What was signed: EIP-712 typed data, or a text. A passkey signs the EIP-712 hash of the typed data, as its challenge.",
    ),
  signature: z.string().describe("`0x` and hex characters: the signature."),
  passkey: z
    .object({
      publicKey: z.string().describe("Its public key as COSE, `0x` and hex characters."),
      origin: z.string().describe("The page that it was asked on."),
      rpId: z.string().describe("The host that it belongs to."),
      authenticatorData: z.string().describe("What its device said, as base64url."),
      clientDataJSON: z.string().describe("What the browser said, as base64url."),
    })
    .optional()
    .describe("What else it takes to check the signature of a passkey (WebAuthn, section 7.2)."),
});

export const Approval = z
  .object({
    id: z.string(),
    state: z
      .enum(APPROVAL_STATES)
      .describe(
        "`waiting`; `approved`, which is done too; `refused` by somebody else, `withdrawn` by whoever asked, `expired`, or `fallen`: approved too late, because what it changes is not as it was, or its asker may not ask for it any more.",
      ),
    operation: z.string().describe("The operation of this API that asked."),
    change: Change.describe("What exactly happens when it is approved."),
    words: z.string().describe("The same in one line, as wallets show it."),
    digest: z.string().describe("SHA-256 of all that an approver signs for."),
    asker: Person.describe("Who asked."),
    askedFrom: z.string().nullable().describe("IP address that it was asked from."),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().describe("After this moment it cannot be approved."),
    decider: Person.nullable().describe("Who approved or refused it."),
    decidedAt: z.iso.datetime().nullable().describe("When it was approved, refused, withdrawn, or ended."),
    reason: z.string().nullable().describe("Why it was refused, or fell."),
    proof: ApprovalProof.nullable().describe("What the approver signed."),
    isYours: z.boolean().describe("You asked for it."),
    canDecide: z.boolean().describe("You can approve or refuse it now."),
    hasAnswer: z
      .boolean()
      .describe("It is yours, it was done, and its answer, such as a new key, was not taken yet."),
  })
  .meta({ id: "Approval" });
export type Approval = z.infer<typeof Approval>;

/** One approval with what the caller has to sign to approve it. */
export const ApprovalRead = z
  .object({
    ...Approval.shape,
    account: z
      .string()
      .describe("The account that it happens to: its name and its ID, as the approver signs them."),
    proofRequest: ProofRequest.nullable().describe(
      "What you sign to approve it; null where you cannot decide about it.",
    ),
  })
  .meta({ id: "ApprovalRead" });
export type ApprovalRead = z.infer<typeof ApprovalRead>;

export const ApprovalPath = z.object({ id: z.string().describe("ID of the approval.") });

export const ApprovalsQuery = z.object({
  state: z
    .enum(["waiting", "decided"])
    .default("waiting")
    .describe("Those that wait, or those that are over."),
  before: z.string().max(26).optional().describe("The ID of the last one of the page before."),
});
export type ApprovalsQuery = z.infer<typeof ApprovalsQuery>;

export const ApprovalList = z
  .object({
    approvals: z.array(Approval).describe("The newest first, 50 at most."),
    waitingForYou: z.int().describe("How many you can decide about now."),
  })
  .meta({ id: "ApprovalList" });
export type ApprovalList = z.infer<typeof ApprovalList>;

export const ApproveBody = z.object({
  proof: Proof.describe("Your signature over what the approval asks to sign."),
});
export type ApproveBody = z.infer<typeof ApproveBody>;

export const RefuseBody = z.object({
  reason: z.string().trim().min(1).max(500).describe("Why, for whoever asked."),
});
export type RefuseBody = z.infer<typeof RefuseBody>;

export const ApprovalAnswer = z
  .object({
    answer: z
      .record(z.string(), z.unknown())
      .describe("What the operation answered, as it would have without an approval."),
  })
  .meta({ id: "ApprovalAnswer" });
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>;

const USD = /^(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/;

export const ApprovalPolicyBody = z
  .strictObject({
    destinations: z.boolean().describe("Whether a second person approves where payments go."),
    credentials: z
      .boolean()
      .describe(
        "Whether one approves keys that move money or manage the account, and client IDs. With `dailyUsd`, one approves those that can pay in any case.",
      ),
    members: z.boolean().describe("Whether one approves invitations, roles and removals."),
    dailyUsd: z
      .string()
      .regex(USD, "An amount in USD with at most two decimals, such as 1000 or 250.50")
      .nullable()
      .describe(
        "The sum in USD that people pay out and send back on a day (UTC) without a second person; all that would pass it, and all that has no price, needs one. 0 for everything, null for nothing.",
      ),
  })
  .meta({ id: "ApprovalPolicyBody" });
export type ApprovalPolicyBody = z.infer<typeof ApprovalPolicyBody>;

export const ApprovalPolicyRead = z
  .object({
    isOn: z.boolean().describe("Whether anything needs a second person."),
    ...ApprovalPolicyBody.shape,
    people: z
      .int()
      .describe(
        "People who can approve changes of this policy: owners and admins. It needs two to be turned on.",
      ),
    usedUsd: z.string().describe("What was created today without a second person, USD."),
  })
  .meta({ id: "ApprovalPolicy" });
export type ApprovalPolicyRead = z.infer<typeof ApprovalPolicyRead>;
