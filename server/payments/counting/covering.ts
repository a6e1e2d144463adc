import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { isCounted, requestSums, requests, transfers } from "@/db/schema";
import type { Reads, Tx } from "@/server/context";
import { coversSql } from "@/server/payments/counting/tolerance";
import { SETTLED_STATES } from "@/server/payments/state";

// Which transfer brought a request to its amount, or as near to it as is tolerated. It is found once, when the request is settled, and kept in
// `request_sums`: adding up all transfers is not for everyone who reads it.

const Cover = z.object({ request_id: z.string(), at: z.string().transform((text) => new Date(text)) });

/**
 * Finds the transfer that brought each of these requests to its amount, in the order of the chain, and keeps it on
 * record. Returns by row ID when the chain took it.
 */
export async function recordCovers(tx: Tx, requestIds: readonly string[]): Promise<Map<string, Date>> {
  if (requestIds.length === 0) return new Map();
  const rows = await tx.db.execute(sql`
    update request_sums set covered_by = cover.id, covered_excess = cover.excess
    from (${coversOf(requestIds)}) as cover
    where request_sums.request_id = cover.request_id
    returning cover.request_id, cover.block_time as at`);
  return new Map(
    z
      .array(Cover)
      .parse(rows)
      .map(({ request_id: requestId, at }) => [requestId, at]),
  );
}

export type SettlingTransfer = Pick<
  typeof transfers.$inferSelect,
  "txHash" | "payer" | "payerEoa" | "rate" | "blockNumber" | "state"
>;

/**
 * The transfer that settled each of these requests that is paid: transaction, payer, the payer's own key (20 bytes
 * as hex) and the rate by row ID of the request. Costs one look for each, however many transfers they have.
 */
export async function settlingTransfers(
  ctx: Pick<Reads, "db">,
  requestIds: readonly string[],
): Promise<Map<string, SettlingTransfer>> {
  if (requestIds.length === 0) return new Map();
  const isSettled = sql`${transfers.mismatch} is null and ${inArray(transfers.state, [...SETTLED_STATES])}`;
  const rows = await ctx.db
    .select({ requestId: requests.id, transfer: SETTLING })
    .from(requests)
    .leftJoin(requestSums, eq(requestSums.requestId, requests.id))
    .leftJoin(transfers, and(eq(transfers.id, requestSums.coveredBy), isSettled))
    .where(and(inArray(requests.id, [...requestIds]), eq(requests.status, "paid")));
  const known = new Map<string, SettlingTransfer>();
  const others: string[] = [];
  for (const { requestId, transfer } of rows) {
    if (transfer) known.set(requestId, transfer);
    else others.push(requestId);
  }
  return new Map([...known, ...(await notOnRecord(ctx, others))]);
}

const SETTLING = {
  txHash: transfers.txHash,
  payer: transfers.payer,
  payerEoa: transfers.payerEoa,
  rate: transfers.rate,
  blockNumber: transfers.blockNumber,
  state: transfers.state,
};

/** The same for requests that were paid before it was put on record. */
async function notOnRecord(
  ctx: Pick<Reads, "db">,
  requestIds: readonly string[],
): Promise<Map<string, SettlingTransfer>> {
  if (requestIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({ ...SETTLING, requestId: transfers.requestId })
    .from(transfers)
    .where(sql`${transfers.id} in (select cover.id from (${coversOf(requestIds)}) as cover)`);
  return new Map(rows.map(({ requestId, ...transfer }) => [requestId, transfer]));
}

/** Where the transfer that reached the amount stands in the chain, and what it brought above it. */
export interface RecordedCover {
  blockNumber: bigint;
  logIndex: number;
  excess: bigint;
}

/**
 * What is on record of these requests that are paid, by row ID. A request that was paid although something was missing has
 * a transfer that reached the amount only once more has come: that one is looked for.
 */
export async function recordedCovers(
  ctx: Pick<Reads, "db">,
  requestIds: readonly string[],
): Promise<Map<string, RecordedCover>> {
  const rows = await ctx.db
    .select({
      requestId: requestSums.requestId,
      excess: requestSums.coveredExcess,
      blockNumber: transfers.blockNumber,
      logIndex: transfers.logIndex,
    })
    .from(requestSums)
    .innerJoin(requests, eq(requests.id, requestSums.requestId))
    .innerJoin(transfers, eq(transfers.id, requestSums.coveredBy))
    .where(
      and(inArray(requestSums.requestId, [...requestIds]), eq(requests.status, "paid"), isCounted(transfers)),
    );
  const known = new Map(
    rows.flatMap(({ requestId, excess, ...at }): [string, RecordedCover][] =>
      excess === null ? [] : [[requestId, { ...at, excess }]],
    ),
  );
  const short = [...known].flatMap(([requestId, { excess }]) => (excess < 0n ? requestId : []));
  for (const requestId of short) known.delete(requestId);
  return new Map([...known, ...(await reachedLater(ctx, short))]);
}

async function reachedLater(
  ctx: Pick<Reads, "db">,
  requestIds: readonly string[],
): Promise<Map<string, RecordedCover>> {
  if (requestIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({
      requestId: sql<string>`reached.request_id`,
      blockNumber: sql<string>`reached.block_number::text`,
      logIndex: sql<number>`reached.log_index`,
      excess: sql<string>`reached.excess::text`,
    })
    .from(sql`(${reachedBy(requestIds, REACHES_ALL)}) as reached`);
  return new Map(
    rows.map(({ requestId, blockNumber, logIndex, excess }) => [
      requestId,
      { blockNumber: BigInt(blockNumber), logIndex, excess: BigInt(excess) },
    ]),
  );
}

const REACHES_ALL = sql`(so_far.total >= ${requests.amount} and so_far.total - so_far.credited < ${requests.amount})`;

/**
 * The rule: of the confirmed transfers of each request, in the order of the chain, the one with which what they credit
 * reaches the amount, or as near to it as is tolerated.
 */
function coversOf(requestIds: readonly string[]): SQL {
  return reachedBy(
    requestIds,
    coversSql(requests, {
      total: sql`so_far.total`,
      brings: sql`so_far.credited`,
      hasDeposit: sql`so_far.has_deposit`,
      hadDeposit: sql`so_far.had_deposit`,
    }),
  );
}

/** The transfer of each request for which `reaches` is true: `id`, `request_id`, its place and time, and `excess`. */
function reachedBy(requestIds: readonly string[], reaches: SQL): SQL {
  return sql`
    select so_far.id, so_far.request_id, so_far.block_time, so_far.block_number, so_far.log_index,
      so_far.total - requests.amount as excess
    from (
      select id, request_id, block_time, block_number, log_index, coalesce(credited, amount) as credited,
        sum(coalesce(credited, amount)) over in_order as total,
        bool_or(deposit_address is not null) over in_order as has_deposit,
        coalesce(bool_or(deposit_address is not null) over (in_order rows between unbounded preceding
          and 1 preceding), false) as had_deposit
      from transfers
      where request_id in (select json_array_elements_text(${JSON.stringify([...requestIds])}::text::json))
        and mismatch is null and state in ('confirmed', 'final')
      window in_order as (partition by request_id order by block_number, log_index)
    ) as so_far
    join requests on requests.id = so_far.request_id and ${reaches}`;
}
