import { and, eq, gte, inArray, lte } from "drizzle-orm";
import { chainCursors, depositAddresses, refunds, requests, transfers } from "@/db/schema";
import type { ArrivalWatch, ChainAdapter, PaymentLog } from "@/server/chains/adapter";
import type { NetworkId } from "@/server/chains/networks";
import type { Reads } from "@/server/context";
import { isConverted } from "@/server/currencies/invoice-currency";
import { isAnyOf } from "@/server/lib/database/any-of";
import {
  collectedBy,
  collectionsInBlocks,
  withoutCollections,
} from "@/server/payments/deposit-addresses/collections";
import { proveArrivals } from "@/server/payments/deposit-addresses/prove-arrivals";
import { shareArrivals } from "@/server/payments/deposit-addresses/share-arrivals";
import { everyAddress } from "@/server/payments/deposit-addresses/watch";
import type { Match, RefundMatch } from "@/server/payments/recording/match";
import { creditOf, type Proof, provePayments, reasonOf } from "@/server/payments/recording/prove";
import { type RefundTransferRow, refundsInBlocks } from "@/server/payments/refunds/record";
import { COUNTED_STATES } from "@/server/payments/state";
import { conversionOf, type Value, valueOfEvent } from "@/server/payments/value";

/** Blocks read at once. */
const RANGE_BLOCKS = 2_000n;

export interface AuditDifference {
  network: NetworkId;
  txHash: string;
  position: number;
  /** `missing`: on chain, not in the ledger. `extra`: in the ledger, not on chain. Else the field that differs. */
  problem:
    | "missing"
    | "extra"
    | "request"
    | "amount"
    | "recipient"
    | "token"
    | "block"
    | "mismatch"
    | "credited";
}

export interface AuditReport {
  network: NetworkId;
  from: bigint;
  to: bigint;
  /** Payment events read, and those of them that name a request. */
  events: number;
  matched: number;
  differences: AuditDifference[];
}

/** Blocks to audit, both included; absent, all that were watched. */
export interface AuditRange {
  from?: bigint | undefined;
  to?: bigint | undefined;
  /** Compares the payments of this account alone. */
  platformId?: string | undefined;
}

/**
 * Reads a chain again from the first watched block, or a range of it, matches it anew and compares the result with
 * the ledger, both ways. Writes nothing. The expected list of differences is empty. Null for a chain never watched.
 */
export async function auditChain(
  ctx: Pick<Reads, "db">,
  chain: ChainAdapter,
  range: AuditRange = {},
): Promise<AuditReport | null> {
  const network = chain.network.id;
  const [cursor] = await ctx.db.select().from(chainCursors).where(eq(chainCursors.network, network));
  if (!cursor) return null;
  const report: AuditReport = {
    network,
    from: later(cursor.startBlock, range.from),
    to: earlier(cursor.nextBlock - 1n, range.to),
    events: 0,
    matched: 0,
    differences: [],
  };
  const watch = await everyAddress(ctx, network);
  for (let from = report.from; from <= report.to; from += RANGE_BLOCKS) {
    const to = from + RANGE_BLOCKS - 1n < report.to ? from + RANGE_BLOCKS - 1n : report.to;
    const logs = await chain.logsOfRange(from, to, { everyNode: true });
    const proven = await provePayments(ctx.db, chain, logs);
    const { matches, collections } = await withoutCollections(ctx.db, network, proven);
    const arrivals = watch.addresses.size === 0 ? [] : await arrivalsIn(ctx, chain, { from, to, watch });
    report.events += logs.length + arrivals.length;
    report.matched += matches.length + arrivals.length + proven.refunds.length;
    const { platformId } = range;
    const blocks = { from, to, platformId };
    report.differences.push(...(await compareRefunds(ctx, network, blocks, proven.refunds)));
    report.differences.push(...(await compareCollections(ctx, network, blocks, collections)));
    const onChain = [...matches, ...arrivals].filter(
      ({ request }) => platformId === undefined || request.platformId === platformId,
    );
    report.differences.push(...compare(network, onChain, await ledgerOf(ctx, network, blocks)));
  }
  if (range.to !== undefined && range.to < cursor.nextBlock) return report;
  const beyond = await ctx.db
    .select()
    .from(transfers)
    .where(
      and(
        eq(transfers.network, network),
        gte(transfers.blockNumber, cursor.nextBlock),
        inArray(transfers.state, [...COUNTED_STATES]),
      ),
    );
  for (const row of beyond) report.differences.push({ ...at(network, row), problem: "extra" });
  return report;
}

