import { and, type SQL, sql } from "drizzle-orm";
import { requests, securePaymentRequests, securePayments } from "@/db/schema";
import { ownedBy } from "@/server/auth/scope";
import type { Ctx } from "@/server/context";
import type { Position } from "@/server/dashboard/cursor";
import type { PaymentFilter } from "@/server/dashboard/filter";
import { PAYMENT_STATUSES, type PaymentStatus } from "@/server/dashboard/payments-schema";
import {
  bucketsOf,
  currencyTable,
  hasAmountKey,
  hasStatusKey,
  invoiceTable,
  statusNow,
  textArray,
} from "@/server/dashboard/status-buckets";
import { matchText, type TextMatch } from "@/server/dashboard/text-search";
import { readByIndex } from "@/server/lib/database/by-index";

type Reading = Pick<Ctx, "caller" | "now" | "begin">;

/** A row of a page: where it stands in the order. */
export type Found = Position;

/**
 * The next rows of a list, at most `limit`, in its order. Looks at no more rows than it gives for every
 * combination of currency and status that there is, however many payments the account has
 * (docs/decisions/dashboard-lists.md).
 */
export async function readPage(
  ctx: Reading,
  filter: PaymentFilter,
  after: Position | null,
  limit: number,
): Promise<Found[]> {
  const text = filter.text === null ? null : await matchText(ctx, filter.text);
  if (text?.ids?.length === 0 || filter.currencies.length === 0) return [];
  const order = orderOf(filter);
  const source = text?.ids
    ? fewRows(ctx, filter, text.ids)
    : filter.sort === "amount" || filter.sort === "-amount"
      ? rowsByAmount(ctx, filter, text, after, limit)
      : rowsByTime(ctx, filter, text, after, limit);
  const rows = await readByIndex(ctx, (db) =>
    db
      .select({
        id: sql<string>`page.id`,
        createdAt: sql<string>`page.created_at`,
        scaled: sql<string>`page.scaled::text`,
        rank: sql<number>`page.rank::int`,
      })
      .from(sql`(${source}) as page`)
      .where(after ? order.after(after) : sql`true`)
      .orderBy(order.by)
      .limit(limit),
  );
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}

interface Order {
  by: SQL;
  after(at: Position): SQL;
}

function orderOf({ sort }: PaymentFilter): Order {
  switch (sort) {
    case "created":
      return {
        by: sql`page.created_at, page.id`,
        after: (at) => sql`(page.created_at, page.id) > (${moment(at)}, ${at.id})`,
      };
    case "-created":
      return {
        by: sql`page.created_at desc, page.id desc`,
        after: (at) => sql`(page.created_at, page.id) < (${moment(at)}, ${at.id})`,
      };
    case "amount":
      return {
        by: sql`page.scaled, page.created_at, page.id`,
        after: (at) =>
          sql`(page.scaled, page.created_at, page.id) > (${at.scaled}::numeric, ${moment(at)}, ${at.id})`,
      };
    case "-amount":
      return {
        by: sql`page.scaled desc, page.created_at desc, page.id desc`,
        after: (at) =>
          sql`(page.scaled, page.created_at, page.id) < (${at.scaled}::numeric, ${moment(at)}, ${at.id})`,
      };
    case "status":
    case "-status": {
      const later = sql.raw(sort === "status" ? ">" : "<");
      return {
        by: sql`page.rank ${sql.raw(sort === "status" ? "asc" : "desc")}, page.created_at desc, page.id desc`,
        after: (at) => sql`(page.rank ${later} ${at.rank} or (page.rank = ${at.rank}
          and (page.created_at, page.id) < (${moment(at)}, ${at.id})))`,
      };
    }
  }
}

function moment(at: Position): SQL {
  return sql`${at.createdAt.toISOString()}::timestamptz`;
}

const COLUMNS = (ctx: Reading, unit: SQL) => sql`${requests.id}, ${requests.createdAt},
  ${requests.amount} * ${unit} as scaled, ${rankSql(ctx)} as rank`;

function rankSql(ctx: Reading): SQL {
  return sql`array_position(${textArray(PAYMENT_STATUSES)}, ${statusNow(ctx)}) - 1`;
}

type Conditions = Pick<PaymentFilter, "kind" | "statuses" | "from" | "until">;

/** Everything but the text, and but what an index of the caller's choice has settled already. */
function conditions(ctx: Reading, { kind, statuses, from, until }: Conditions): SQL {
  return sql`${and(
    ownedBy(ctx.caller, requests),
    sql`${requests.kind} = ${kind}`,
    statuses ? sql`${statusNow(ctx)} = any(${textArray(statuses)})` : undefined,
    from ? sql`${requests.createdAt} >= ${from.toISOString()}::timestamptz` : undefined,
    until ? sql`${requests.createdAt} < ${until.toISOString()}::timestamptz` : undefined,
  )}`;
}

/** Up to here payments are counted one by one. */
export const MAX_COUNTED = 10_000;

/**
 * How many payments fit the filters, by status: of each currency and status at most `MAX_COUNTED`. Null where a text fits
 * more than can be named.
 */
export async function countRows(
  ctx: Reading,
  filter: PaymentFilter,
): Promise<ReadonlyMap<PaymentStatus, number> | null> {
  const text = filter.text === null ? null : await matchText(ctx, filter.text);
  if (text && text.ids === null) return null;
  if (text?.ids?.length === 0 || filter.currencies.length === 0) return new Map();
  const all = { ...filter, statuses: null };
  const source = text?.ids
    ? sql`select (${statusNow(ctx)})::text as status, 1 as count from ${requests}
        join ${currencyTable(filter.currencies)} on currency.id = ${requests.paymentCurrency}
        where ${requests.id} = any(${textArray(text.ids)}) and ${conditions(ctx, all)}`
    : countsOfBuckets(ctx, all);
  const rows = await readByIndex(ctx, (db) =>
    db
      .select({ status: sql<PaymentStatus>`counted.status`, count: sql<string>`sum(counted.count)::text` })
      .from(sql`(${source}) as counted`)
      .groupBy(sql`counted.status`),
  );
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
}

