import { and, eq } from "drizzle-orm";
import { notificationChannels } from "@/db/schema";
import type { Tx } from "@/server/context";
import { endMessages, type MessageRow } from "@/server/notification-outbox/messages";
import type { ClaimedChannel } from "@/server/notifications/sending/claim";
import type { Outcome } from "@/server/notifications/sending/outcome";
import { BETWEEN_MESSAGES_MS, nextTry } from "@/server/notifications/sending/schedule";
import { type MessageEvent, nextMessageState } from "@/server/notifications/state";

/** A channel that refused so many messages in a row for good is switched off. */
const MOST_REFUSALS = 3;

/** Messages with what happened to them. */
export type Ended = readonly { message: MessageRow; event: MessageEvent; error: string | null }[];

/** Writes down what became of messages, and gives the channel back. `outcome` is null where nothing was sent. */
export async function recordOutcome(
  tx: Pick<Tx, "db" | "now">,
  channel: ClaimedChannel,
  ended: Ended,
  outcome: Outcome | null,
): Promise<void> {
  const groups = new Map<string, { ids: string[]; event: MessageEvent; error: string | null }>();
  for (const { message, event, error } of ended) {
    const key = `${event}:${error ?? ""}`;
    const group = groups.get(key) ?? { ids: [], event, error };
    group.ids.push(message.noticeId);
    groups.set(key, group);
  }
  for (const { ids, event, error } of groups.values()) {
    const state = nextMessageState("waiting", event);
    if (state !== null && state !== "waiting") await endMessages(tx, channel.id, ids, { state, error });
  }
  await tx.db
    .update(notificationChannels)
    .set({ lockedUntil: null, ...(outcome === null ? {} : afterOutcome(channel, outcome, tx.now())) })
    .where(
      and(eq(notificationChannels.id, channel.id), eq(notificationChannels.lockedUntil, channel.lockedUntil)),
    );
}

function afterOutcome(
  { kind, attempts, failingSince, refusals }: ClaimedChannel,
  outcome: Outcome,
  now: Date,
): Partial<typeof notificationChannels.$inferInsert> {
  const soon = new Date(now.getTime() + BETWEEN_MESSAGES_MS[kind]);
  const isWell = { attempts: 0, failingSince: null, error: null };
  switch (outcome.kind) {
    case "sent":
      return { ...isWell, refusals: 0, dueAt: soon };
    case "later": {
      const failures = Math.min(attempts + 1, 1_000);
      return {
        attempts: failures,
        failingSince: failingSince ?? now,
        error: outcome.error,
        dueAt: nextTry(failures, outcome.retryAfter, now),
      };
    }
    case "refused": {
      const failing = { failingSince: failingSince ?? now, error: outcome.error, refusals: refusals + 1 };
      return refusals + 1 < MOST_REFUSALS
        ? { ...failing, dueAt: soon }
        : { ...failing, state: "disabled", disabledAt: now };
    }
    case "gone":
      return { failingSince: failingSince ?? now, error: outcome.error, state: "disabled", disabledAt: now };
  }
}
