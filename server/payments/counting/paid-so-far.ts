import { and, inArray, sql } from "drizzle-orm";
import { creditedBy, isCounted, type requests, transfers } from "@/db/schema";
import type { Reads } from "@/server/context";
import { isAnyOf } from "@/server/lib/database/any-of";
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
 * where it exceeds the amount, else not more than that. Where the transfer that covered the request is on record, nothing
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
  const unknown: PaidInto[] = [];
  for (const one of over) {
    const { transfer, request } = one;
    const cover = covers.get(request.id);
    // A request that was paid with less may have got the rest after that.
    if (!cover || cover.excess < 0n) unknown.push(one);
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

/**
 * The plain way, for requests with more than their amount that are not settled yet, or that were paid with less before the
 * rest came. Adds up the payments of each request once, however many of them are asked for.
 */
async function addedUp(ctx: Pick<Reads, "db">, rows: readonly PaidInto[]): Promise<Map<string, bigint>> {
  if (rows.length === 0) return new Map();
  const requestIds = [...new Set(rows.map(({ request }) => request.id))];
  const running = ctx.db
    .select({
      id: transfers.id,
      total: sql<string>`sum(${creditedBy(transfers)}) over (partition by ${transfers.requestId}
        order by ${transfers.blockNumber}, ${transfers.logIndex})`.as("total"),
    })
    .from(transfers)
    .where(and(isAnyOf(transfers.requestId, requestIds), isCounted(transfers)))
    .as("running");
  const found = await ctx.db
    .select({ id: running.id, total: running.total })
    .from(running)
    .where(
      inArray(
        running.id,
        rows.map(({ transfer }) => transfer.id),
      ),
    );
  return new Map(found.map(({ id, total }) => [id, BigInt(total)]));
}
