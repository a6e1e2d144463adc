import type { Sql } from "postgres";
import { expect } from "vitest";
import { auditChain } from "@/server/payments/audit";
import { auditSettlements } from "@/server/requests/settling/audit";
import { until } from "@/server/testing/cluster/ask-nodes";
import type { Acknowledged } from "@/server/testing/cluster/load";
import type { OpenLedger } from "@/server/testing/ledger";
import type { WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";

export interface Kept {
  /** Through the pooler. */
  sql: Sql;
  platformId: string;
  /** Whose links were created. */
  shopId: string;
  ledger: OpenLedger;
  receiver: WebhookReceiver;
}

/**
 * Waits until everything that was acknowledged is paid, then holds the database to it: no request, link or intent is
 * missing or there twice, each payment is credited once, each event is announced once with the next sequence, and the
 * audit finds nothing. All of `acknowledged` has to be paid on the chain.
 */
export async function findLosses(acknowledged: Acknowledged, kept: Kept): Promise<void> {
  const { sql, platformId, shopId, ledger, receiver } = kept;
  const expected = [...acknowledged.requests.values()].map(({ requestId }) => requestId).toSorted();
  const stored = await until("all payments", async () => {
    const rows = await sql<{ id: string; status: string; payments: number; paid: string }[]>`
      select encode(r.request_id, 'hex') as id, r.status, count(t.id)::int as payments, sum(t.amount)::text as paid
      from requests r left join transfers t on t.request_id = r.id
      where r.platform_id = ${platformId} group by r.id order by 1`;
    return rows.every(({ status }) => status === "paid") ? rows : null;
  });
  expect(stored.map(({ id }) => id)).toEqual(expected);
  expect(stored.filter(({ payments, paid }) => payments !== 1 || paid !== "1000000")).toEqual([]);

  const links = await sql<{ token: string }[]>`
    select token from secure_payments where platform_id = ${shopId} order by 1`;
  expect(links.map(({ token }) => token).toSorted()).toEqual([...acknowledged.links].toSorted());
  const intents = await sql<{ id: string }[]>`
    select i.id from secure_payment_intents i join secure_payments s on s.id = i.secure_payment_id
    where s.platform_id = ${shopId} order by 1`;
  expect(intents.map(({ id }) => id)).toEqual([...acknowledged.intents].toSorted());

  const events = await sql<{ sequence: string; request: string; name: string }[]>`
    select sequence::text, name, body::json ->> 'requestId' as request from webhook_events
    where platform_id = ${platformId} order by webhook_events.sequence`;
  expect(events.map(({ sequence }) => Number(sequence))).toEqual(events.map((_, i) => i + 1));
  const confirmed = events.filter(({ name }) => name === "payment.confirmed").map(({ request }) => request);
  expect(confirmed.toSorted()).toEqual(expected);
  await until("all deliveries", async () => {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from webhook_deliveries where state = 'pending'`;
    return row?.n === 0 ? true : null;
  });
  const delivered = new Set(receiver.received.map(({ json }) => json.requestId));
  expect(expected.filter((id) => !delivered.has(id))).toEqual([]);

  const report = await auditChain(ledger.ctx, ledger.chain);
  expect(report?.differences).toEqual([]);
  expect(await auditSettlements(ledger.ctx)).toEqual([]);
}
