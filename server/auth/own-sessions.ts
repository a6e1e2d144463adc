import { and, desc, eq, gt, ne } from "drizzle-orm";
import { sessions } from "@/db/schema";
import { recordSession } from "@/server/audit/record-session";
import type { SessionRecord, SessionsEnded } from "@/server/auth/schema";
import { type Ctx, inTransaction, type Reads } from "@/server/context";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";

/** Where the caller's account is signed in now, the newest sign-in first. */
export async function listSessions(ctx: Pick<Reads, "db" | "caller" | "now">): Promise<SessionRecord[]> {
  const rows = await ctx.db
    .select({
      id: sessions.id,
      wallet: sessions.walletAddress,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.platformId, ctx.caller.platformId), gt(sessions.expiresAt, ctx.now())))
    .orderBy(desc(sessions.createdAt), desc(sessions.id));
  return rows.map(({ createdAt, lastSeenAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: row.id === ctx.caller.credentialId,
  }));
}

/** Ends every session of the caller's account but the caller's own, on every process at once. */
export function endOtherSessions(ctx: Ctx): Promise<SessionsEnded> {
  const { platformId, credentialId } = ctx.caller;
  return inTransaction(ctx, async (tx) => {
    const ended = await tx.db
      .delete(sessions)
      .where(and(eq(sessions.platformId, platformId), ne(sessions.id, credentialId)))
      .returning({ id: sessions.id });
    if (ended.length === 0) return { ended: 0 };
    announceCredentialChange(tx);
    for (const { id } of ended) await recordSession(tx, { action: "session.deleted", subject: id });
    return { ended: ended.length };
  });
}