function countsOfBuckets(ctx: Reading, filter: PaymentFilter): SQL {
  const counted = (where: SQL) => sql`select count(*) as count from (select 1 from ${requests}
    where ${where} and ${conditions(ctx, filter)} limit ${MAX_COUNTED}) as few`;
  const isHere = sql`${hasStatusKey(ctx, filter.kind)} and (bucket.name <> 'pending' or ${statusNow(ctx)} = 'pending')`;
  return sql`select bucket.name as status, own.count from ${currencyTable(filter.currencies)}
      cross join ${bucketsOf(PAYMENT_STATUSES)} as bucket cross join lateral (${counted(isHere)}) as own
    union all select 'expired', own.count from (${counted(hasRunOut(ctx, filter))}) as own`;
}

function fewRows(ctx: Reading, filter: PaymentFilter, ids: readonly string[]): SQL {
  return sql`select ${COLUMNS(ctx, sql`invoice.unit`)} from ${requests}
    join ${currencyTable(filter.currencies)} on currency.id = ${requests.paymentCurrency}
    join ${invoiceTable()} on invoice.id = ${requests.invoiceCurrency}
    where ${requests.id} = any(${textArray(ids)}) and ${conditions(ctx, filter)}`;
}

function rowsByAmount(
  ctx: Reading,
  filter: PaymentFilter,
  text: TextMatch | null,
  after: Position | null,
  limit: number,
): SQL {
  const isUp = filter.sort === "amount";
  const direction = sql.raw(isUp ? "asc" : "desc");
  const { amount, createdAt, id } = requests;
  // In base units of each currency, a fraction of one included: with 18 decimals the quotient is exact.
  const beyond = after
    ? sql`and (${amount}, ${createdAt}, ${id}) ${sql.raw(isUp ? ">" : "<")}
        (${after.scaled}::numeric(138, 18) / invoice.unit, ${moment(after)}, ${after.id})`
    : sql``;
  return sql`select own.* from ${currencyTable(filter.currencies)} cross join ${invoiceTable()}
    cross join lateral (select ${COLUMNS(ctx, sql`invoice.unit`)} from ${requests}
      where ${hasAmountKey(ctx, filter.kind)} and ${conditions(ctx, filter)} ${matches(text)} ${beyond}
      order by ${amount} ${direction}, ${createdAt} ${direction}, ${id} ${direction} limit ${limit}) as own`;
}

function rowsByTime(
  ctx: Reading,
  filter: PaymentFilter,
  text: TextMatch | null,
  after: Position | null,
  limit: number,
): SQL {
  const isUp = filter.sort === "created";
  const direction = sql.raw(isUp ? "asc" : "desc");
  const statuses = filter.statuses ?? PAYMENT_STATUSES;
  const byStatus = filter.sort.endsWith("status");
  // Links that ran out since the last sweep are in the bucket of the pending ones. Where both are wanted and the
  // order is by time, that does no harm.
  const apart = byStatus || !(statuses.includes("pending") && statuses.includes("expired"));
  const at = after && sql`(${moment(after)}, ${after.id})`;
  const beyond = !at
    ? sql``
    : byStatus
      ? sql`and (bucket.rank <> ${after.rank} or (${requests.createdAt}, ${requests.id}) < ${at})`
      : sql`and (${requests.createdAt}, ${requests.id}) ${sql.raw(isUp ? ">" : "<")} ${at}`;
  const own = (where: SQL) => sql`select ${COLUMNS(ctx, sql`1`)} from ${requests}
    where ${where} and ${conditions(ctx, { ...filter, statuses: null })} ${matches(text)} ${beyond}
    order by ${requests.createdAt} ${direction}, ${requests.id} ${direction} limit ${limit}`;
  const isHere = apart
    ? sql`${hasStatusKey(ctx, filter.kind)} and (bucket.name <> 'pending' or ${statusNow(ctx)} = 'pending')`
    : hasStatusKey(ctx, filter.kind);
  const inBuckets = sql`select own.* from ${currencyTable(filter.currencies)}
    cross join ${bucketsOf(statuses)} as bucket cross join lateral (${own(isHere)}) as own`;
  if (!apart || !statuses.includes("expired")) return inBuckets;
  return sql`${inBuckets} union all (select own.* from ${bucketsOf(["expired"])} as bucket
    cross join lateral (${own(hasRunOut(ctx, filter))}) as own)`;
}

/** Links whose time is over and that the sweep has not reached: the last minute's. */
function hasRunOut({ caller, now }: Reading, { currencies }: PaymentFilter): SQL {
  const { requestId, securePaymentId } = securePaymentRequests;
  return sql`${requests.paymentCurrency} = any(${textArray(currencies.map(({ id }) => id))})
    and ${requests.linkEnd} is null and ${requests.id} in (select ${requestId} from ${securePayments}
    join ${securePaymentRequests} on ${securePaymentId} = ${securePayments.id}
    where ${securePayments.platformId} = ${caller.platformId} and ${securePayments.status} = 'pending'
      and ${securePayments.expiresAt} <= ${now().toISOString()}::timestamptz)`;
}

function matches(text: TextMatch | null): SQL {
  return text ? sql`and ${text.condition}` : sql``;
}
