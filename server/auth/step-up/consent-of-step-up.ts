import type { stepUps } from "@/db/schema";
import type { Consent } from "@/server/auth/proofs/consent";

export type StepUpRow = typeof stepUps.$inferSelect;

/** What whoever is asked consents to. Made of the stored row, so that it is the same whenever it is asked for. */
export function consentOf({
  action,
  account,
  digest,
  expiresAt,
}: Pick<StepUpRow, "action" | "account" | "digest" | "expiresAt">): Consent {
  return { purpose: "step-up", action, account, digest: `0x${digest.slice(2)}`, expiresAt };
}
