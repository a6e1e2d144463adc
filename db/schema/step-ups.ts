import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { hex, moment, references } from "@/db/columns";
import { platforms } from "@/db/schema/platforms";

/** What proved: a wallet or a passkey that the person signs in with, or the password of an account by email. */
export type StepUpCredential =
  | { kind: "wallet"; address: string; family: "evm" | "tron"; chainId: number }
  | { kind: "passkey"; id: string; name: string }
  | { kind: "password" };

/** What was signed and the signature, with what else it takes to check that of a passkey. */
export interface StepUpEvidence {
  signed: unknown;
  signature: string;
  passkey?: object;
}

/**
 * Changes that people were asked to confirm with a fresh proof. Those that were never confirmed are removed; the others stay:
 * they are the consent to what was done.
 */
export const stepUps = pgTable(
  "step_ups",
  {
    id: text().primaryKey(),
    /** The session that was asked, which alone can use the proof. */
    sessionId: text().notNull(),
    platformId: references(() => platforms.id),
    /** Who has to prove; null for the owner of an account by email. */
    personId: text(),
    operation: text().notNull(),
    /** The call, as canonical JSON, whose SHA-256 is the digest. */
    content: text().notNull(),
    digest: hex().notNull(),
    /** What was shown: what will happen, and to which account. */
    action: text().notNull(),
    account: text().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    provenAt: moment(),
    credential: jsonb().$type<StepUpCredential>(),
    /** What was signed and the signature; null for a password. */
    evidence: jsonb().$type<StepUpEvidence>(),
    /** When the call was made; a proof counts once. */
    usedAt: moment(),
  },
  (t) => [index("step_ups_expires").on(t.expiresAt)],
);
