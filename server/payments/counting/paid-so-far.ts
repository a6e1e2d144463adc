import { inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { creditedBy, isCounted, type requests, transfers } from "@/db/schema";
import type { Reads } from "@/server/context";
import { type RecordedCover, recordedCovers } from "@/server/payments/counting/covering";
import { sumsOf } from "@/server/payments/counting/sums";

type Transfer = Pick<
  typeof transfers.$inferSelect,
  "id" | "amount" | "credited" | "blockNumber" | "logIndex"
>;

/** A counted transfer and its request. */
export interface PaidInto {
  transfer: Transfer;
  request: Pick<typeof requests.$inferSelect, "id" | "amount">;
}

/**
 * What counts of each request up to each of these transfers, in the order of the chain, by ID of the transfer: exact
 * where it exceeds the amount, 0 where it does not. Where the transfer that covered the request is on record, nothing
 * is added up.
 */
export async function paidSoFar(
  ctx: Pick<Reads, "db">,
  rows: readonly PaidInto[],
): Promise<Map<string, bigint>> {
  const ids = [...new Set(rows.map(({ request }) => request.id))];
  if (ids.length === 0) return new Map();
  const [sums, covers] = await Promise.all([sumsOf(ctx, ids), recordedCovers(ctx, ids)]);
  const over = rows.filter(({ request }) => sums(request.id).counted > request.amount);
  const known = new Map<string, bigint>();
  const unknown: string[] = [];
  for (const { transfer, request } of over) {
    const cover = covers.get(request.id);
    // A request that was paid with less may have got the rest after that.
    if (!cover || cover.excess < 0n) unknown.push(transfer.id);
    else known.set(transfer.id, afterCover(transfer, request, cover));
  }
  return new Map([...known, ...(await addedUp(ctx, unknown))]);
}

function afterCover(
  { amount, credited, ...at }: Transfer,
  request: PaidInto["request"],
  cover: RecordedCover,
): bigint {
  const order = at.blockNumber === cover.blockNumber ? at.logIndex - cover.logIndex : compare(at, cover);
  if (order < 0) return 0n;
  return request.amount + (order === 0 ? cover.excess : (credited ?? amount));
}

function compare(a: { blockNumber: bigint }, b: { blockNumber: bigint }): number {
  return a.blockNumber < b.blockNumber ? -1 : 1;
}

/** The plain way, for requests with more than their amount that are not settled yet. */
async function addedUp(ctx: Pick<Reads, "db">, ids: readonly string[]): Promise<Map<string, bigint>> {
  if (ids.length === 0) return new Map();
  const earlier = alias(transfers, "earlier");
  const sum = sql<string>`(select coalesce(sum(${creditedBy(earlier)}), 0) from ${transfers} as ${sql.identifier("earlier")}
    where ${earlier.requestId} = ${transfers.requestId} and ${isCounted(earlier)} and
      (${earlier.blockNumber}, ${earlier.logIndex}) <= (${transfers.blockNumber}, ${transfers.logIndex}))`;
  const rows = await ctx.db
    .select({ id: transfers.id, sum })
    .from(transfers)
    .where(inArray(transfers.id, [...ids]));
  return new Map(rows.map((row) => [row.id, BigInt(row.sum)]));
}
