import { and, asc, eq, gt, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { platformKey } from "@/db/keys";
import { depositAddresses, depositCollections, requests, transfers } from "@/db/schema";
import { ownedBy } from "@/server/auth/scope";
import type { NetworkId } from "@/server/chains/networks";
import type { Reads } from "@/server/context";
import { COUNTED_STATES, SETTLED_STATES } from "@/server/payments/state";

type Reading = Pick<Reads, "db" | "caller">;

/** Which deposit addresses of the caller are looked at, and how many are told. */
export interface WaitingQuery {
  network?: NetworkId;
  /** These alone, lower-case hex, whether something waits there or not; absent: all where something does. */
  addresses?: readonly string[];
  /** The most of one network and currency. */
  limit: number;
}

/** A deposit address of the caller with what came and what was collected, base units, fees included. */
export type WaitingRow = Awaited<ReturnType<typeof waitingDeposits>>[number];

/**
 * Deposit addresses of the caller, by network and currency: those that can be collected from first, then those at which
 * money waits longest. What begins with `group` is said of the whole group, however many of it are told.
 */
export async function waitingDeposits(ctx: Reading, query: WaitingQuery) {
  const known = knownAddresses(ctx, query);
  const waits = sql`(${known.arrived} - ${known.collected})`;
  const isCollectable = sql`(${known.settled} > ${known.collected})`;
  const group = sql`partition by ${known.network}, ${known.currency}`;
  const ranked = ctx.db
    .select({
      network: known.network,
      address: known.address,
      requestId: known.requestId,
      kind: known.kind,
      reference: known.reference,
      payee: known.payee,
      currency: known.currency,
      amount: known.amount,
      feeAmount: known.feeAmount,
      legAmount: known.legAmount,
      arrived: known.arrived,
      settled: known.settled,
      collected: known.collected,
      since: known.since,
      rank: sql<number>`row_number() over (${group}
        order by ${isCollectable} desc, ${known.since} asc nulls last, ${known.toldAt} asc, ${known.address} asc)`
        .mapWith(Number)
        .as("place"),
      groupAddresses: sql<number>`count(*) over (${group})`.mapWith(Number).as("group_addresses"),
      groupWaits: sql<bigint>`sum(${waits}) over (${group})`.mapWith(BigInt).as("group_waits"),
      groupCollectable: sql<number>`count(*) filter (where ${isCollectable}) over (${group})`
        .mapWith(Number)
        .as("group_collectable"),
      groupCollectableWaits:
        sql<bigint>`coalesce(sum(${waits}) filter (where ${isCollectable}) over (${group}), 0)`
          .mapWith(BigInt)
          .as("group_collectable_waits"),
    })
    .from(known)
    .where(query.addresses ? undefined : gt(known.arrived, known.collected))
    .as("ranked");
  return ctx.db
    .select()
    .from(ranked)
    .where(lte(ranked.rank, query.limit))
    .orderBy(asc(ranked.network), asc(ranked.currency), asc(ranked.rank));
}

function knownAddresses(ctx: Reading, { network, addresses }: WaitingQuery) {
  const arrived = arrivals(ctx);
  const collected = collections(sql`sum(${depositCollections.amount})`);
  const lastCollected = collections(sql`max(${depositCollections.blockNumber})`);
  const units = (of: SQL, name: string) => sql<bigint>`coalesce(${of}, 0)`.mapWith(BigInt).as(name);
  return ctx.db
    .select({
      network: depositAddresses.network,
      address: depositAddresses.address,
      requestId: requests.requestId,
      kind: requests.kind,
      reference: requests.reference,
      payee: requests.payee,
      currency: requests.paymentCurrency,
      amount: sql<bigint>`${depositAddresses.amount}`.mapWith(BigInt).as("full_amount"),
      feeAmount: depositAddresses.feeAmount,
      legAmount: depositAddresses.legAmount,
      toldAt: sql<Date>`${depositAddresses.createdAt}`.as("told_at"),
      arrived: units(sql`${arrived.sum}`, "arrived_units"),
      settled: units(sql`${arrived.settled}`, "settled_units"),
      collected: units(collected, "collected_units"),
      // What came after the last collection. Where nothing did, a transfer of the same block is what waits.
      since: sql<Date | null>`coalesce((select min(later.block_time) from ${transfers} as later
            where later.deposit_address = ${depositAddresses.address} and later.network = ${depositAddresses.network}
              and later.state in ('seen', 'confirmed', 'final')
              and later.block_number > coalesce(${lastCollected}, -1)), ${arrived.last})`
        .mapWith(transfers.blockTime)
        .as("waits_since"),
    })
    .from(depositAddresses)
    .innerJoin(requests, eq(requests.id, depositAddresses.requestId))
    .leftJoin(
      arrived,
      and(eq(arrived.address, depositAddresses.address), eq(arrived.network, depositAddresses.network)),
    )
    .where(
      and(
        ownedBy(ctx.caller, requests),
        network === undefined ? undefined : eq(depositAddresses.network, network),
        addresses ? inArray(depositAddresses.address, [...addresses]) : isNotNull(arrived.sum),
      ),
    )
    .as("known");
}

/** What came to each deposit address of the caller's account. */
function arrivals({ db, caller }: Reading) {
  return db
    .select({
      network: transfers.network,
      address: transfers.depositAddress,
      sum: sql<string>`sum(${transfers.arrived})`.as("arrived_sum"),
      settled:
        sql<string>`sum(${transfers.arrived}) filter (where ${inArray(transfers.state, [...SETTLED_STATES])})`.as(
          "settled_sum",
        ),
      last: sql<Date>`max(${transfers.blockTime})`.as("last_arrival"),
    })
    .from(transfers)
    .where(
      and(
        sql`${platformKey(transfers)} = hashtextextended(${caller.platformId}, 0)`,
        eq(transfers.platformId, caller.platformId),
        isNotNull(transfers.depositAddress),
        inArray(transfers.state, [...COUNTED_STATES]),
      ),
    )
    .groupBy(transfers.network, transfers.depositAddress)
    .as("arrivals");
}

/** Of all that was collected from the address of the row. */
function collections(value: SQL): SQL {
  return sql`(select ${value} from ${depositCollections}
    where ${depositCollections.network} = ${depositAddresses.network}
      and ${depositCollections.address} = ${depositAddresses.address})`;
}
