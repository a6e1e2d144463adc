import { and, desc, eq, gt, inArray, lt } from "drizzle-orm";
import { sessions } from "@/db/schema";
import { type SessionKind, storedKind } from "@/db/session-kinds";
import { recordSession } from "@/server/audit/record-session";
import { noteSignIn, type SignInPlace } from "@/server/auth/known-device";
import { EVERY_CHAIN, type SignedInWallet } from "@/server/chains/wallets/wallet-identity";
import type { Caller, Tx } from "@/server/context";
import { removeSome } from "@/server/lib/database/prune";
import { hashSecret, newId } from "@/server/lib/ids";
import { secretBytes } from "@/server/lib/random";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long a session lives unused (WS-10, WS-12). Coming back with a passkey takes one touch, so it is not longer than a wallet's. */
export const IDLE_MS: Record<SessionKind, number> = {
  wallet: 15 * MINUTE_MS,
  passkey: 15 * MINUTE_MS,
  email: 30 * DAY_MS,
};
/** How old a session may become however much it is used, so that a stolen token does not last for ever. */
const MAX_AGE_MS: Record<SessionKind, number> = {
  wallet: 7 * DAY_MS,
  passkey: 7 * DAY_MS,
  email: 90 * DAY_MS,
};

/** Sessions of one account at a time. */
const MAX_SESSIONS = 50;

/** Who a new session is for. */
export interface SessionOwner {
  platformId: string;
  /** The wallet that signed, in stored form; null for an email account. */
  wallet: SignedInWallet | null;
  /** The member who signs in; null for an email account, which is its owner. */
  personId: string | null;
  /** The passkey that signed, in place of a wallet. */
  passkey?: { id: string; name: string };
  /** Whether the dashboard's own sign-in opens it; its changes are then confirmed with a fresh proof. */
  isFromDashboard?: boolean;
}

export interface NewSession {
  id: string;
  /** The bearer value: 43 characters, 256 bits. Exists only here and at its owner. */
  token: string;
  kind: SessionKind;
  expiresAt: Date;
}

/** Makes a session. Only the SHA-256 of the token is stored. */
export async function createSession(
  tx: Pick<Tx, "db" | "now">,
  { platformId, wallet, personId, passkey, isFromDashboard = false }: SessionOwner,
  place: Pick<SignInPlace, "device" | "ip"> | null = null,
): Promise<NewSession> {
  const token = secretBytes(32).toString("base64url");
  const id = newId(tx.now());
  const kind: SessionKind = passkey ? "passkey" : wallet ? "wallet" : "email";
  const now = tx.now();
  const expiresAt = new Date(now.getTime() + IDLE_MS[kind]);
  await tx.db.insert(sessions).values({
    tokenHash: hashSecret(token),
    id,
    kind: storedKind(kind),
    platformId,
    personId,
    passkeyId: passkey?.id ?? null,
    isFromDashboard,
    walletAddress: wallet?.address ?? null,
    walletFamily: wallet?.family ?? null,
    walletChainId: wallet?.chainId ?? EVERY_CHAIN,
    ip: place?.ip ?? null,
    device: place?.device ?? null,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
  });
  await endOldest(tx, platformId);
  return { id, token, kind, expiresAt };
}

/** Whoever signs in again and again has no more sessions than this: the oldest end. */
async function endOldest(tx: Pick<Tx, "db">, platformId: string): Promise<void> {
  const tooMany = tx.db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(eq(sessions.platformId, platformId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .offset(MAX_SESSIONS);
  await tx.db.delete(sessions).where(inArray(sessions.tokenHash, tooMany));
}

/** Signs its owner in and writes it down, with where the call came from, where there is something to protect. */
export async function startSession(tx: Tx, owner: SessionOwner): Promise<NewSession> {
  const place = await noteSignIn(tx, owner);
  const session = await createSession(tx, owner, place);
  const { platformId, personId } = owner;
  const caller: Caller = { ...tx.caller, kind: "session", platformId, personId, credentialId: session.id };
  await recordSession(
    { ...tx, caller },
    {
      action: "session.created",
      subject: session.id,
      details: {
        kind: session.kind,
        device: place.device,
        ...(place.isNewDevice ? { isNewDevice: true } : {}),
        wallet: owner.wallet?.address ?? null,
        ...(owner.passkey ? { passkey: owner.passkey.name } : {}),
        ...(owner.wallet && owner.wallet.chainId !== EVERY_CHAIN ? { chainId: owner.wallet.chainId } : {}),
      },
    },
  );
  return session;
}

/** Ends a session on every process at once. Harmless when it is gone already. */
export async function endSession(tx: Pick<Tx, "db" | "wake">, id: string): Promise<void> {
  await tx.db.delete(sessions).where(eq(sessions.id, id));
  announceCredentialChange(tx);
}

/** The columns that decide how long a session lasts. */
export interface SessionAge {
  id: string;
  kind: SessionKind;
  createdAt: Date;
}

/**
 * Notes that a session is in use, which moves its end. Returns the new end, or null when the session has
 * ended meanwhile.
 */
export async function touchSession(tx: Pick<Tx, "db" | "now">, session: SessionAge): Promise<Date | null> {
  const now = tx.now();
  const expiresAt = new Date(
    Math.min(now.getTime() + IDLE_MS[session.kind], session.createdAt.getTime() + MAX_AGE_MS[session.kind]),
  );
  const touched = await tx.db
    .update(sessions)
    .set({ lastSeenAt: now, expiresAt })
    .where(and(eq(sessions.id, session.id), gt(sessions.expiresAt, now)))
    .returning({ id: sessions.id });
  return touched.length > 0 ? expiresAt : null;
}

/** Removes sessions past their end, at most `limit` of them; returns how many. */
export function sweepSessions(tx: Pick<Tx, "db" | "now">, limit: number): Promise<number> {
  return removeSome(tx, sessions, lt(sessions.expiresAt, tx.now()), limit);
}
