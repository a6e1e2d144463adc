import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { apiKeys, clientIds, requestLog, sessions } from "@/db/schema";
import type { Reads } from "@/server/context";
import { pagingOf } from "@/server/lib/paging";
import {
  LOGGED_CREDENTIALS,
  type RequestLog,
  type RequestLogEntry,
  type RequestLogQuery,
} from "@/server/request-log/schema";

type Reading = Pick<Reads, "db" | "caller">;
type Row = typeof requestLog.$inferSelect;

/** Calls made with the credentials of the caller's account, newest first. */
export async function listRequestLog(ctx: Reading, query: RequestLogQuery): Promise<RequestLog> {
  const { limit } = pagingOf(query);
  const rows = await ctx.db
    .select()
    .from(requestLog)
    .where(and(eq(requestLog.platformId, ctx.caller.platformId), ...filters(query)))
    .orderBy(desc(requestLog.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const labels = await labelsOf(ctx, page);
  return {
    entries: page.map((row) => entryOf(row, labels)),
    nextCursor: (rows.length > limit && page.at(-1)?.id) || null,
  };
}

function filters({ method, status, path, credential, cursor }: RequestLogQuery): (SQL | undefined)[] {
  return [
    cursor === undefined ? undefined : lt(requestLog.id, cursor),
    method === undefined ? undefined : eq(requestLog.method, method),
    status === undefined ? undefined : withStatus(status),
    path === undefined ? undefined : sql`starts_with(${requestLog.path}, ${path})`,
    credential === undefined ? undefined : madeWith(credential),
  ];
}

function withStatus(status: string): SQL | undefined {
  if (!status.endsWith("xx")) return eq(requestLog.status, Number(status));
  const first = Number(status[0]) * 100;
  const inClass = and(gte(requestLog.status, first), lt(requestLog.status, first + 100));
  // Said in the words of the index of errors.
  return first >= 400 ? and(sql`${requestLog.status} >= 400`, inClass) : inClass;
}

function madeWith(credential: string): SQL | undefined {
  const kind = LOGGED_CREDENTIALS.find((one) => one === credential);
  if (kind) return eq(requestLog.credentialKind, kind);
  return or(
    eq(requestLog.credentialId, credential),
    sql`${requestLog.credentialId} in (select ${clientIds.id} from ${clientIds} where ${clientIds.clientId} = ${credential})`,
  );
}

/** What the credentials of these entries are called, by row. */
async function labelsOf({ db, caller }: Reading, rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map((row) => row.credentialId))];
  if (ids.length === 0) return new Map();
  const own = (table: { platformId: PgColumn }) => eq(table.platformId, caller.platformId);
  const [keys, clients, signedIn] = await Promise.all([
    db
      .select({ id: apiKeys.id, label: apiKeys.label, last4: apiKeys.last4 })
      .from(apiKeys)
      .where(and(inArray(apiKeys.id, ids), own(apiKeys))),
    db
      .select({ id: clientIds.id, label: clientIds.label })
      .from(clientIds)
      .where(and(inArray(clientIds.id, ids), own(clientIds))),
    db
      .select({ id: sessions.id, wallet: sessions.walletAddress })
      .from(sessions)
      .where(and(inArray(sessions.id, ids), own(sessions))),
  ]);
  return new Map([
    ...keys.map(({ id, label, last4 }) => [id, `${label} (…${last4})`] as const),
    ...clients.map(({ id, label }) => [id, label] as const),
    ...signedIn.map(({ id, wallet }) => [id, wallet ?? "signed in by email"] as const),
  ]);
}

function entryOf(row: Row, labels: Map<string, string>): RequestLogEntry {
  return {
    id: row.id,
    at: row.createdAt.toISOString(),
    method: row.method,
    path: row.path,
    operation: row.operation,
    status: row.status,
    latencyMs: row.latencyMs,
    requestId: row.requestId,
    credential: {
      kind: row.credentialKind,
      id: row.credentialId,
      label: labels.get(row.credentialId) ?? null,
    },
    ip: row.ip,
  };
}
