import { and, eq, inArray } from "drizzle-orm";
import { requestSums, transfers } from "@/db/schema";
import type { NetworkId } from "@/server/chains/networks";
import type { Tx } from "@/server/context";
import { COUNTED_STATES } from "@/server/payments/state";

export type TransferRow = typeof transfers.$inferSelect;
type NewRow = typeof transfers.$inferInsert;

/** A recorded payment that turned out to be another one. */
export interface Correction {
  before: TransferRow;
  after: TransferRow;
}

/** What a row says about a payment itself, apart from where it stands. */
const CONTENT = [
  "requestId",
  "type",
  "token",
  "recipient",
  "amount",
  "credited",
  "valuation",
  "quoteId",
  "rate",
  "received",
  "feeAmount",
  "feeAddress",
  "payer",
  "sourceNetwork",
  "depositId",
  "sourceTxHash",
  "isFallback",
  "depositAddress",
  "sentFrom",
  "arrived",
] as const satisfies readonly (keyof NewRow)[];

/** Rows of this network with the identities of these, in no order. */
export function recordedAs(tx: Tx, network: NetworkId, rows: readonly NewRow[]): Promise<TransferRow[]> {
  const hashes = [...new Set(rows.map(({ txHash }) => txHash))];
  return tx.db
    .select()
    .from(transfers)
    .where(and(eq(transfers.network, network), inArray(transfers.txHash, hashes)));
}

/**
 * Brings recorded payments in line with what their receipts say now: the one place where the content of a recorded
 * payment changes. Rare: a node had lied, or a reorganisation ran the same transaction with another result.
 */
export async function correctTransfers(
  tx: Tx,
  stored: readonly TransferRow[],
  expected: readonly NewRow[],
): Promise<Correction[]> {
  const byLogKey = new Map(stored.map((row) => [logKey(row), row]));
  const corrections: Correction[] = [];
  for (const row of expected) {
    const before = byLogKey.get(logKey(row));
    if (!before || isSame(before, row) || isLessAttested(before, row)) continue;
    const { platformId, clientIdId, mismatch, payerEoa, rateSources, depositedAt } = row;
    const content = Object.fromEntries(CONTENT.map((field) => [field, row[field] ?? null]));
    const [after] = await tx.db
      .update(transfers)
      .set({ ...content, platformId, clientIdId, mismatch, payerEoa, rateSources, depositedAt })
      .where(eq(transfers.id, before.id))
      .returning();
    if (after) corrections.push({ before, after });
  }
  await forgetCovers(tx, corrections);
  return corrections;
}

/** What fewer providers of nodes say does not change what more of them have shown. */
function isLessAttested(before: TransferRow, row: NewRow): boolean {
  return before.attestedBy !== null && (row.attestedBy ?? 0) < before.attestedBy;
}

function isSame(before: TransferRow, row: NewRow): boolean {
  return (
    CONTENT.every((field) => (before[field] ?? null) === (row[field] ?? null)) &&
    // Rows from before it was kept have none, and are what they are.
    (before.depositedAt === null || before.depositedAt.getTime() === row.depositedAt?.getTime())
  );
}

/** Base units of the invoice currency that a row brings its request. */
export function creditIn({ amount, credited, mismatch, state }: TransferRow): bigint {
  const counts = mismatch === null && COUNTED_STATES.some((counted) => counted === state);
  return counts ? (credited ?? amount) : 0n;
}

/** Lets these transfers be announced once more. */
export async function announceAnew(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.db
    .update(transfers)
    .set({ announcedRound: null })
    .where(inArray(transfers.id, [...ids]));
}

/** What covered these requests is found anew when they are settled: the amounts behind it have changed. */
async function forgetCovers(tx: Tx, corrections: readonly Correction[]): Promise<void> {
  const requestIds = corrections.flatMap(({ before, after }) => [before.requestId, after.requestId]);
  if (requestIds.length === 0) return;
  await tx.db
    .update(requestSums)
    .set({ coveredBy: null, coveredExcess: null })
    .where(inArray(requestSums.requestId, requestIds));
}

function logKey({ txHash, position }: { txHash: string; position: number }): string {
  return `${txHash}:${position}`;
}
