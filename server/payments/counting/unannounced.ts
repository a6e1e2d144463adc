import { and, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import {
  creditedBy,
  isCounted,
  isNotCounted,
  isUnannounced,
  requestSums,
  requests,
  transfers,
} from "@/db/schema";
import type { Tx } from "@/server/context";
import { isAnyOf } from "@/server/lib/database/any-of";
import { enough } from "@/server/payments/counting/enough";

/** What is read of a transfer that is announced: thousands at once in a catch-up. */
const ANNOUNCED = {
  id: transfers.id,
  requestId: transfers.requestId,
  network: transfers.network,
  txHash: transfers.txHash,
  type: transfers.type,
  payer: transfers.payer,
  payerEoa: transfers.payerEoa,
  amount: transfers.amount,
  credited: transfers.credited,
  rate: transfers.rate,
  rateSources: transfers.rateSources,
  feeAmount: transfers.feeAmount,
  feeAddress: transfers.feeAddress,
  blockNumber: transfers.blockNumber,
  blockTime: transfers.blockTime,
  logIndex: transfers.logIndex,
};

export type AnnouncedTransfer = Pick<typeof transfers.$inferSelect, keyof typeof ANNOUNCED>;

/** A confirmed transfer that was not announced yet. Base units. */
export interface Unannounced {
  transfer: AnnouncedTransfer;
  /** What was confirmed and announced before, and this transfer and those before it in the chain. */
  total: bigint;
  /** Whether that is enough for the request. */
  isEnough: boolean;
  /** Its number among the unannounced ones of its request, from 1, and how many these are. */
  ordinal: number;
  of: number;
}

/**
 * Of each request (row IDs) whose announced transfers do not cover it: the first unannounced transfers, as many as
 * may still have an event of their own, the one that covers the amount, and the last. In the order of the chain.
 * Costs what is new, whatever was announced before. Call it after `settleSums`.
 */
export async function unannouncedTransfers(
  tx: Tx,
  requestIds: readonly string[],
  maxPartialEvents: number,
): Promise<Map<string, Unannounced[]>> {
  if (requestIds.length === 0) return new Map();
  const own = sql`partition by ${transfers.requestId}`;
  const inOrder = sql`${own} order by ${transfers.blockNumber}, ${transfers.logIndex}`;
  const isDeposit = sql`${transfers.depositAddress} is not null`;
  const fresh = tx.db
    .select({
      id: transfers.id,
      requestId: transfers.requestId,
      brings: creditedBy(transfers).as("brings"),
      running: sql<string>`sum(${creditedBy(transfers)}) over (${inOrder})`.as("running"),
      hasDeposit: sql<boolean>`bool_or(${isDeposit}) over (${inOrder})`.as("has_deposit"),
      hadDeposit: sql<boolean>`coalesce(bool_or(${isDeposit}) over (${inOrder}
        rows between unbounded preceding and 1 preceding), false)`.as("had_deposit"),
      whole: sql<string>`sum(${creditedBy(transfers)}) over (${own})`.as("whole"),
      ordinal: sql<number>`row_number() over (${inOrder})`.mapWith(Number).as("ordinal"),
      of: sql<number>`count(*) over (${own})`.mapWith(Number).as("of"),
    })
    .from(transfers)
    .where(and(isAnyOf(transfers.requestId, requestIds), isUnannounced(transfers)))
    .as("fresh");
  const before = sql`(${requestSums.settled} - ${fresh.whole})`;
  const total = sql<string>`(${before} + ${fresh.running})`;
  const announcedDeposit = sql`exists (select 1 from ${transfers} as earlier
    where earlier.request_id = ${fresh.requestId} and earlier.deposit_address is not null
      and earlier.announced_round is not null and earlier.mismatch is null and earlier.state in ('confirmed', 'final'))`;
  const isEnough = enough(total, sql`(${fresh.hasDeposit} or ${announcedDeposit})`);
  const wasEnough = enough(
    sql`(${total} - ${fresh.brings})`,
    sql`(${fresh.hadDeposit} or ${announcedDeposit})`,
  );
  const covers = sql`(${isEnough} and not ${wasEnough})`;
  const rows = await tx.db
    .select({
      transfer: ANNOUNCED,
      total: sql<string>`${total}::text`,
      isEnough: sql<boolean>`${isEnough}`,
      ordinal: fresh.ordinal,
      of: fresh.of,
    })
    .from(fresh)
    .innerJoin(transfers, eq(transfers.id, fresh.id))
    .innerJoin(requests, eq(requests.id, fresh.requestId))
    .innerJoin(requestSums, eq(requestSums.requestId, fresh.requestId))
    .where(
      and(
        sql`not ${enough(before, announcedDeposit)}`,
        or(
          sql`${fresh.ordinal} <= ${maxPartialEvents} - ${requestSums.partialEvents}`,
          sql`${fresh.ordinal} = ${fresh.of}`,
          covers,
        ),
      ),
    )
    .orderBy(fresh.requestId, fresh.ordinal);
  const byRequest = new Map<string, Unannounced[]>();
  for (const row of rows) {
    const found = { ...row, total: BigInt(row.total) };
    const others = byRequest.get(row.transfer.requestId);
    if (others) others.push(found);
    else byRequest.set(row.transfer.requestId, [found]);
  }
  return byRequest;
}

/** A request and the last of its transfers that was announced in a round, by itself or in a total. */
export interface AnnouncedUpTo {
  transfer: Pick<AnnouncedTransfer, "requestId" | "blockNumber" | "logIndex">;
  round: number;
}

/** Remembers in which round of its request each transfer was announced, so that it is announced once. */
export async function markAnnounced(tx: Tx, upTo: readonly AnnouncedUpTo[]): Promise<void> {
  if (upTo.length === 0) return;
  const rows = upTo.map(({ transfer, round }) => ({
    request_id: transfer.requestId,
    block: transfer.blockNumber.toString(),
    log: transfer.logIndex,
    round,
  }));
  await tx.db
    .update(transfers)
    .set({ announcedRound: sql`last.round` })
    .from(
      sql`json_to_recordset(${JSON.stringify(rows)}::text::json)
        as last(request_id text, block bigint, log int, round smallint)`,
    )
    .where(
      and(
        sql`${transfers.requestId} = last.request_id`,
        isUnannounced(transfers),
        sql`(${transfers.blockNumber}, ${transfers.logIndex}) <= (last.block, last.log)`,
      ),
    );
}

/** Partial events of a request in this settling. */
export interface PartialEvents {
  requestId: string;
  events: number;
  /** When the rest may be announced together; null when nothing is left. */
  settleAt: Date | null;
}

/** Remembers how many partial events requests had, and when the next is due. */
export async function countPartials(tx: Tx, partials: readonly PartialEvents[]): Promise<void> {
  if (partials.length === 0) return;
  const rows = partials.map(({ requestId, events, settleAt }) => ({
    request_id: requestId,
    events,
    settle_at: settleAt,
  }));
  const now = tx.now().toISOString();
  await tx.db
    .update(requestSums)
    .set({
      partialEvents: sql`${requestSums.partialEvents} + news.events`,
      lastPartialAt: sql`case when news.events > 0 then ${now}::timestamptz else ${requestSums.lastPartialAt} end`,
      settleAt: sql`news.settle_at`,
    })
    .from(
      sql`json_to_recordset(${JSON.stringify(rows)}::text::json)
        as news(request_id text, events int, settle_at timestamptz)`,
    )
    .where(sql`${requestSums.requestId} = news.request_id`);
}

/**
 * Ends what was announced of these requests in the round that is over: what left the chain is announced anew when it
 * comes back; what is still there stays announced.
 */
export async function forgetAnnouncements(tx: Tx, requestIds: readonly string[]): Promise<void> {
  await tx.db
    .update(transfers)
    .set({ announcedRound: null })
    .where(
      and(
        inArray(transfers.requestId, [...requestIds]),
        inArray(transfers.state, ["orphaned", "dropped"]),
        isNotNull(transfers.announcedRound),
      ),
    );
}

/** Lets the last announced transfer of a request be announced again, in its next round. */
export async function announceAgain(tx: Tx, requestId: string): Promise<void> {
  // Apart, because each has its index.
  const ofKind = (kind: SQL) => sql`(select ${transfers.id}, ${transfers.blockNumber}, ${transfers.logIndex}
    from ${transfers} where ${transfers.requestId} = ${requestId} and ${transfers.announcedRound} is not null and (${kind})
    order by ${transfers.blockNumber} desc, ${transfers.logIndex} desc limit 1)`;
  const last = sql`(select id from (${ofKind(isCounted(transfers))} union all ${ofKind(isNotCounted(transfers))}) announced
    order by block_number desc, log_index desc limit 1)`;
  await tx.db.update(transfers).set({ announcedRound: null }).where(sql`${transfers.id} = ${last}`);
}