/** Blocks that are compared, of all accounts or of one. */
interface AuditedBlocks {
  from: bigint;
  to: bigint;
  platformId: string | undefined;
}

/** Refunds that the chain and the ledger do not both have, in the same block and with what reached the receiver. */
async function compareRefunds(
  ctx: Pick<Reads, "db">,
  network: NetworkId,
  range: AuditedBlocks,
  onChain: readonly (RefundMatch & Proof)[],
): Promise<AuditDifference[]> {
  const all = await refundsInBlocks(ctx.db, network, range);
  const isOwn = await refundsOf(ctx, range.platformId, [
    ...all.map(({ refundId }) => refundId),
    ...onChain.map(({ refund }) => refund.id),
  ]);
  const recorded = new Map(all.filter(({ refundId }) => isOwn(refundId)).map((row) => [key(row), row]));
  const differences = onChain
    .filter((refund) => creditOf(refund) > 0n && isOwn(refund.refund.id))
    .flatMap((refund): AuditDifference[] => {
      const row = recorded.get(key(refund.log));
      recorded.delete(key(refund.log));
      const problem = row ? differenceOfRefund(refund, row) : "missing";
      return problem ? [{ ...at(network, refund.log), problem }] : [];
    });
  const extra = [...recorded.values()].map((row) => ({ ...at(network, row), problem: "extra" as const }));
  return [...differences, ...extra];
}

/** Which of these refunds (row IDs) are of the account that is compared. */
async function refundsOf(
  ctx: Pick<Reads, "db">,
  platformId: string | undefined,
  ids: readonly string[],
): Promise<(id: string) => boolean> {
  if (platformId === undefined) return () => true;
  const rows = await ctx.db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(requests, eq(requests.id, refunds.requestId))
    .where(and(isAnyOf(refunds.id, ids), eq(requests.platformId, platformId)));
  const own = new Set(rows.map(({ id }) => id));
  return (id) => own.has(id);
}

/** Which of these deposit addresses are of the account that is compared. */
async function addressesOf(
  ctx: Pick<Reads, "db">,
  platformId: string | undefined,
  network: NetworkId,
  addresses: readonly string[],
): Promise<(address: string) => boolean> {
  if (platformId === undefined) return () => true;
  if (addresses.length === 0) return () => false;
  const rows = await ctx.db
    .select({ address: depositAddresses.address })
    .from(depositAddresses)
    .innerJoin(requests, eq(requests.id, depositAddresses.requestId))
    .where(
      and(
        eq(depositAddresses.network, network),
        inArray(depositAddresses.address, [...new Set(addresses)]),
        eq(requests.platformId, platformId),
      ),
    );
  const own = new Set(rows.map(({ address }) => address));
  return (address) => own.has(address);
}

function differenceOfRefund(refund: RefundMatch & Proof, row: RefundTransferRow): "amount" | "block" | null {
  if (row.amount !== creditOf(refund)) return "amount";
  return row.blockHash === refund.log.blockHash ? null : "block";
}

/** Collections that the chain and the ledger do not both have, in the same block and with the same amount. */
async function compareCollections(
  ctx: Pick<Reads, "db">,
  network: NetworkId,
  range: AuditedBlocks,
  onChain: readonly { log: PaymentLog; address: string }[],
): Promise<AuditDifference[]> {
  const all = await collectionsInBlocks(ctx.db, network, range);
  const isOwn = await addressesOf(ctx, range.platformId, network, [
    ...all.map(({ address }) => address),
    ...onChain.map(({ address }) => address),
  ]);
  const recorded = new Map(all.filter(({ address }) => isOwn(address)).map((row) => [key(row), row]));
  const own = onChain.filter(({ address }) => isOwn(address));
  const differences = own.flatMap(({ log }): AuditDifference[] => {
    const row = recorded.get(key(log));
    recorded.delete(key(log));
    if (!row) return [{ ...at(network, log), problem: "missing" }];
    if (row.amount !== collectedBy(log)) return [{ ...at(network, log), problem: "amount" }];
    return row.blockNumber === log.blockNumber ? [] : [{ ...at(network, log), problem: "block" }];
  });
  const extra = [...recorded.values()].map((row) => ({ ...at(network, row), problem: "extra" as const }));
  return [...differences, ...extra];
}

