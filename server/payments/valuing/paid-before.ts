import { and, eq, sql } from "drizzle-orm";
import { isCounted, transfers } from "@/db/schema";
import type { Reads } from "@/server/context";
import type { PaidBefore } from "@/server/quotes/credit";

/** Where a payment stands in its chain, and towards which request. */
interface PlacedPayment {
  requestId: string;
  txHash: string;
  position: number;
  /** Base units of the token that arrived. */
  amount: bigint;
  blockNumber: bigint;
  logIndex: number;
}

/** A payment at a quote, or the sum of several. */
interface PaidAtQuote extends PaidBefore {
  quoteId: string | null;
  blockNumber: bigint;
  logIndex: number;
}

type Place = Pick<PaidAtQuote, "blockNumber" | "logIndex">;

export function inChainOrder(a: Place, b: Place): number {
  if (a.blockNumber !== b.blockNumber) return a.blockNumber < b.blockNumber ? -1 : 1;
  return a.logIndex - b.logIndex;
}

/**
 * What was paid at each quote before each of these payments of one network: by those that are recorded, of each request
 * up to the last of its payments here, and, as it is added, by these.
 */
export async function paidBeforeOf(ctx: Pick<Reads, "db">, payments: readonly PlacedPayment[]) {
  const paid = await recordedBefore(ctx, payments);
  return {
    add({ requestId, ...payment }: PlacedPayment, quoteId: string, credited: bigint): void {
      listOf(paid, requestId).push({ ...payment, quoteId, credited });
    },
    of(payment: PlacedPayment, quoteIds: readonly string[]): PaidBefore {
      const sum = { amount: 0n, credited: 0n };
      for (const one of paid.get(payment.requestId) ?? []) {
        if (one.quoteId === null || !quoteIds.includes(one.quoteId)) continue;
        if (inChainOrder(one, payment) >= 0) continue;
        sum.amount += one.amount;
        sum.credited += one.credited;
      }
      return sum;
    },
  };
}

/** By request: a sum a quote of everything below its first payment here, and one by one what stands between those here. */
async function recordedBefore(
  ctx: Pick<Reads, "db">,
  payments: readonly PlacedPayment[],
): Promise<Map<string, PaidAtQuote[]>> {
  const span = sql`jsonb_to_recordset(${JSON.stringify(spansOf(payments))}::jsonb)
    as span("requestId" text, first bigint, last bigint)`;
  const isBetween = sql`${transfers.blockNumber} >= span.first`;
  const txHash = sql`case when ${isBetween} then ${transfers.txHash} end`;
  const position = sql<number | null>`case when ${isBetween} then ${transfers.position} end`;
  const rows = await ctx.db
    .select({
      requestId: transfers.requestId,
      quoteId: transfers.quoteId,
      txHash: sql<string | null>`'0x' || encode(${txHash}, 'hex')`,
      position,
      blockNumber: sql<string>`max(${transfers.blockNumber})`,
      logIndex: sql<number>`max(${transfers.logIndex})`,
      amount: sql<string>`sum(${transfers.amount})`,
      credited: sql<string>`sum(${transfers.credited})`,
    })
    .from(transfers)
    .innerJoin(span, sql`${transfers.requestId} = span."requestId" and ${transfers.blockNumber} <= span.last`)
    .where(and(isCounted(transfers), eq(transfers.valuation, "quote")))
    .groupBy(transfers.requestId, transfers.quoteId, txHash, position);
  const here = new Set(payments.map(placeOf));
  const byRequest = new Map<string, PaidAtQuote[]>();
  for (const row of rows) {
    if (here.has(placeOf(row))) continue;
    listOf(byRequest, row.requestId).push({
      ...row,
      blockNumber: BigInt(row.blockNumber),
      amount: BigInt(row.amount),
      credited: BigInt(row.credited),
    });
  }
  return byRequest;
}

/** First and last block of the payments of each request, as text. */
function spansOf(payments: readonly PlacedPayment[]) {
  const blocks = new Map<string, bigint[]>();
  for (const { requestId, blockNumber } of payments) {
    const own = blocks.get(requestId) ?? [];
    own.push(blockNumber);
    blocks.set(requestId, own);
  }
  return [...blocks].map(([requestId, own]) => {
    const ascending = own.toSorted((a, b) => (a < b ? -1 : 1));
    return { requestId, first: `${ascending[0]}`, last: `${ascending.at(-1)}` };
  });
}

function placeOf({ txHash, position }: { txHash: string | null; position: number | null }): string {
  return `${txHash}:${position}`;
}

function listOf(lists: Map<string, PaidAtQuote[]>, requestId: string): PaidAtQuote[] {
  const list = lists.get(requestId) ?? [];
  lists.set(requestId, list);
  return list;
}
