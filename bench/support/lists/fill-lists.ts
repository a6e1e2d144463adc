import type { Sql } from "postgres";
import { newId } from "@/server/lib/ids";
import { OPEN_POLICY } from "@/server/payer-access/schema";
import { storeManyPaid } from "@/server/testing/data/many";

const STORE_AT_ONCE = 100_000;
/** A second apart from here on. */
export const START = new Date("2026-01-01T00:00:00Z");
/** Accounts beside the large one, which the planner has to expect. */
const OTHERS = 100;

/** The tokens that payments are in, and one in which there are four. */
const TOKENS = ["USDC-base", "USDT-mainnet", "USDC-matic", "USDC-arbitrum-one", "USDT-tron", "DAI-mainnet"];
export const RARE_TOKEN = "FAU-sepolia";

/**
 * Fills a database with `count` payments of one account and a five-hundredth of that of each of a hundred others, each
 * with its link; gives the ID of the large account. Nine in ten are paid; of the others the young ones are open, the old
 * ones have run out, and one in a thousand of all is short. One in 2,000 is a payout, one in fifty an invoice in USD, and
 * a third are in six tokens in equal parts, the rest in the first of them.
 */
export async function fillLists(sql: Sql, count: number, end: Date): Promise<string> {
  const ids = Array.from({ length: OTHERS + 1 }, () => newId(START));
  await sql`insert into platforms (id, name, created_at)
    select id, 'bench', ${START.toISOString()}::timestamptz from unnest(${ids}::text[]) as own(id)`;
  const [large = "", ...others] = ids;
  await withoutIndexes(sql, async () => {
    await store(sql, large, 0, count);
    const each = Math.ceil(count / 500);
    for (const [index, other] of others.entries()) await store(sql, other, count + index * each, each);
    await vary(sql, end);
    await storeLinks(sql);
    await sql.unsafe("vacuum full requests");
  });
  await sql.unsafe("vacuum analyze");
  return large;
}

async function store(sql: Sql, platformId: string, first: number, count: number): Promise<void> {
  for (let done = 0; done < count; done += STORE_AT_ONCE) {
    const some = Math.min(STORE_AT_ONCE, count - done);
    await storeManyPaid(sql, { platformId, first: first + done, count: some, start: START });
  }
}

async function vary(sql: Sql, end: Date): Promise<void> {
  await sql`with drawn as (
      select id, abs(hashtext(id || 'currency')::bigint) as n, right(id, 16)::bigint as place from requests
    )
    update requests set amount = amount + abs(hashtext(requests.id)) % 1000000, paid_at = created_at,
      kind = case when n % 2000 = 7 then 'payout' else 'request' end,
      payment_currency = case when place % 5000 = 4999 and place < 20000 then ${RARE_TOKEN}
        when n % 3 = 0 then (${TOKENS}::text[])[1 + n / 3 % ${TOKENS.length}] else 'USDC-base' end,
      invoice_currency = case when n % 50 = 1 then 'USD' else '' end,
      status = case when place % 10 <> 7 then 'paid' when place % 1000 = 777 then 'partially_paid' else 'created' end,
      link_expires_at = created_at + interval '7 days',
      link_end = case when place % 10 = 7 and place % 1000 <> 777
        and created_at + interval '7 days' <= ${end.toISOString()}::timestamptz then 'expired' end
    from drawn where drawn.id = requests.id`;
  await sql`update requests set invoice_currency = payment_currency where invoice_currency = ''`;
}

async function storeLinks(sql: Sql): Promise<void> {
  await sql`insert into secure_payments (id, token, platform_id, payment_type, flow, status, network, currency,
      access_policy, payer_identifier, created_at, expires_at, completed_at)
    select id, id, platform_id, 'single', 'incoming',
      case status when 'paid' then 'completed' else coalesce(link_end, 'pending') end, network, payment_currency,
      ${JSON.stringify(OPEN_POLICY)}::text::jsonb, 'customer-' || right(id, 12), created_at, link_expires_at, paid_at
    from requests`;
  await sql`insert into secure_payment_requests (secure_payment_id, request_id, position, amount)
    select id, id, 0, amount from requests`;
}

/** Fills without the indexes and triggers of the long tables: indexes are made afterwards in a tenth of the time. */
async function withoutIndexes(sql: Sql, fill: () => Promise<void>): Promise<void> {
  const rows = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes where indexname !~ '_pk(ey)?$'
      and tablename in ('requests', 'transfers', 'secure_payments', 'secure_payment_requests')`;
  const tables = ["requests", "transfers", "secure_payments", "secure_payment_requests"];
  for (const { name } of rows) await sql`drop index ${sql(name)}`;
  for (const table of tables) await sql`alter table ${sql(table)} disable trigger user`;
  await fill();
  for (const table of tables) await sql`alter table ${sql(table)} enable trigger user`;
  for (const { definition } of rows) await sql.unsafe(definition);
}
