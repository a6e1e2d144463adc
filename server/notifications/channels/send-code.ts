import { eq } from "drizzle-orm";
import type { ChannelKind } from "@/db/notification-kinds";
import { notificationChannels } from "@/db/schema";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { type Budget, spend } from "@/server/lib/database/budget";
import { hashSecret, newId } from "@/server/lib/ids";
import { enqueueCode } from "@/server/notification-outbox/messages";
import { openFor, sealFor } from "@/server/notifications/channels/address";
import { CODE_MS, newCode } from "@/server/notifications/channels/code";
import {
  describeChannel,
  lockChannel,
  type Member,
  requireMember,
} from "@/server/notifications/channels/own";
import type { NotificationChannel } from "@/server/notifications/schema";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The most codes: nobody is flooded with them, whoever and however many ask. */
const CODES = {
  ofMemberInHour: { limit: 5, windowMs: HOUR },
  ofMemberInDay: { limit: 20, windowMs: DAY },
  ofAccount: { limit: 50, windowMs: DAY },
  toAddress: { limit: 3, windowMs: DAY },
};

/** Throws 429 where the member, the account or anybody has had too many codes sent, or this address was sent too many. */
export async function spendCode(
  ctx: Ctx,
  { id, platformId }: Member,
  kind: ChannelKind,
  address: string,
): Promise<void> {
  const budgets: Budget[] = [
    { scope: `notification_codes_hour ${id}`, ...CODES.ofMemberInHour },
    { scope: `notification_codes_day ${id}`, ...CODES.ofMemberInDay },
    { scope: `notification_codes_account ${platformId}`, ...CODES.ofAccount },
    { scope: `notification_codes_to ${hashSecret(`${kind}:${address.toLowerCase()}`)}`, ...CODES.toAddress },
  ];
  const over = await spend(ctx, budgets);
  if (!over) return;
  throw new ApiError("too_many_requests", "Too many codes were asked for; try again later", {
    retryAfterSeconds: over.retryAfterSeconds,
  });
}

/** The values of a channel that waits for a new code. */
export function withNewCode(tx: Pick<Tx, "config" | "now">, channelId: string) {
  const now = tx.now();
  return {
    state: "unconfirmed" as const,
    code: sealFor(tx.config.keys, channelId, "code", newCode()),
    codeExpiresAt: new Date(now.getTime() + CODE_MS),
    codeTries: 0,
    dueAt: now,
    attempts: 0,
    refusals: 0,
    failingSince: null,
    error: null,
    disabledAt: null,
  };
}

/** Sends another code to one of the caller's channels. Throws 404, 409 for a channel that is confirmed, 429. */
export async function sendCode(ctx: Ctx, id: string): Promise<NotificationChannel> {
  const member = await requireMember(ctx);
  const found = await inTransaction(ctx, (tx) => lockUnconfirmed(tx, member, id));
  await spendCode(ctx, member, found.kind, openFor(ctx.config.keys, id, "address", found.address));
  return inTransaction(ctx, async (tx) => {
    await lockUnconfirmed(tx, member, id);
    const [row] = await tx.db
      .update(notificationChannels)
      .set(withNewCode(tx, id))
      .where(eq(notificationChannels.id, id))
      .returning();
    if (!row) throw new Error("a locked channel is missing");
    await enqueueCode(tx, id, newId(tx.now()));
    return describeChannel(ctx.config, row);
  });
}

async function lockUnconfirmed(tx: Tx, member: Member, id: string) {
  const row = await lockChannel(tx, member, id);
  if (row.state === "active") throw new ApiError("conflict", "The channel is confirmed");
  return row;
}
