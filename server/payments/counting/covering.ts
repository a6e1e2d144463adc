import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { isCounted, requestSums, requests, transfers } from "@/db/schema";
import type { Reads, Tx } from "@/server/context";
import { enough } from "@/server/payments/counting/enough";
import { SETTLED_STATES } from "@/server/payments/state";

// Which transfer brought a request to its amount. It is found once, when the request is settled, and kept in
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

/** Where the covering transfer stands in the chain, and what it brought above the amount. */
export interface RecordedCover {
  blockNumber: bigint;
  logIndex: number;
  excess: bigint;
}

/** What is on record of these requests that are paid, by row ID. */
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
  return new Map(
    rows.flatMap(({ requestId, excess, ...at }): [string, RecordedCover][] =>
      excess === null ? [] : [[requestId, { ...at, excess }]],
    ),
  );
}

/**
 * The rule: of the confirmed transfers of each request, in the order of the chain, the one with which what they credit
 * is enough for it: the first. Rows of `id`, `request_id`, `block_time` and `excess`.
 */
function coversOf(requestIds: readonly string[]): SQL {
  return sql`
    select distinct on (so_far.request_id)
      so_far.id, so_far.request_id, so_far.block_time, so_far.total - requests.amount as excess
    from (
      select id, request_id, block_time, block_number, log_index,
        sum(coalesce(credited, amount)) over (partition by request_id order by block_number, log_index) as total,
        bool_or(deposit_address is not null) over (partition by request_id order by block_number, log_index) as has_deposit
      from transfers
      where request_id in (select json_array_elements_text(${JSON.stringify([...requestIds])}::text::json))
        and mismatch is null and state in ('confirmed', 'final')
    ) as so_far
    join requests on requests.id = so_far.request_id
      and ${enough(sql`so_far.total`, sql`so_far.has_deposit`)}
    order by so_far.request_id, so_far.block_number, so_far.log_index`;
}
