import { and, eq, isNull } from "drizzle-orm";
import type { ChannelKind, Digest, NotificationEvent } from "@/db/notification-kinds";
import { memberships, notificationChannels, sessions } from "@/db/schema";
import { newId } from "@/server/lib/ids";
import { sealFor } from "@/server/notifications/channels/address";
import type { TestApi } from "@/server/testing/api";
import type { TestSession } from "@/server/testing/credentials";

export type ChannelRow = typeof notificationChannels.$inferSelect;

/** The membership of somebody who is signed in. */
export async function membershipOf({ app }: TestApi, who: TestSession): Promise<string> {
  const [row] = await app.database.db
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(sessions, eq(sessions.personId, memberships.personId))
    .where(
      and(
        eq(sessions.id, who.sessionId),
        eq(memberships.platformId, who.platformId),
        isNull(memberships.endedAt),
      ),
    );
  if (!row) throw new Error("this session is no member's");
  return row.id;
}

/** A channel of a member, as it is once it was confirmed. */
export async function aChannel(
  api: TestApi,
  who: TestSession,
  channel: {
    kind?: ChannelKind;
    events?: NotificationEvent[];
    digest?: Digest;
    state?: ChannelRow["state"];
    timeZone?: string;
    address?: string;
    code?: string;
  } = {},
): Promise<string> {
  const {
    kind = "email",
    events = ["payment.confirmed"],
    digest = "immediately",
    state = "active",
  } = channel;
  const createdAt = api.app.now();
  const id = newId(createdAt);
  await api.app.database.db.insert(notificationChannels).values({
    id,
    platformId: who.platformId,
    membershipId: await membershipOf(api, who),
    kind,
    address: sealFor(api.app.config.keys, id, "address", channel.address ?? "member@example.com"),
    code: channel.code === undefined ? null : sealFor(api.app.config.keys, id, "code", channel.code),
    state,
    events,
    digest,
    timeZone: channel.timeZone ?? "UTC",
    createdAt,
    dueAt: createdAt,
  });
  return id;
}
