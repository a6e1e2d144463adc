import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { type PgColumn, unionAll } from "drizzle-orm/pg-core";
import { apiKeys, clientIds, requestLog, sessions } from "@/db/schema";
import type { Reads } from "@/server/context";
import { pagingOf } from "@/server/lib/paging";
import {
  LOGGED_CREDENTIALS,
  PROGRAMS,
  type RequestLog,
  type RequestLogEntry,
  type RequestLogQuery,
} from "@/server/request-log/schema";

type Reading = Pick<Reads, "db" | "caller">;
type Row = typeof requestLog.$inferSelect;
type Kind = Row["credentialKind"];

/** Calls made with the credentials of the caller's account, newest first. */
export async function listRequestLog(ctx: Reading, query: RequestLogQuery): Promise<RequestLog> {
  const { limit } = pagingOf(query);
  const rows = await readRows(ctx, query, limit + 1);
  const page = rows.slice(0, limit);
  const labels = await labelsOf(ctx, page);
  return {
    entries: page.map((row) => entryOf(row, labels)),
    nextCursor: (rows.length > limit && page.at(-1)?.id) || null,
  };
}

/** The newest rows of each kind of credential that is asked for, merged: the index holds each kind by itself. */
function readRows(ctx: Reading, query: RequestLogQuery, count: number): Promise<Row[]> {
  const [first, second, ...rest] = kindsOf(query).map((kind) =>
    ctx.db
      .select()
      .from(requestLog)
      .where(
        and(
          eq(requestLog.platformId, ctx.caller.platformId),
          eq(requestLog.credentialKind, kind),
          ...filters(query),
        ),
      )
      .orderBy(desc(requestLog.id))
      .limit(count),
  );
  if (!first) throw new Error("no kind of credential is asked for");
  return second
    ? unionAll(first, second, ...rest)
        .orderBy(desc(requestLog.id))
        .limit(count)
    : first;
}

function kindsOf({ credential }: RequestLogQuery): readonly Kind[] {
  const kind = LOGGED_CREDENTIALS.find((one) => one === credential);
  if (kind) return [kind];
  return credential === PROGRAMS ? LOGGED_CREDENTIALS.filter((one) => one !== "session") : LOGGED_CREDENTIALS;
}

function isOneCredential(credential: string | undefined): credential is string {
  return (
    credential !== undefined &&
    credential !== PROGRAMS &&
    !LOGGED_CREDENTIALS.some((kind) => kind === credential)
  );
}

function filters({ method, status, path, credential, cursor }: RequestLogQuery): (SQL | undefined)[] {
  return [
    cursor === undefined ? undefined : lt(requestLog.id, cursor),
    method === undefined ? undefined : eq(requestLog.method, method),
    status === undefined ? undefined : withStatus(status),
    path === undefined ? undefined : sql`starts_with(${requestLog.path}, ${path})`,
    isOneCredential(credential) ? madeWith(credential) : undefined,
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
  return or(
    eq(requestLog.credentialId, credential),
    sql`${requestLog.credentialId} in (select ${clientIds.id} from ${clientIds} where ${clientIds.clientId} = ${credential})`,
  );
}

/** What the credentials of these entries are called, by row. Only those of the caller's account have a name. */
export async function labelsOf(
  { db, caller }: Reading,
  rows: readonly { credentialId: string }[],
): Promise<Map<string, string>> {
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
