import { and, desc, eq, gt, isNull, ne, type SQL } from "drizzle-orm";
import { memberships, passkeys, sessions } from "@/db/schema";
import { kindOfStored } from "@/db/session-kinds";
import { recordSession } from "@/server/audit/record-session";
import type { SessionRecord, SessionsEnded, WhoseSessions } from "@/server/auth/schema";
import { type Caller, type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import type { Done } from "@/server/lib/done";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";

/** Where the caller's account is signed in now, the newest sign-in first; for all but owners, where they are themselves. */
export async function listSessions(ctx: Pick<Reads, "db" | "caller" | "now">): Promise<SessionRecord[]> {
  const { credentialId, personId } = ctx.caller;
  const isMember = and(
    eq(memberships.platformId, sessions.platformId),
    eq(memberships.personId, sessions.personId),
    isNull(memberships.endedAt),
  );
  const rows = await ctx.db
    .select({
      id: sessions.id,
      wallet: sessions.walletAddress,
      passkey: passkeys.name,
      kind: sessions.kind,
      passkeyId: sessions.passkeyId,
      device: sessions.device,
      ip: sessions.ip,
      role: memberships.role,
      personId: sessions.personId,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .leftJoin(passkeys, eq(passkeys.id, sessions.passkeyId))
    .leftJoin(memberships, isMember)
    .where(and(reachedBy(ctx.caller), gt(sessions.expiresAt, ctx.now())))
    .orderBy(desc(sessions.createdAt), desc(sessions.id));
  return rows.map(({ createdAt, lastSeenAt, personId: whose, kind, passkeyId, ...row }) => ({
    ...row,
    kind: kindOfStored({ kind, passkeyId }),
    isYours: row.id === credentialId || whose === personId,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: row.id === credentialId,
  }));
}

/**
 * Ends every session of the caller's account but the caller's own, on every process at once; for all but owners, and where
 * that is asked for, every other of their own in this account.
 */
export function endOtherSessions(ctx: Ctx, { whose }: WhoseSessions = {}): Promise<SessionsEnded> {
  const { credentialId } = ctx.caller;
  const reached = whose === "own" ? ownOf(ctx.caller) : reachedBy(ctx.caller);
  return inTransaction(ctx, async (tx) => ({
    ended: await endThose(tx, and(reached, ne(sessions.id, credentialId))),
  }));
}

/**
 * Ends one session on every process at once: one of the caller's own, also this one, and for owners one of any member. Throws
 * 404 for all others, in the words of one that has ended.
 */
export function endOneSession(ctx: Ctx, id: string): Promise<Done> {
  return inTransaction(ctx, async (tx) => {
    const ended = await endThose(tx, and(reachedBy(ctx.caller), eq(sessions.id, id)));
    if (ended === 0) throw new ApiError("not_found", "Session not found");
    return { success: true, message: "The session was ended" };
  });
}

async function endThose(tx: Tx, those: SQL | undefined): Promise<number> {
  const ended = await tx.db.delete(sessions).where(those).returning({ id: sessions.id });
  if (ended.length === 0) return 0;
  announceCredentialChange(tx);
  for (const { id } of ended) await recordSession(tx, { action: "session.deleted", subject: id });
  return ended.length;
}

/** An owner reaches all sessions of the account, other members their own in it. */
function reachedBy(caller: Caller): SQL | undefined {
  return caller.role === "owner" ? eq(sessions.platformId, caller.platformId) : ownOf(caller);
}

function ownOf({ platformId, personId }: Caller): SQL | undefined {
  const ofAccount = eq(sessions.platformId, platformId);
  return and(ofAccount, personId === null ? isNull(sessions.personId) : eq(sessions.personId, personId));
}
