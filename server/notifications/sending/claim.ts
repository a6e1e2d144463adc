import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { ChannelKind } from "@/db/notification-kinds";
import { memberships, notificationChannels, notificationMessages, platforms } from "@/db/schema";
import type { Reads, Tx } from "@/server/context";
import { isFree, leaseEnd } from "@/server/lib/database/lease";
import { CODE } from "@/server/notification-outbox/messages";
import { toldAt } from "@/server/notifications/sending/schedule";
import type { Reader } from "@/server/notifications/state";

type ChannelRow = typeof notificationChannels.$inferSelect;

/** A channel that this process may write to until its lease ends. */
export type ClaimedChannel = ChannelRow & { lockedUntil: Date };

/** Longer than any attempt, so that only a sender that died loses a claim. */
const LEASE_MS = 120_000;

/**
 * Takes up to `limit` channels of one kind that are due and for which something waits; those that never failed come first. A
 * channel whose digest is not due yet is put off until then.
 */
export async function claimChannels(
  tx: Pick<Tx, "db" | "now">,
  kind: ChannelKind,
  limit: number,
): Promise<ClaimedChannel[]> {
  const now = tx.now();
  const oldest = sql<Date | null>`(select min(m.created_at) from ${notificationMessages} m
    where m.channel_id = ${notificationChannels.id} and m.state = 'waiting')`.mapWith(
    notificationMessages.createdAt,
  );
  const hasCode = sql<boolean>`exists (select 1 from ${notificationMessages} m
    where m.channel_id = ${notificationChannels.id} and m.state = 'waiting' and m.event = ${CODE})`;
  const rows = await tx.db
    .select({ channel: notificationChannels, oldest, hasCode })
    .from(notificationChannels)
    .where(
      and(
        eq(notificationChannels.kind, kind),
        sql`${notificationChannels.state} <> 'disabled'`,
        lte(notificationChannels.dueAt, now),
        isFree(notificationChannels.lockedUntil),
        sql`exists (select 1 from ${notificationMessages} m
          where m.channel_id = ${notificationChannels.id} and m.state = 'waiting')`,
      ),
    )
    .orderBy(asc(notificationChannels.attempts), asc(notificationChannels.dueAt))
    .limit(limit)
    .for("no key update", { skipLocked: true });
  const claimed: ClaimedChannel[] = [];
  for (const { channel, oldest: since, hasCode: isCode } of rows) {
    if (since === null) continue;
    const due = isCode ? since : toldAt(since, channel.digest, channel.timeZone);
    const isDue = due <= now;
    const [changed] = await tx.db
      .update(notificationChannels)
      .set(isDue ? { lockedUntil: leaseEnd(LEASE_MS) } : { dueAt: due })
      .where(eq(notificationChannels.id, channel.id))
      .returning({ lockedUntil: notificationChannels.lockedUntil });
    if (isDue && changed?.lockedUntil) claimed.push({ ...channel, lockedUntil: changed.lockedUntil });
  }
  return claimed;
}

/** What the owner of a channel is at this moment, and what their account is called. */
export async function readerOf(
  { db }: Pick<Reads, "db">,
  channel: Pick<ChannelRow, "membershipId" | "platformId">,
): Promise<{
  reader: Exclude<Reader, "may_not_read">;
  role: typeof memberships.$inferSelect.role;
  account: string;
}> {
  const [row] = await db
    .select({
      role: memberships.role,
      endedAt: memberships.endedAt,
      disabledAt: platforms.disabledAt,
      account: platforms.name,
    })
    .from(memberships)
    .innerJoin(platforms, eq(platforms.id, memberships.platformId))
    .where(and(eq(memberships.id, channel.membershipId), eq(memberships.platformId, channel.platformId)));
  if (!row || row.endedAt !== null) return { reader: "left", role: row?.role ?? "viewer", account: "" };
  const reader = row.disabledAt === null ? "may_read" : "account_disabled";
  return { reader, role: row.role, account: row.account };
}
