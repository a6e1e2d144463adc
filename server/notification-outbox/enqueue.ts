import { sql } from "drizzle-orm";
import type { NotificationEvent } from "@/db/notification-kinds";
import { notificationChannels, notificationMessages } from "@/db/schema";
import type { Tx } from "@/server/context";
import { derivedId } from "@/server/lib/ids";
import { readable } from "@/server/lib/text";

/** Something that members may have chosen to be told of. */
export interface Notice {
  platformId: string;
  event: NotificationEvent;
  /** What the message says: names, amounts and IDs as text. Never a secret, and nothing of a payer but what they paid. */
  facts: Record<string, string>;
  /** Whatever happens twice under one key is told once. */
  dedupeKey: string;
}

/** Of a fact, so much is kept. */
const LONGEST_FACT = 300;

/**
 * Has members told of what happened, in the transaction that makes it true: one message that waits for every confirmed
 * channel of the account that wants the event. Whether its member may read it is looked at when it is sent. Any number of
 * notices costs one statement.
 */
export async function enqueueNotices(tx: Pick<Tx, "db" | "now">, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map(({ platformId, event, facts, dedupeKey }) => ({
    id: derivedId("notice", platformId, event, dedupeKey),
    platform_id: platformId,
    event,
    facts: bounded(facts),
  }));
  await tx.db.execute(sql`
    insert into ${notificationMessages} (notice_id, channel_id, event, facts, state, created_at)
    select n.id, c.id, n.event, n.facts, 'waiting', ${tx.now().toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as n(id text, platform_id text, event text, facts jsonb)
    join ${notificationChannels} c on c.platform_id = n.platform_id
    where c.state = 'active' and n.event = any(c.events)
    on conflict do nothing`);
}

function bounded(facts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, text]) => [
      name,
      readable(Array.from(text).slice(0, LONGEST_FACT).join("")),
    ]),
  );
}
