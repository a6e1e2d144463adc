import { and, desc, eq, gt, ne, type SQL } from "drizzle-orm";
import { passkeys, sessions } from "@/db/schema";
import { recordSession } from "@/server/audit/record-session";
import type { SessionRecord, SessionsEnded } from "@/server/auth/schema";
import { type Caller, type Ctx, inTransaction, type Reads } from "@/server/context";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";

/** Where the caller's account is signed in now, the newest sign-in first; for all but owners, where they are themselves. */
export async function listSessions(ctx: Pick<Reads, "db" | "caller" | "now">): Promise<SessionRecord[]> {
  const rows = await ctx.db
    .select({
      id: sessions.id,
      wallet: sessions.walletAddress,
      passkey: passkeys.name,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .leftJoin(passkeys, eq(passkeys.id, sessions.passkeyId))
    .where(and(reachedBy(ctx.caller), gt(sessions.expiresAt, ctx.now())))
    .orderBy(desc(sessions.createdAt), desc(sessions.id));
  return rows.map(({ createdAt, lastSeenAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: row.id === ctx.caller.credentialId,
  }));
}

/**
 * Ends every session of the caller's account but the caller's own, on every process at once; for all but owners, every other
 * of their own in this account.
 */
export function endOtherSessions(ctx: Ctx): Promise<SessionsEnded> {
  const { credentialId } = ctx.caller;
  return inTransaction(ctx, async (tx) => {
    const ended = await tx.db
      .delete(sessions)
      .where(and(reachedBy(ctx.caller), ne(sessions.id, credentialId)))
      .returning({ id: sessions.id });
    if (ended.length === 0) return { ended: 0 };
    announceCredentialChange(tx);
    for (const { id } of ended) await recordSession(tx, { action: "session.deleted", subject: id });
    return { ended: ended.length };
  });
}

/** An owner reaches all sessions of the account, other members their own in it. */
function reachedBy({ platformId, personId, role }: Caller): SQL | undefined {
  const ofAccount = eq(sessions.platformId, platformId);
  return role === "owner" || personId === null ? ofAccount : and(ofAccount, eq(sessions.personId, personId));
}
