import { and, asc, eq, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
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

/** A deposit address of the caller with what came, what waits and what of that is confirmed, base units, fees included. */
export type WaitingRow = Awaited<ReturnType<typeof waitingDeposits>>[number];

/**
 * Deposit addresses of the caller, by network and currency: those that can be collected from first, then those at which
 * money waits longest. What begins with `group` is said of the whole group, however many of it are told.
 */
export async function waitingDeposits(ctx: Reading, query: WaitingQuery) {
  const known = knownAddresses(ctx, query);
  const isCollectable = sql`(${known.settled} > 0)`;
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
      waits: known.waits,
      settled: known.settled,
      since: known.since,
      rank: sql<number>`row_number() over (${group}
        order by ${isCollectable} desc, ${known.since} asc nulls last, ${known.toldAt} asc, ${known.address} asc)`
        .mapWith(Number)
        .as("place"),
      groupAddresses: sql<number>`count(*) over (${group})`.mapWith(Number).as("group_addresses"),
      groupWaits: sql<bigint>`sum(${known.waits}) over (${group})`.mapWith(BigInt).as("group_waits"),
      groupCollectable: sql<number>`count(*) filter (where ${isCollectable}) over (${group})`
        .mapWith(Number)
        .as("group_collectable"),
      groupCollectableWaits:
        sql<bigint>`coalesce(sum(${known.waits}) filter (where ${isCollectable}) over (${group}), 0)`
          .mapWith(BigInt)
          .as("group_collectable_waits"),
    })
    .from(known)
    .where(query.addresses ? undefined : sql`${known.waits} > 0`)
    .as("ranked");
  return ctx.db
    .select()
    .from(ranked)
    .where(lte(ranked.rank, query.limit))
    .orderBy(asc(ranked.network), asc(ranked.currency), asc(ranked.rank));
}

/**
 * A collection takes all that is at its address but fees that it could not pay, and what it left is no payee's. So what
 * waits is what arrived after the last one. A transfer of the same block came before or after it: after it as far as more
 * arrived than was collected.
 */
function knownAddresses(ctx: Reading, { network, addresses }: WaitingQuery) {
  const arrived = arrivals(ctx);
  const collected = collections(ctx);
  const later = laterArrivals(ctx, sql`coalesce(${collected.lastBlock}, 0)`);
  const waits = sql`case when ${collected.lastBlock} is null then coalesce(${arrived.sum}, 0)
    else least(coalesce(${later.sum}, 0),
      greatest(${arrived.sum} - ${collected.sum}, coalesce(${later.sumOfLaterBlocks}, 0))) end`;
  const units = (of: SQL, name: string) => sql<bigint>`${of}`.mapWith(BigInt).as(name);
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
      arrived: units(sql`coalesce(${arrived.sum}, 0)`, "arrived_units"),
      waits: units(waits, "waiting_units"),
      settled: units(sql`least(${waits}, coalesce(${later.settled}, 0))`, "settled_units"),
      since: sql<Date | null>`${later.first}`.mapWith(transfers.blockTime).as("waits_since"),
    })
    .from(depositAddresses)
    .innerJoin(requests, eq(requests.id, depositAddresses.requestId))
    .leftJoin(
      arrived,
      and(eq(arrived.address, depositAddresses.address), eq(arrived.network, depositAddresses.network)),
    )
    .leftJoinLateral(collected, sql`true`)
    .leftJoinLateral(later, sql`true`)
    .where(
      and(
        ownedBy(ctx.caller, requests),
        network === undefined ? undefined : eq(depositAddresses.network, network),
        addresses
          ? inArray(depositAddresses.address, [...addresses])
          : sql`${arrived.lastBlock} >= coalesce(${collected.lastBlock}, 0)`,
      ),
    )
    .as("known");
}

const isCounted = () => inArray(transfers.state, [...COUNTED_STATES]);
const settledUnits = () =>
  sql`sum(${transfers.arrived}) filter (where ${inArray(transfers.state, [...SETTLED_STATES])})`;

/** What came to each deposit address of the caller's account. */
function arrivals({ db, caller }: Reading) {
  return db
    .select({
      network: transfers.network,
      address: transfers.depositAddress,
      sum: sql<string>`sum(${transfers.arrived})`.as("all_arrived"),
      lastBlock: sql<string>`max(${transfers.blockNumber})`.as("last_arrived_block"),
    })
    .from(transfers)
    .where(
      and(
        sql`${platformKey(transfers)} = hashtextextended(${caller.platformId}, 0)`,
        eq(transfers.platformId, caller.platformId),
        isNotNull(transfers.depositAddress),
        isCounted(),
      ),
    )
    .groupBy(transfers.network, transfers.depositAddress)
    .as("arrivals");
}

/** All that was collected from the address of the row. */
function collections({ db }: Reading) {
  return db
    .select({
      sum: sql<string>`sum(${depositCollections.amount})`.as("all_collected"),
      lastBlock: sql<string | null>`max(${depositCollections.blockNumber})`.as("last_collected_block"),
    })
    .from(depositCollections)
    .where(
      and(
        eq(depositCollections.network, depositAddresses.network),
        eq(depositCollections.address, depositAddresses.address),
      ),
    )
    .as("collections");
}

/** What came to the address of the row from a block on. */
function laterArrivals({ db }: Reading, from: SQL) {
  return db
    .select({
      sum: sql<string | null>`sum(${transfers.arrived})`.as("later_arrived"),
      sumOfLaterBlocks: sql<
        string | null
      >`sum(${transfers.arrived}) filter (where ${transfers.blockNumber} > ${from})`.as(
        "arrived_in_later_blocks",
      ),
      settled: sql<string | null>`${settledUnits()}`.as("later_settled"),
      first: sql<string | null>`min(${transfers.blockTime})`.as("first_later"),
    })
    .from(transfers)
    .where(
      and(
        eq(transfers.depositAddress, depositAddresses.address),
        eq(transfers.network, depositAddresses.network),
        isCounted(),
        sql`${transfers.blockNumber} >= ${from}`,
      ),
    )
    .as("later_arrivals");
}
