import { eq } from "drizzle-orm";
import { memberships, notificationChannels } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { isTimeZone } from "@/server/ledger/month";
import type { Done } from "@/server/lib/done";
import { newId } from "@/server/lib/ids";
import { enqueueCode, removeMessagesOf } from "@/server/notification-outbox/messages";
import { openFor, parseAddress, sealFor } from "@/server/notifications/channels/address";
import { isCode } from "@/server/notifications/channels/code";
import {
  channelsOf,
  describeChannel,
  lockChannel,
  type Member,
  memberOf,
  offeredEvents,
  offeredKinds,
  requireEvents,
  requireMember,
} from "@/server/notifications/channels/own";
import { spendCode, withNewCode } from "@/server/notifications/channels/send-code";
import type {
  ConfirmNotificationChannel,
  CreateNotificationChannel,
  NotificationChannel,
  NotificationChannels,
  UpdateNotificationChannel,
} from "@/server/notifications/schema";

/** Channels of one member at the most. */
const MOST_CHANNELS = 10;
/** Codes that may be typed before another one has to be sent. */
const MOST_TRIES = 5;

/** The caller's channels, and what can be chosen; nothing for an account by email, which has no members. */
export async function listChannels(ctx: Ctx): Promise<NotificationChannels> {
  const member = await memberOf(ctx);
  if (member === null) return { channels: [], kinds: [], events: [] };
  const rows = await channelsOf(ctx, member);
  return {
    channels: rows.map((row) => describeChannel(ctx.config, row)),
    kinds: offeredKinds(ctx.config),
    events: offeredEvents(member),
  };
}

/**
 * Adds a channel of the caller and sends a code there; nothing else is sent before it was typed. Throws 400 for an address
 * that is none, a way that is not offered and an event that the role may not read, 409 for too many, 429.
 */
export async function createChannel(ctx: Ctx, body: CreateNotificationChannel): Promise<NotificationChannel> {
  const member = await requireMember(ctx);
  if (!offeredKinds(ctx.config).includes(body.kind))
    throw invalidField("kind", "This service does not offer it");
  const address = parseAddress(body.kind, body.address, ctx.config);
  requireEvents(member, body.events);
  requireTimeZone(body.timeZone);
  await spendCode(ctx, member, body.kind, address);
  return inTransaction(ctx, async (tx) => {
    await lockMembership(tx, member);
    const own = await channelsOf(tx, member);
    if (own.length >= MOST_CHANNELS) {
      throw new ApiError("conflict", `You have ${MOST_CHANNELS} channels already; remove one first`);
    }
    const createdAt = tx.now();
    const id = newId(createdAt);
    const [row] = await tx.db
      .insert(notificationChannels)
      .values({
        id,
        platformId: member.platformId,
        membershipId: member.id,
        kind: body.kind,
        address: sealFor(ctx.config.keys, id, "address", address),
        events: [...new Set(body.events)],
        digest: body.digest,
        timeZone: body.timeZone,
        createdAt,
        ...withNewCode(tx, id),
      })
      .returning();
    if (!row) throw new Error("a stored channel is missing");
    await enqueueCode(tx, id, newId(createdAt));
    await recordAudit(tx, {
      action: "notification_channel.created",
      subject: id,
      details: { kind: body.kind },
    });
    return describeChannel(ctx.config, row);
  });
}

/**
 * Confirms a channel by the code that was sent there. Throws 404, 400 for another code (the fifth one ends it) and for one that
 * is over, 409 for a channel that is confirmed already.
 */
export async function confirmChannel(
  ctx: Ctx,
  id: string,
  { code }: ConfirmNotificationChannel,
): Promise<NotificationChannel> {
  const member = await requireMember(ctx);
  const confirmed = await inTransaction(ctx, async (tx) => {
    const row = await lockChannel(tx, member, id);
    if (row.state === "active") throw new ApiError("conflict", "The channel is confirmed already");
    if (row.code === null || row.codeExpiresAt === null || row.codeExpiresAt <= tx.now()) return null;
    if (row.codeTries >= MOST_TRIES) return null;
    const isRight = isCode(code, openFor(ctx.config.keys, id, "code", row.code));
    const changes = isRight
      ? { state: "active" as const, confirmedAt: tx.now(), code: null, codeExpiresAt: null, codeTries: 0 }
      : { codeTries: row.codeTries + 1 };
    const [changed] = await tx.db
      .update(notificationChannels)
      .set(changes)
      .where(eq(notificationChannels.id, id))
      .returning();
    if (!isRight || !changed) return null;
    await recordAudit(tx, {
      action: "notification_channel.activated",
      subject: id,
      details: { kind: row.kind },
    });
    return changed;
  });
  // Outside of the transaction: a try that was wrong is counted.
  if (!confirmed)
    throw invalidField("code", "This code is wrong or over. After five wrong ones send another");
  return describeChannel(ctx.config, confirmed);
}

/** Changes what is told at a channel, and how often. Throws 404, 400. */
export async function updateChannel(
  ctx: Ctx,
  id: string,
  body: UpdateNotificationChannel,
): Promise<NotificationChannel> {
  const member = await requireMember(ctx);
  if (body.events) requireEvents(member, body.events);
  if (body.timeZone !== undefined) requireTimeZone(body.timeZone);
  return inTransaction(ctx, async (tx) => {
    const row = await lockChannel(tx, member, id);
    const isLater = row.failingSince !== null || row.state !== "active";
    const [changed] = await tx.db
      .update(notificationChannels)
      .set({
        events: body.events ? [...new Set(body.events)] : row.events,
        digest: body.digest ?? row.digest,
        timeZone: body.timeZone ?? row.timeZone,
        // What waits for a digest may be due by the new one; what failed keeps its time.
        dueAt: isLater ? row.dueAt : tx.now(),
      })
      .where(eq(notificationChannels.id, id))
      .returning();
    if (!changed) throw new Error("a locked channel is missing");
    return describeChannel(ctx.config, changed);
  });
}

/** Removes a channel with all that waits for it. Throws 404. */
export async function removeChannel(ctx: Ctx, id: string): Promise<Done> {
  const member = await requireMember(ctx);
  return inTransaction(ctx, async (tx) => {
    const { kind } = await lockChannel(tx, member, id);
    await removeMessagesOf(tx, [id]);
    await tx.db.delete(notificationChannels).where(eq(notificationChannels.id, id));
    await recordAudit(tx, { action: "notification_channel.deleted", subject: id, details: { kind } });
    return { success: true, message: "The channel was removed" };
  });
}

/** Until the transaction ends nobody else adds a channel of this member. */
async function lockMembership(tx: Tx, { id }: Member): Promise<void> {
  await tx.db
    .select({ id: memberships.id })
    .from(memberships)
    .where(eq(memberships.id, id))
    .for("no key update");
}

function requireTimeZone(timeZone: string): void {
  if (!isTimeZone(timeZone)) throw invalidField("timeZone", "is no time zone, such as Europe/Berlin");
}
