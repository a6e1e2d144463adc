import { and, eq, gt, isNull, lt } from "drizzle-orm";
import { passkeyChallenges } from "@/db/schema";
import type { Tx } from "@/server/context";
import { removeSome } from "@/server/lib/database/prune";
import { newId } from "@/server/lib/ids";
import { secretBytes } from "@/server/lib/random";

/** How long a passkey has to answer. */
const CHALLENGE_MS = 5 * 60_000;

type ChallengeRow = typeof passkeyChallenges.$inferSelect;
/** What a passkey is asked to sign for. */
export type PasskeyPurpose = ChallengeRow["purpose"];

/** What a challenge is bound to. */
interface Bound {
  purpose: PasskeyPurpose;
  /** The session that asks and alone may answer; null where nobody is signed in. */
  sessionId: string | null;
}

export interface NewChallenge {
  id: string;
  /** As base64url, the form of browsers. */
  challenge: string;
  expiresAt: Date;
}

/** Stores 32 random bytes for a passkey to sign. `personId` is whose passkey will be made, null where none is. */
export async function createPasskeyChallenge(
  tx: Pick<Tx, "db" | "now">,
  { purpose, sessionId, personId }: Bound & { personId: string | null },
): Promise<NewChallenge> {
  const createdAt = tx.now();
  const expiresAt = new Date(createdAt.getTime() + CHALLENGE_MS);
  const id = newId(createdAt);
  const bytes = secretBytes(32);
  const challenge = bytes.toString("hex");
  await tx.db
    .insert(passkeyChallenges)
    .values({ id, challenge, purpose, sessionId, personId, createdAt, expiresAt });
  return { id, challenge: bytes.toString("base64url"), expiresAt };
}

/**
 * Spends a challenge, in the commit of what it is proof for. Null for one that was spent, is over, or was made for another purpose
 * or session, however many calls bring it at the same time: the commit has to be undone then.
 */
export async function spendPasskeyChallenge(
  tx: Pick<Tx, "db" | "now">,
  id: string,
  { purpose, sessionId }: Bound,
): Promise<{ challenge: string; personId: string | null } | null> {
  const { usedAt, expiresAt } = passkeyChallenges;
  const isOpen = and(isNull(usedAt), gt(expiresAt, tx.now()));
  const [used] = await tx.db
    .update(passkeyChallenges)
    .set({ usedAt: tx.now() })
    .where(and(eq(passkeyChallenges.id, id), isOpen))
    .returning();
  if (!used || used.purpose !== purpose || used.sessionId !== sessionId) return null;
  return { challenge: asBase64url(used.challenge), personId: used.personId };
}

/** What the answers to it say. */
export const CHALLENGE_SPENT = "Challenge is unknown, expired or used already";

/** Removes challenges past their end. */
export function sweepPasskeyChallenges(tx: Pick<Tx, "db" | "now">, limit: number): Promise<number> {
  return removeSome(tx, passkeyChallenges, lt(passkeyChallenges.expiresAt, tx.now()), limit);
}

/** Bytes as `0x` hex in the form that WebAuthn writes them in. */
export function asBase64url(hex: string): string {
  return Buffer.from(hex.replace(/^0x/, ""), "hex").toString("base64url");
}

/** The reverse: base64url as `0x` hex. */
export function asHex(base64url: string): string {
  return `0x${Buffer.from(base64url, "base64url").toString("hex")}`;
}
