import { z } from "zod";
import { WALLET_SIGNATURE } from "@/server/chains/wallets/contract-wallet";
import { storableText } from "@/server/lib/text";

export const ChallengeBody = z.object({
  address: z.string(),
  chainId: z.int().positive().optional(),
});
export type ChallengeBody = z.infer<typeof ChallengeBody>;

export const ChallengeCreated = z.object({
  challengeId: z.string(),
  nonce: z.string(),
  message: z.string(),
  expiresAt: z.iso.datetime(),
});
export type ChallengeCreated = z.infer<typeof ChallengeCreated>;

export const VerifyBody = z.object({
  challengeId: storableText.min(1),
  nonce: storableText.min(1),
  message: storableText.min(1),
  /** 65 bytes of a key; longer ones are taken from contract wallets. */
  signature: z.string().regex(WALLET_SIGNATURE),
});
export type VerifyBody = z.infer<typeof VerifyBody>;

/** WS-12. */
export const EmailCredentials = z.object({
  email: z.email().max(254),
  password: z.string().min(8).max(100),
});
export type EmailCredentials = z.infer<typeof EmailCredentials>;

/** What matters is in the cookie (WS-08). */
export const SignedIn = z.object({});
