import { and, asc, eq, inArray, lt } from "drizzle-orm";
import type { MessageState } from "@/db/notification-kinds";
import { notificationMessages } from "@/db/schema";
import type { Reads, Tx } from "@/server/context";
import { removeSome } from "@/server/lib/database/prune";

export type MessageRow = typeof notificationMessages.$inferSelect;

/** Messages are kept for so long, whatever came of them. */
const KEPT_MS = 30 * 86_400_000;

/** The name under which the code of a channel waits; no event is called that. */
export const CODE = "code";

/** What waits for a channel, the oldest first. */
export function waitingFor(
  { db }: Pick<Reads, "db">,
  channelId: string,
  limit: number,
): Promise<MessageRow[]> {
  return db
    .select()
    .from(notificationMessages)
    .where(and(eq(notificationMessages.channelId, channelId), eq(notificationMessages.state, "waiting")))
    .orderBy(asc(notificationMessages.createdAt), asc(notificationMessages.noticeId))
    .limit(limit);
}

/** Stores that a channel is to be sent its code. */
export async function enqueueCode(
  tx: Pick<Tx, "db" | "now">,
  channelId: string,
  codeId: string,
): Promise<void> {
  await tx.db.insert(notificationMessages).values({
    noticeId: codeId,
    channelId,
    event: CODE,
    facts: {},
    state: "waiting",
    createdAt: tx.now(),
  });
}

/** Ends messages that wait; those that have ended meanwhile stay as they are. */
export async function endMessages(
  tx: Pick<Tx, "db" | "now">,
  channelId: string,
  noticeIds: readonly string[],
  { state, error }: { state: Exclude<MessageState, "waiting">; error: string | null },
): Promise<void> {
  if (noticeIds.length === 0) return;
  await tx.db
    .update(notificationMessages)
    .set({ state, error, endedAt: tx.now() })
    .where(
      and(
        eq(notificationMessages.channelId, channelId),
        inArray(notificationMessages.noticeId, [...noticeIds]),
        eq(notificationMessages.state, "waiting"),
      ),
    );
}

/** Removes everything of a channel that goes. */
export async function removeMessagesOf(tx: Pick<Tx, "db">, channelIds: readonly string[]): Promise<void> {
  await tx.db.delete(notificationMessages).where(inArray(notificationMessages.channelId, [...channelIds]));
}

/** Removes messages that are older than a month. */
export function pruneMessages(tx: Pick<Tx, "db" | "now">, limit: number): Promise<number> {
  const before = new Date(tx.now().getTime() - KEPT_MS);
  return removeSome(tx, notificationMessages, lt(notificationMessages.createdAt, before), limit);
}
