import { createHash } from "node:crypto";
import { and, asc, desc, eq, gt, inArray, isNull, notExists, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import {
  depositAddresses,
  depositCollections,
  feeLegs,
  feeTransfers,
  ledgerEntries,
  offramps,
  refunds,
  refundTransfers,
  requestSums,
  requests,
  settlerTransactions,
  transfers,
} from "@/db/schema";
import type { Reads } from "@/server/context";
import {
  bankLines,
  collectionLines,
  differenceLines,
  feeLines,
  gasLines,
  type LedgerEntry,
  type LedgerLine,
  paymentLines,
  refundLines,
} from "@/server/ledger/lines";
import { auditSums } from "@/server/ledger/sums/audit-sums";
import { auditWorths } from "@/server/ledger/worth/audit-worths";
import { isAnyOf } from "@/server/lib/database/any-of";
import { SETTLED_STATES } from "@/server/payments/state";

type Db = Pick<Reads, "db">;

/** Sources that are looked at together. */
const AT_ONCE = 5_000;

export interface LedgerDifference {
  source: string;
  part: string;
  /** `missing`: due and not entered. `extra`: entered and not due. Else what the entry says otherwise. */
  problem: "missing" | "extra" | "accounts" | "wallet" | "currency" | "amount" | "block" | "worth" | "sum";
}

/** What the journal has to say about one source. */
interface Expected {
  source: string;
  lines: LedgerLine[];
  blockNumber: bigint | null;
}

/**
 * Derives the whole journal anew from what is recorded and compares it with what stands in it, what each entry is worth from its price, and
 * what wallets hold from their entries.
 * The expected list is empty.
 */
export async function auditLedger(ctx: Db): Promise<LedgerDifference[]> {
  const differences: LedgerDifference[] = [];
  for (const origin of [payments, fees, sentBack, collections, gas, paidRequests, banks]) {
    for await (const page of origin(ctx)) differences.push(...(await compare(ctx, page)));
  }
  const sums = (await auditSums(ctx)).map((sum) => ({ ...sum, problem: "sum" as const }));
  return [...differences, ...(await withoutSource(ctx)), ...(await auditWorths(ctx)), ...sums];
}

async function compare(ctx: Db, expected: readonly Expected[]): Promise<LedgerDifference[]> {
  const standing = await standingOf(
    ctx,
    expected.map(({ source }) => source),
  );
  return expected.flatMap(({ source, lines, blockNumber }) => {
    const entries = new Map((standing.get(source) ?? []).map((entry) => [entry.part, entry]));
    const found = lines.flatMap((line): LedgerDifference[] => {
      const entry = entries.get(line.part);
      entries.delete(line.part);
      const problem = entry ? differenceOf(line, entry, blockNumber) : "missing";
      return problem ? [{ source, part: line.part, problem }] : [];
    });
    return [...found, ...[...entries.keys()].map((part) => ({ source, part, problem: "extra" as const }))];
  });
}

function differenceOf(
  line: LedgerLine,
  entry: LedgerEntry,
  blockNumber: bigint | null,
): LedgerDifference["problem"] | null {
  if (line.debit !== entry.debit || line.credit !== entry.credit) return "accounts";
  if (line.debitWallet !== entry.debitWallet || line.creditWallet !== entry.creditWallet) return "wallet";
  if (line.currency !== entry.currency) return "currency";
  if (line.amount !== entry.amount) return "amount";
  return blockNumber === entry.blockNumber ? null : "block";
}

/** What stands of these sources: of each part the last entry, unless it takes one back. */
async function standingOf(ctx: Db, sources: readonly string[]): Promise<Map<string, LedgerEntry[]>> {
  const rows = await ctx.db
    .select()
    .from(ledgerEntries)
    .where(isAnyOf(ledgerEntries.source, sources))
    .orderBy(asc(ledgerEntries.turn));
  const last = new Map(rows.map((row) => [`${row.source} ${row.part}`, row]));
  const standing = new Map<string, LedgerEntry[]>();
  for (const entry of last.values()) {
    if (entry.reverses === null) standing.set(entry.source, [...(standing.get(entry.source) ?? []), entry]);
  }
  return standing;
}

async function* payments(ctx: Db): AsyncGenerator<Expected[]> {
  for (let after = ""; ; ) {
    const rows = await ctx.db
      .select()
      .from(transfers)
      .innerJoin(requests, eq(requests.id, transfers.requestId))
      .where(gt(transfers.id, after))
      .orderBy(asc(transfers.id))
      .limit(AT_ONCE);
    yield rows.map(({ transfers: transfer, requests: request }) => ({
      source: transfer.id,
      lines: paymentLines(transfer, request),
      blockNumber: transfer.blockNumber,
    }));
    const last = rows.at(-1);
    if (!last) return;
    after = last.transfers.id;
  }
}

async function* fees(ctx: Db): AsyncGenerator<Expected[]> {
  for (let after = FIRST; ; ) {
    const rows = await ctx.db
      .select({ fee: feeTransfers, leg: feeLegs, request: requests })
      .from(feeTransfers)
      .innerJoin(feeLegs, eq(feeLegs.topic1, feeTransfers.topic1))
      .innerJoin(requests, eq(requests.id, feeLegs.requestId))
      .where(isAfter(feeTransfers, after))
      .orderBy(asc(feeTransfers.txHash), asc(feeTransfers.position), asc(feeTransfers.network))
      .limit(AT_ONCE);
    const paid = await confirmedOf(ctx, [...new Set(rows.map(({ fee }) => fee.txHash))]);
    yield rows.map(({ fee, leg, request }) => ({
      source: sourceOf("fee", fee),
      lines: feeLines(fee, leg, request, paid.get(`${fee.network} ${fee.txHash} ${request.id}`)),
      blockNumber: fee.blockNumber,
    }));
    const last = rows.at(-1);
    if (!last) return;
    after = last.fee;
  }
}

/** Confirmed payments of these transactions that count, by network, transaction and request. */
async function confirmedOf(ctx: Db, hashes: readonly string[]) {
  if (hashes.length === 0) return new Map<string, typeof transfers.$inferSelect>();
  const rows = await ctx.db
    .select()
    .from(transfers)
    .where(
      and(
        inArray(transfers.txHash, [...hashes]),
        isNull(transfers.mismatch),
        inArray(transfers.state, [...SETTLED_STATES]),
      ),
    )
    .orderBy(desc(transfers.position));
  return new Map(rows.map((row) => [`${row.network} ${row.txHash} ${row.requestId}`, row]));
}

async function* sentBack(ctx: Db): AsyncGenerator<Expected[]> {
  for (let after = FIRST; ; ) {
    const rows = await ctx.db
      .select({ sent: refundTransfers, refund: refunds })
      .from(refundTransfers)
      .innerJoin(refunds, eq(refunds.id, refundTransfers.refundId))
      .where(isAfter(refundTransfers, after))
      .orderBy(asc(refundTransfers.txHash), asc(refundTransfers.position), asc(refundTransfers.network))
      .limit(AT_ONCE);
    yield rows.map(({ sent, refund }) => ({
      source: sourceOf("refund", sent),
      lines: refundLines(sent, refund),
      blockNumber: sent.blockNumber,
    }));
    const last = rows.at(-1);
    if (!last) return;
    after = last.sent;
  }
}

async function* collections(ctx: Db): AsyncGenerator<Expected[]> {
  for (let after = FIRST; ; ) {
    const rows = await ctx.db
      .select({ collection: depositCollections, address: depositAddresses, request: requests })
      .from(depositCollections)
      .innerJoin(
        depositAddresses,
        and(
          eq(depositAddresses.network, depositCollections.network),
          eq(depositAddresses.address, depositCollections.address),
        ),
      )
      .innerJoin(requests, eq(requests.id, depositAddresses.requestId))
      .where(isAfter(depositCollections, after))
      .orderBy(
        asc(depositCollections.txHash),
        asc(depositCollections.position),
        asc(depositCollections.network),
      )
      .limit(AT_ONCE);
    yield rows.map(({ collection, address, request }) => ({
      source: sourceOf("collection", collection),
      lines: collectionLines(collection, address, request),
      blockNumber: collection.blockNumber,
    }));
    const last = rows.at(-1);
    if (!last) return;
    after = last.collection;
  }
}

/** Transactions of the settler, whose gas the accounts share that they collected for. */
async function* gas(ctx: Db): AsyncGenerator<Expected[]> {
  for (let after = ""; ; ) {
    const rows = await ctx.db
      .select()
      .from(settlerTransactions)
      .where(gt(settlerTransactions.id, after))
      .orderBy(asc(settlerTransactions.id))
      .limit(AT_ONCE);
    const addresses = await collectedBy(
      ctx,
      rows.map(({ hash }) => hash),
    );
    yield rows.flatMap((row) => {
      const own = addresses.get(`${row.network} ${row.hash}`) ?? new Map<string, Set<string>>();
      return [...own].map(([platformId, { size }]) => ({
        source: createHash("md5").update(`gas/${row.id}/${platformId}`).digest("hex"),
        lines: gasLines(row, { own: size, all: [...own.values()].reduce((sum, one) => sum + one.size, 0) }),
        blockNumber: row.blockNumber,
      }));
    });
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** The addresses that transactions collected from, by account: of each the network and transaction. */
async function collectedBy(
  ctx: Db,
  hashes: readonly string[],
): Promise<Map<string, Map<string, Set<string>>>> {
  const found = new Map<string, Map<string, Set<string>>>();
  if (hashes.length === 0) return found;
  const rows = await ctx.db
    .select({
      network: depositCollections.network,
      txHash: depositCollections.txHash,
      address: depositAddresses.address,
      platformId: requests.platformId,
    })
    .from(depositCollections)
    .innerJoin(
      depositAddresses,
      and(
        eq(depositAddresses.network, depositCollections.network),
        eq(depositAddresses.address, depositCollections.address),
      ),
    )
    .innerJoin(requests, eq(requests.id, depositAddresses.requestId))
    .where(inArray(depositCollections.txHash, [...new Set(hashes)]));
  for (const { network, txHash, address, platformId } of rows) {
    const key = `${network} ${txHash}`;
    const byAccount = found.get(key) ?? new Map<string, Set<string>>();
    byAccount.set(platformId, new Set([...(byAccount.get(platformId) ?? []), address]));
    found.set(key, byAccount);
  }
  return found;
}

async function* paidRequests(ctx: Db): AsyncGenerator<Expected[]> {
  for (let after = ""; ; ) {
    const rows = await ctx.db
      .select({ request: requests, sums: requestSums })
      .from(requestSums)
      .innerJoin(requests, eq(requests.id, requestSums.requestId))
      .where(gt(requestSums.requestId, after))
      .orderBy(asc(requestSums.requestId))
      .limit(AT_ONCE);
    yield rows.map(({ request, sums }) => ({
      source: request.id,
      lines: differenceLines(request, sums),
      blockNumber: null,
    }));
    const last = rows.at(-1);
    if (!last) return;
    after = last.request.id;
  }
}

async function* banks(ctx: Db): AsyncGenerator<Expected[]> {
  for (let after = ""; ; ) {
    const rows = await ctx.db
      .select({ offramp: offramps, request: requests, sums: requestSums })
      .from(offramps)
      .innerJoin(requests, eq(requests.id, offramps.requestId))
      .innerJoin(requestSums, eq(requestSums.requestId, requests.id))
      .where(gt(offramps.id, after))
      .orderBy(asc(offramps.id))
      .limit(AT_ONCE);
    yield rows.map(({ offramp, request, sums }) => ({
      source: offramp.id,
      lines: bankLines(offramp, request, sums),
      blockNumber: null,
    }));
    const last = rows.at(-1);
    if (!last) return;
    after = last.offramp.id;
  }
}

/** Which event of which chain a row is about. */
interface ChainKey {
  network: string;
  txHash: string;
  position: number;
}

const FIRST: ChainKey = { txHash: "0x", position: 0, network: "" };

function isAfter(table: Record<keyof ChainKey, AnyPgColumn>, { txHash, position, network }: ChainKey) {
  return sql`(${table.txHash}, ${table.position}, ${table.network})
    > (decode(${txHash.slice(2)}, 'hex'), ${position}::smallint, ${network})`;
}

/** The same as `ledger_source` in the migrations. */
function sourceOf(kind: "fee" | "refund" | "collection", { network, txHash, position }: ChainKey): string {
  return createHash("md5")
    .update(`${kind}/${network}/${txHash.slice(2)}/${position}`)
    .digest("hex");
}

/** Entries that stand although what they are about is not recorded any more. */
async function withoutSource(ctx: Db): Promise<LedgerDifference[]> {
  const later = ctx.db
    .select({ turn: sql`1` })
    .from(sql`ledger_entries as later`)
    .where(
      sql`later.source = ${ledgerEntries.source} and later.part = ${ledgerEntries.part} and later.turn > ${ledgerEntries.turn}`,
    );
  const origins = [
    { origin: "fee", table: feeTransfers },
    { origin: "refund", table: refundTransfers },
    { origin: "collection", table: depositCollections },
  ] as const;
  const found = await Promise.all(
    origins.map(({ origin, table }) =>
      ctx.db
        .select({ source: ledgerEntries.source, part: ledgerEntries.part })
        .from(ledgerEntries)
        .where(
          and(
            eq(ledgerEntries.origin, origin),
            isNull(ledgerEntries.reverses),
            notExists(later),
            sql`not exists (select 1 from ${table} where ${table.txHash} = ${ledgerEntries.txHash}
              and ${table.position} = ${ledgerEntries.position} and ${table.network} = ${ledgerEntries.network})`,
          ),
        ),
    ),
  );
  return found.flat().map((one) => ({ ...one, problem: "extra" }));
}
