import type { ChannelKind, NotificationEvent } from "@/db/notification-kinds";
import { type Ctx, inTransaction } from "@/server/context";
import { inParallel } from "@/server/lib/concurrency/in-parallel";
import { derivedId } from "@/server/lib/ids";
import { SealBroken } from "@/server/lib/sealing/sealed";
import { CODE, type MessageRow, waitingFor } from "@/server/notification-outbox/messages";
import { openFor } from "@/server/notifications/channels/address";
import { CODE_MS } from "@/server/notifications/channels/code";
import { mayRead } from "@/server/notifications/may-read";
import { type ClaimedChannel, claimChannels, readerOf } from "@/server/notifications/sending/claim";
import type { ChannelSender, Outcome } from "@/server/notifications/sending/outcome";
import { type Ended, recordOutcome } from "@/server/notifications/sending/record";
import { GIVEN_UP_AFTER_MS } from "@/server/notifications/sending/schedule";
import { beforeSending, type MessageEvent } from "@/server/notifications/state";
import { type Composed, composeCode, composeNotices } from "@/server/notifications/text/compose";

/** Channels of one pass. */
const CHANNELS = 40;
/** Hosts that are written to at a time; one host is written to once at a time. */
const HOSTS_AT_ONCE = 8;
/** Messages that one digest tells together. */
const MESSAGES = 1_000;

/**
 * Writes to the channels of one kind that are due, all that waits for a channel together. Whether its member may still read
 * it is asked immediately before. Returns how many channels it took care of. Any number of workers may call it at once; a message is
 * repeated only where a process dies between sending and recording.
 */
export async function sendDue(
  ctx: Ctx,
  kind: ChannelKind,
  sender: ChannelSender,
  onOutcome: (outcome: Outcome["kind"]) => void = () => {},
): Promise<number> {
  const channels = await inTransaction(ctx, (tx) => claimChannels(tx, kind, CHANNELS));
  const byHost = new Map<string, ClaimedChannel[]>();
  for (const channel of channels) {
    const host = hostOf(ctx, channel);
    byHost.set(host, [...(byHost.get(host) ?? []), channel]);
  }
  await inParallel([...byHost.values()], HOSTS_AT_ONCE, async (ofHost) => {
    for (const channel of ofHost) await sendTo(ctx, channel, sender, onOutcome);
  });
  return channels.length;
}

/** Where a channel leads: each webhook's host by itself, and one service for everything else. */
function hostOf({ config }: Ctx, { id, kind, address }: ClaimedChannel): string {
  if (kind !== "slack") return kind;
  try {
    return new URL(openFor(config.keys, id, "address", address)).host;
  } catch {
    return "";
  }
}

async function sendTo(
  ctx: Ctx,
  channel: ClaimedChannel,
  sender: ChannelSender,
  onOutcome: (outcome: Outcome["kind"]) => void,
): Promise<void> {
  const { reader, role, account } = await readerOf(ctx, channel);
  const waiting = await waitingFor(ctx, channel.id, MESSAGES);
  const ended: { message: MessageRow; event: MessageEvent; error: string | null }[] = [];
  const toSend: MessageRow[] = [];
  for (const message of waiting) {
    const kind = message.event === CODE ? "code" : "notice";
    const mayBeRead = kind === "code" || mayRead(role, message.event);
    const event =
      beforeSending(kind, channel.state, reader === "may_read" && !mayBeRead ? "may_not_read" : reader) ??
      (isTooOld(message, kind, ctx.now()) || (kind === "code" && channel.code === null)
        ? "time_passed"
        : null);
    if (event === null) toSend.push(message);
    else ended.push({ message, event, error: WHY[event] ?? null });
  }
  const outcome = await attempt(ctx, channel, sender, { account, messages: toSend });
  if (outcome) onOutcome(outcome.kind);
  await inTransaction(ctx, (tx) =>
    recordOutcome(tx, channel, [...ended, ...endedBy(outcome, toSend)], outcome),
  );
}

const WHY: Partial<Record<MessageEvent, string>> = {
  channel_off: "its channel was not confirmed, or is switched off",
  reader_lost: "its member may not read it any more",
  time_passed: "it could not be sent in time",
};

const EVENTS: Record<Outcome["kind"], MessageEvent> = {
  sent: "taken",
  later: "not_now",
  refused: "refused",
  gone: "channel_off",
};

function endedBy(outcome: Outcome | null, messages: readonly MessageRow[]): Ended {
  if (outcome === null) return [];
  const error = outcome.kind === "sent" ? null : outcome.error;
  return messages.map((message) => ({ message, event: EVENTS[outcome.kind], error }));
}

/** Null where nothing is left to send. */
async function attempt(
  ctx: Ctx,
  channel: ClaimedChannel,
  sender: ChannelSender,
  { account, messages }: { account: string; messages: readonly MessageRow[] },
): Promise<Outcome | null> {
  const [first] = messages;
  if (!first) return null;
  try {
    const address = openFor(ctx.config.keys, channel.id, "address", channel.address);
    const id = derivedId("notification", channel.id, first.noticeId, messages.length);
    return await sender.send(address, { id, ...compose(ctx, channel, account, messages) });
  } catch (error) {
    if (error instanceof SealBroken) {
      return { kind: "later", error: "its address cannot be read with this SECRET_KEY", retryAfter: null };
    }
    // One that cannot be made stops no other.
    ctx.log.error({ err: error, channel: channel.id }, "a message to a member cannot be made");
    return { kind: "later", error: "the message could not be made", retryAfter: null };
  }
}

function compose(
  { config }: Ctx,
  { id, code }: ClaimedChannel,
  account: string,
  messages: readonly MessageRow[],
): Composed {
  const about = { account, dashboard: config.urls.dashboard };
  const isCode = messages.some(({ event }) => event === CODE);
  if (isCode && code !== null) return composeCode(openFor(config.keys, id, "code", code), about);
  return composeNotices(
    messages.map(({ event, facts }) => ({ event: event as NotificationEvent, facts })),
    about,
  );
}

function isTooOld({ createdAt }: MessageRow, kind: "code" | "notice", now: Date): boolean {
  return now.getTime() - createdAt.getTime() > (kind === "code" ? CODE_MS : GIVEN_UP_AFTER_MS);
}
