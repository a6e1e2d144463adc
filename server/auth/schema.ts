import { z } from "zod";
import { WALLET_SIGNATURE } from "@/server/chains/wallets/contract-wallet";
import { storableText } from "@/server/lib/text";

export const ChallengeBody = z.object({
  address: z.string().describe("Wallet that wants to sign in."),
  chainId: z.int().positive().optional(),
});
export type ChallengeBody = z.infer<typeof ChallengeBody>;

export const ChallengeCreated = z.object({
  challengeId: z.string().describe("ID of the text to sign."),
  nonce: z.string(),
  message: z.string().describe("The text that the wallet has to sign, exactly as it is."),
  expiresAt: z.iso.datetime(),
});
export type ChallengeCreated = z.infer<typeof ChallengeCreated>;

export const VerifyBody = z.object({
  challengeId: storableText.min(1).describe("ID of the text to sign."),
  nonce: storableText.min(1),
  message: storableText.min(1),
  /** 65 bytes of a key; longer ones are taken from contract wallets. */
  signature: z
    .string()
    .regex(WALLET_SIGNATURE)
    .describe("`0x` and hex characters: 65 bytes of a key; longer ones are taken from contract wallets."),
});
export type VerifyBody = z.infer<typeof VerifyBody>;

/** WS-12. */
export const EmailCredentials = z.object({
  email: z.email().max(254),
  password: z.string().min(8).max(100).describe("Password, 12 characters or more."),
});
export type EmailCredentials = z.infer<typeof EmailCredentials>;

/** What matters is in the cookie (WS-08). */
export const SignedIn = z.object({});

/** One place where the account is signed in now. */
export const SessionRecord = z
  .object({
    id: z.string().describe("ID of the session, as the audit log names it. Signs nobody in."),
    wallet: z.string().nullable().describe("Wallet that signed in; null for a session by passkey or email."),
    passkey: z
      .string()
      .nullable()
      .describe("Name of the passkey that signed in; null for any other session."),
    kind: z.string().describe("What signed in: `wallet`, `email` or `passkey`."),
    device: z
      .string()
      .nullable()
      .describe("With what, in words, as it calls itself; null for a session from before this was kept."),
    ip: z
      .string()
      .nullable()
      .describe("Address it was opened from; null for a session from before this was kept."),
    role: z.string().nullable().describe("What its member is in the account; null where there is no member."),
    isYours: z.boolean().describe("Whether it is the caller's own."),
    createdAt: z.iso.datetime().describe("When it began."),
    lastSeenAt: z.iso.datetime().describe("When it was last used, to the minute."),
    isCurrent: z.boolean().describe("Whether this call was made with it."),
  })
  .meta({ id: "SessionRecord" });
export type SessionRecord = z.infer<typeof SessionRecord>;

export const SessionsEnded = z.object({ ended: z.int().describe("How many sessions ended.") });
export type SessionsEnded = z.infer<typeof SessionsEnded>;

/** Whose sessions end: the caller's own, or those of every member, which is for owners. */
export const WhoseSessions = z.object({
  whose: z
    .enum(["own", "all"])
    .optional()
    .describe(
      "`own` for the caller's alone. Without it, an owner ends those of every member, others their own.",
    ),
});
export type WhoseSessions = z.infer<typeof WhoseSessions>;
