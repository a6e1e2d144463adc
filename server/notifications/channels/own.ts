import { and, asc, eq, isNull } from "drizzle-orm";
import { CHANNEL_KINDS, type ChannelKind, NOTIFICATION_EVENTS } from "@/db/notification-kinds";
import { memberships, notificationChannels } from "@/db/schema";
import { personOfCaller } from "@/server/auth/members/acting-member";
import type { Config } from "@/server/config";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { isRecordId } from "@/server/lib/ids";
import { SealBroken } from "@/server/lib/sealing/sealed";
import { openFor, shownAddress } from "@/server/notifications/channels/address";
import { mayRead } from "@/server/notifications/may-read";
import type { NotificationChannel } from "@/server/notifications/schema";

export type ChannelRow = typeof notificationChannels.$inferSelect;
export type Member = Pick<typeof memberships.$inferSelect, "id" | "role" | "platformId">;

/** The membership by which the caller is signed in; null for an account by email, which has no members. */
export function memberOf(ctx: Ctx): Promise<Member | null> {
  return inTransaction(ctx, async (tx) => {
    const personId = await personOfCaller(tx);
    if (personId === null) return null;
    const [row] = await tx.db
      .select({ id: memberships.id, role: memberships.role, platformId: memberships.platformId })
      .from(memberships)
      .where(
        and(
          eq(memberships.platformId, tx.caller.platformId),
          eq(memberships.personId, personId),
          isNull(memberships.endedAt),
        ),
      );
    return row ?? null;
  });
}

/** The same where nothing can be done without a member. Throws 403. */
export async function requireMember(ctx: Ctx): Promise<Member> {
  const member = await memberOf(ctx);
  if (member === null) throw new ApiError("forbidden", "Sign in with a wallet or a passkey to do this");
  return member;
}

/** The channels of a member, the first first. */
export function channelsOf({ db }: Pick<Reads, "db">, member: Member): Promise<ChannelRow[]> {
  return db
    .select()
    .from(notificationChannels)
    .where(eq(notificationChannels.membershipId, member.id))
    .orderBy(asc(notificationChannels.id));
}

/** One channel of the member, locked. Throws 404, also for those of other members. */
export async function lockChannel(tx: Tx, member: Member, id: string): Promise<ChannelRow> {
  const own = and(eq(notificationChannels.id, id), eq(notificationChannels.membershipId, member.id));
  const [row] = isRecordId(id)
    ? await tx.db.select().from(notificationChannels).where(own).for("no key update")
    : [];
  if (!row) throw new ApiError("not_found", "Channel not found");
  return row;
}

/** The ways that this service offers. */
export function offeredKinds({
  notifications: { smtp, telegram },
}: Pick<Config, "notifications">): ChannelKind[] {
  return CHANNEL_KINDS.filter(
    (kind) => kind === "slack" || (kind === "email" ? smtp !== null : telegram !== null),
  );
}

/** What a member may be told of. */
export function offeredEvents({ role }: Pick<Member, "role">) {
  return NOTIFICATION_EVENTS.filter((event) => mayRead(role, event));
}

/** Throws 400 for an event that the member's role may not be told of. */
export function requireEvents(member: Member, events: readonly string[]): void {
  const refused = events.find((event) => !mayRead(member.role, event));
  if (refused !== undefined)
    throw invalidField("events", `Your role, ${member.role}, is not told of ${refused}`);
}

/** A channel as its owner reads it. */
export function describeChannel({ keys }: Pick<Config, "keys">, row: ChannelRow): NotificationChannel {
  const { id, kind, state, digest, timeZone, createdAt, failingSince, error } = row;
  return {
    id,
    kind,
    address: readAddress(keys, row),
    state,
    events: NOTIFICATION_EVENTS.filter((event) => row.events.includes(event)),
    digest,
    timeZone,
    createdAt: createdAt.toISOString(),
    failingSince: failingSince?.toISOString() ?? null,
    error,
  };
}

function readAddress(keys: Config["keys"], { id, kind, address }: ChannelRow): string {
  try {
    return shownAddress(kind, openFor(keys, id, "address", address));
  } catch (error) {
    if (error instanceof SealBroken) return "cannot be read";
    throw error;
  }
}
