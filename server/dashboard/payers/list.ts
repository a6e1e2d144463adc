import { and, count, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { apiKeys, clientIds, payerBankAccounts, payers } from "@/db/schema";
import type { Reads } from "@/server/context";
import type { DashboardPayer, PayerList, PayersQuery } from "@/server/dashboard/payers/schema";
import { reasonOfChecks } from "@/server/dashboard/payers/words";
import { invalidField } from "@/server/errors";
import { pagingOf } from "@/server/lib/paging";
import type { PayerRow } from "@/server/payers/find";
import { isCompliant } from "@/server/payers/state";

const Cursor = z.tuple([z.iso.datetime(), z.uuid()]);

/**
 * A page of the account's payers, the newest first; erased ones are not among them. Throws 400 for what is no cursor.
 */
export async function listPayers(ctx: Pick<Reads, "db" | "caller">, query: PayersQuery): Promise<PayerList> {
  const { limit } = pagingOf(query);
  const [rows, isGranted] = await Promise.all([
    ctx.db
      .select()
      .from(payers)
      .where(
        and(
          eq(payers.platformId, ctx.caller.platformId),
          isNull(payers.erasedAt),
          ...conditions(query),
          after(query),
        ),
      )
      .orderBy(desc(payers.createdAt), desc(payers.id))
      .limit(limit + 1),
    mayPayToBanks(ctx),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    payers: await describePayers(ctx, page),
    nextCursor: rows.length > limit && last ? writeCursor(last) : null,
    isGranted,
  };
}

/** Whether any credential of the account in use may pay to bank accounts. */
async function mayPayToBanks({ db, caller }: Pick<Reads, "db" | "caller">): Promise<boolean> {
  const keys = db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.platformId, caller.platformId),
        isNotNull(apiKeys.offrampAccess),
        isNull(apiKeys.deletedAt),
      ),
    )
    .limit(1);
  const clients = db
    .select({ id: clientIds.id })
    .from(clientIds)
    .where(
      and(
        eq(clientIds.platformId, caller.platformId),
        isNotNull(clientIds.offrampAccess),
        ne(clientIds.status, "revoked"),
      ),
    )
    .limit(1);
  const granted = await Promise.all([keys, clients]);
  return granted.some(({ length }) => length > 0);
}

function conditions({
  q,
  kycStatus,
  agreementStatus,
  isCompliant: wanted,
}: PayersQuery): (SQL | undefined)[] {
  const compliant = sql`(${payers.kycStatus} = 'approved' and ${payers.agreementStatus} = 'completed')`;
  const text = q?.trim();
  return [
    text
      ? or(
          sql`${payers.clientUserId} ilike ${`%${text.replace(/[\\%_]/g, "\\$&")}%`}`,
          eq(payers.id, text.toLowerCase()),
        )
      : undefined,
    kycStatus === undefined ? undefined : sql`${payers.kycStatus} = any(${textArray(kycStatus)})`,
    agreementStatus === undefined
      ? undefined
      : sql`${payers.agreementStatus} = any(${textArray(agreementStatus)})`,
    wanted === undefined ? undefined : wanted === "true" ? compliant : sql`not ${compliant}`,
  ];
}

function textArray(values: string): SQL {
  return sql`string_to_array(${values}, ',')`;
}

function after({ cursor }: PayersQuery): SQL | undefined {
  if (cursor === undefined) return undefined;
  const parsed = Cursor.safeParse(jsonIn(cursor));
  if (!parsed.success) throw invalidField("cursor", "cursor must be one that an answer of this list gave");
  const [createdAt, id] = parsed.data;
  return sql`(${payers.createdAt}, ${payers.id}) < (${createdAt}::timestamptz, ${id})`;
}

function writeCursor({ createdAt, id }: PayerRow): string {
  return Buffer.from(JSON.stringify([createdAt.toISOString(), id])).toString("base64url");
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}

/** Payers as lists show them, in their order. */
export async function describePayers(
  { db }: Pick<Reads, "db">,
  rows: readonly PayerRow[],
): Promise<DashboardPayer[]> {
  const ids = rows.map(({ id }) => id);
  const counted =
    ids.length === 0
      ? []
      : await db
          .select({ payerId: payerBankAccounts.payerId, status: payerBankAccounts.status, count: count() })
          .from(payerBankAccounts)
          .where(inArray(payerBankAccounts.payerId, ids))
          .groupBy(payerBankAccounts.payerId, payerBankAccounts.status);
  const numbers = new Map(counted.map((one) => [`${one.payerId} ${one.status}`, one.count]));
  return rows.map((row) => {
    const { id: userId, clientUserId, provider, kycStatus, agreementStatus } = row;
    const accounts = (status: string) => numbers.get(`${userId} ${status}`) ?? 0;
    const bankAccounts = {
      approved: accounts("approved"),
      pending: accounts("pending"),
      failed: accounts("failed"),
    };
    return {
      userId,
      clientUserId,
      provider,
      kycStatus,
      agreementStatus,
      isCompliant: isCompliant(row),
      reason: reasonOfChecks(row, bankAccounts.approved),
      bankAccounts,
      createdAt: row.createdAt.toISOString(),
      changedAt: row.changedAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
    };
  });
}
