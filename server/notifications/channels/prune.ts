import { and, eq, inArray, isNotNull, lt, or } from "drizzle-orm";
import { memberships, notificationChannels } from "@/db/schema";
import type { Tx } from "@/server/context";
import { removeMessagesOf } from "@/server/notification-outbox/messages";

/** An address that nobody confirmed is kept for so long. */
const UNCONFIRMED_MS = 86_400_000;

/** Removes channels of members who have left, and those that nobody confirmed: their addresses are personal data. */
export async function pruneChannels(tx: Pick<Tx, "db" | "now">, limit: number): Promise<number> {
  const yesterday = new Date(tx.now().getTime() - UNCONFIRMED_MS);
  const rows = await tx.db
    .select({ id: notificationChannels.id })
    .from(notificationChannels)
    .innerJoin(memberships, eq(memberships.id, notificationChannels.membershipId))
    .where(
      or(
        isNotNull(memberships.endedAt),
        and(eq(notificationChannels.state, "unconfirmed"), lt(notificationChannels.createdAt, yesterday)),
      ),
    )
    .limit(limit);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await removeMessagesOf(tx, ids);
  await tx.db.delete(notificationChannels).where(inArray(notificationChannels.id, ids));
  return ids.length;
}