/** What came to deposit addresses, divided by what the ledger has of before. */
async function arrivalsIn(
  ctx: Pick<Reads, "db">,
  chain: ChainAdapter,
  { from, to, watch }: { from: bigint; to: bigint; watch: ArrivalWatch },
): Promise<(Match & Proof)[]> {
  const arrivals = await chain.arrivalsOfRange(from, to, watch, { everyNode: true });
  const proven = await proveArrivals(chain, { arrivals, watch });
  // The ledger keeps the times of blocks; nothing is compared with them.
  const timed = proven.map((one) => ({ ...one, blockTime: new Date(0) }));
  return (await shareArrivals(ctx.db, chain.network.id, timed)).seen;
}

function later(watched: bigint, asked: bigint | undefined): bigint {
  return asked !== undefined && asked > watched ? asked : watched;
}

function earlier(watched: bigint, asked: bigint | undefined): bigint {
  return asked !== undefined && asked < watched ? asked : watched;
}

type TransferRow = typeof transfers.$inferSelect;

async function ledgerOf(
  ctx: Pick<Reads, "db">,
  network: NetworkId,
  { from, to, platformId }: AuditedBlocks,
): Promise<TransferRow[]> {
  return ctx.db
    .select()
    .from(transfers)
    .where(
      and(
        eq(transfers.network, network),
        gte(transfers.blockNumber, from),
        lte(transfers.blockNumber, to),
        platformId === undefined ? undefined : eq(transfers.platformId, platformId),
        inArray(transfers.state, [...COUNTED_STATES]),
      ),
    );
}

function compare(
  network: NetworkId,
  matches: readonly (Match & Proof)[],
  ledger: readonly TransferRow[],
): AuditDifference[] {
  const differences: AuditDifference[] = [];
  const recorded = new Map(ledger.map((row) => [key(row), row]));
  for (const match of matches) {
    const row = recorded.get(key(match.log));
    recorded.delete(key(match.log));
    const problem = row ? difference(match, row) : "missing";
    if (problem) differences.push({ ...at(network, match.log), problem });
  }
  for (const row of recorded.values()) differences.push({ ...at(network, row), problem: "extra" });
  return differences;
}

function difference(match: Match & Proof, row: TransferRow): AuditDifference["problem"] | null {
  const { log, request } = match;
  if (row.requestId !== request.id) return "request";
  if (row.amount !== creditOf(match)) return "amount";
  if (row.recipient !== log.recipient) return "recipient";
  if (row.token !== log.token) return "token";
  if (row.blockHash !== log.blockHash) return "block";
  const event = valueOnChain(match);
  if (reasonOnChain(row, request) !== (reasonOf(match) ?? event?.mismatch ?? null)) return "mismatch";
  // An operator's word stands above an event's.
  if (!event || row.valuation === "operator") return null;
  return row.credited === event.credited ? null : "credited";
}

/** What the event of a public conversion contract says a payment is worth; null where there is none to ask. */
function valueOnChain(match: Match & Proof): Value | null {
  const conversion = conversionOf(match.request);
  if (!conversion || reasonOf(match) !== null) return null;
  return valueOfEvent(conversion, match.log, creditOf(match));
}

/**
 * The reason as far as the chain can tell it: not whether a payer was approved, nor what an operator decided, nor whether
 * a price could be had and what is too little by it.
 */
function reasonOnChain(row: TransferRow, request: Match["request"]): TransferRow["mismatch"] {
  if (isConverted(request) && row.amount > 0n) {
    const isAboutValue = ["unvalued", "payer_rejected", "zero_amount"].includes(row.mismatch ?? "");
    if (isAboutValue) return null;
  }
  const isAboutPayer = row.mismatch === "payer_not_approved" || row.mismatch === "payer_rejected";
  return isAboutPayer && request.restrictedLinkId !== null ? null : row.mismatch;
}

function key({ txHash, position }: { txHash: string; position: number }): string {
  return `${txHash}:${position}`;
}

function at(network: NetworkId, { txHash, position }: { txHash: string; position: number }) {
  return { network, txHash, position };
}
