import { and, eq, ilike, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Sql } from "postgres";
import { paymentStatus } from "@/db/keys";
import { requests, securePaymentRequests, securePayments } from "@/db/schema";
import type { App } from "@/server/boot";
import type { Ctx } from "@/server/context";
import type { PaymentFilter } from "@/server/dashboard/filter";
import { statusNow } from "@/server/dashboard/status-buckets";

/** Indexes that serve a list as most would write it: its equal columns, then its order. */
const INDEXES = {
  plain_time: "requests (platform_id, kind, created_at, id)",
  plain_status:
    "requests (platform_id, kind, payment_status(status, paid_at, link_expires_at, link_end), created_at, id)",
  plain_currency: "requests (platform_id, kind, payment_currency, created_at, id)",
  plain_amount: "requests (platform_id, kind, amount, id)",
  plain_reference: "requests using gin (reference gin_trgm_ops)",
  plain_payer_identifier: "secure_payments using gin (payer_identifier gin_trgm_ops)",
} as const;

/** Our own indexes of the lists, and the table of texts. */
const OURS = ["requests_status_bucket", "requests_amounts", "search_blocks"];

/** Bytes of what serves the lists. */
export interface Sizes {
  ours: number;
  plain: number;
}

/** Takes our indexes away, so that the planner cannot mix both, and makes the plain ones; gives the bytes of both. */
export async function makePlain(sql: Sql): Promise<Sizes> {
  const ours = await bytesOf(sql, OURS);
  for (const name of OURS.filter((one) => one !== "search_blocks")) await sql`drop index ${sql(name)}`;
  await sql.unsafe("create extension if not exists pg_trgm");
  for (const [name, on] of Object.entries(INDEXES)) await sql.unsafe(`create index ${name} on ${on}`);
  await sql.unsafe("vacuum analyze");
  return { ours, plain: await bytesOf(sql, Object.keys(INDEXES)) };
}

async function bytesOf(sql: Sql, names: string[]): Promise<number> {
  const [row] = await sql<{ bytes: string }[]>`
    select sum(pg_total_relation_size(name::regclass)) as bytes from unnest(${names}::text[]) as one(name)`;
  return Number(row?.bytes);
}

/**
 * A page of the list as one statement, whose plan is PostgreSQL's own choice; gives the IDs. The order by amount is that
 * of base units, whatever their currency: no index knows their decimals.
 */
export async function readPlainPage(
  app: App,
  ctx: Ctx,
  filter: PaymentFilter,
  limit: number,
): Promise<string[]> {
  const { kind, statuses, currencies, from, until, text, sort } = filter;
  // In one currency or a few these are named; a list of all is no condition.
  const isOfCurrencies = currencies.length < 10;
  const rows = await app.database.db
    .select({ id: requests.id })
    .from(requests)
    .where(
      and(
        eq(requests.platformId, ctx.caller.platformId),
        eq(requests.kind, kind),
        statuses ? hasStatus(ctx, statuses) : undefined,
        isOfCurrencies
          ? inArray(
              requests.paymentCurrency,
              currencies.map(({ id }) => id),
            )
          : undefined,
        from ? sql`${requests.createdAt} >= ${from.toISOString()}::timestamptz` : undefined,
        until ? sql`${requests.createdAt} < ${until.toISOString()}::timestamptz` : undefined,
        text === null ? undefined : holds(ctx, text),
      ),
    )
    .orderBy(...orderOf(ctx, sort))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** By the index where the stored status decides; links whose time is over are told from those that are open. */
function hasStatus(ctx: Ctx, statuses: NonNullable<PaymentFilter["statuses"]>): SQL | undefined {
  const stored = statuses.includes("expired") ? [...new Set([...statuses, "pending" as const])] : statuses;
  const isStored = sql`${paymentStatus(requests)} in ${stored}`;
  return stored.includes("pending") ? and(isStored, sql`${statusNow(ctx)} in ${[...statuses]}`) : isStored;
}

function holds(ctx: Ctx, text: string): SQL | undefined {
  const pattern = `%${text}%`;
  const links = sql`select ${securePaymentRequests.requestId} from ${securePayments}
    join ${securePaymentRequests} on ${securePaymentRequests.securePaymentId} = ${securePayments.id}
    where ${securePayments.platformId} = ${ctx.caller.platformId} and ${ilike(securePayments.payerIdentifier, pattern)}`;
  return or(
    sql`${requests.id} in (select id from ${requests} where ${requests.platformId} = ${ctx.caller.platformId}
      and ${ilike(requests.reference, pattern)})`,
    sql`${requests.id} in (${links})`,
  );
}

function orderOf(ctx: Ctx, sort: PaymentFilter["sort"]): SQL[] {
  const newest = sql`${requests.createdAt} desc, ${requests.id} desc`;
  switch (sort) {
    case "created":
      return [sql`${requests.createdAt}, ${requests.id}`];
    case "-created":
      return [newest];
    case "amount":
      return [sql`${requests.amount}, ${requests.id}`];
    case "-amount":
      return [sql`${requests.amount} desc, ${requests.id} desc`];
    case "status":
      return [sql`${statusNow(ctx)}`, newest];
    case "-status":
      return [sql`${statusNow(ctx)} desc`, newest];
  }
}
