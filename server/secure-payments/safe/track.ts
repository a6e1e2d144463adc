import { and, asc, eq, gt, inArray, or } from "drizzle-orm";
import { safeTransactions, securePaymentIntents } from "@/db/schema";
import type { ChainAdapter } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import type { SafeResult } from "@/server/chains/evm/safe/safe-results";
import type { Ctx, Reads, Tx } from "@/server/context";
import { announceSafeFailures } from "@/server/secure-payments/safe/announce";
import { afterReorganisation, afterResults, endOf, type Tracked } from "@/server/secure-payments/safe/follow";
import { transitionSafes } from "@/server/secure-payments/safe/transition";

/** Blocks of one look, which bounds what a pass asks after the worker was away. */
const MAX_BLOCKS = 20_000n;
/** Progress is written down when something happened, or after so many blocks in which nothing did. */
const KEPT_BLOCKS = 200n;

/** What a look at the chain showed of the Safe transactions that are waited for. */
export interface SafeSightings {
  tracked: Tracked[];
  results: SafeResult[];
  /** The last block that was looked at. */
  to: bigint;
}

/**
 * Looks for what Safes executed whose transactions are waited for, up to a block whose payments are all recorded. Null
 * where none is waited for, which takes one look at a short index. Throws `ChainError`.
 */
export async function lookAtSafes(
  ctx: Pick<Ctx, "db">,
  chain: ChainAdapter,
  upTo: bigint,
): Promise<SafeSightings | null> {
  if (!chain.safes) return null;
  const tracked = await trackedOn(ctx, chain.network.id);
  if (tracked.length === 0) return null;
  let from = upTo;
  for (const { lookedUpTo } of tracked) if (lookedUpTo < from) from = lookedUpTo;
  const to = upTo - from > MAX_BLOCKS ? from + MAX_BLOCKS : upTo;
  const safes = [...new Set(tracked.map(({ safe }) => safe))];
  const results = from < to ? await chain.safes.results(safes, { from: from + 1n, to }) : [];
  return { tracked, results, to };
}

/**
 * Writes down what a look showed, and announces what failed, in one commit. `depth` is the newest block whose payments
 * count; `isAtHead` whether no newer block is known: only then has a deadline passed for certain.
 */
export async function followSafes(
  tx: Tx,
  chain: Pick<ChainAdapter, "network">,
  { tracked, results, to }: SafeSightings,
  { depth, isAtHead }: { depth: bigint; isAtHead: boolean },
): Promise<void> {
  const failed = [];
  for (const before of tracked) {
    const after = afterResults(before, results, { to, chainId: chain.network.chainId });
    const end = endOf(after, { depth, now: isAtHead ? tx.now() : null });
    const hasNews =
      after.outcome !== before.outcome || after.others.length !== before.others.length || end !== null;
    if (hasNews || after.lookedUpTo - before.lookedUpTo >= KEPT_BLOCKS) await keep(tx, after);
    if (end === null) continue;
    await transitionSafes(tx, [after.intentId], "pending", end);
    if (end !== "succeeded") failed.push({ intentId: after.intentId, linkId: after.linkId, failure: end });
  }
  await announceSafeFailures(tx, failed);
}

/** Takes back what was seen in blocks above `ancestor`, which were replaced. */
export async function reorganiseSafes(tx: Tx, network: string, ancestor: bigint): Promise<void> {
  const { intentId } = safeTransactions;
  const touched = await tx.db
    .select({ row: safeTransactions, intent: securePaymentIntents })
    .from(safeTransactions)
    .innerJoin(securePaymentIntents, eq(securePaymentIntents.id, intentId))
    .where(
      and(
        eq(safeTransactions.network, network),
        inArray(securePaymentIntents.state, ["pending", "executed"]),
        or(gt(safeTransactions.lookedUpTo, ancestor), gt(safeTransactions.outcomeBlock, ancestor)),
      ),
    )
    .orderBy(asc(intentId))
    .for("update");
  for (const { row, intent } of touched) {
    const after = afterReorganisation(trackedOf(row, intent), ancestor);
    await keep(tx, after);
    if (intent.state === "executed" && after.outcome === null) {
      await transitionSafes(tx, [after.intentId], "executed", "reorganised");
    }
  }
}

async function trackedOn({ db }: Pick<Reads, "db">, network: string): Promise<Tracked[]> {
  const rows = await db
    .select({ row: safeTransactions, intent: securePaymentIntents })
    .from(securePaymentIntents)
    .innerJoin(safeTransactions, eq(safeTransactions.intentId, securePaymentIntents.id))
    .where(
      and(
        eq(securePaymentIntents.network, network),
        eq(securePaymentIntents.kind, "multisig"),
        eq(securePaymentIntents.state, "pending"),
      ),
    )
    .orderBy(asc(securePaymentIntents.id));
  return rows.map(({ row, intent }) => trackedOf(row, intent));
}

function trackedOf(
  row: typeof safeTransactions.$inferSelect,
  { intentKey, securePaymentId }: typeof securePaymentIntents.$inferSelect,
): Tracked {
  return { ...row, safe: hexOf(row.safe), safeTxHash: intentKey, linkId: securePaymentId };
}

async function keep(tx: Pick<Tx, "db">, { intentId, ...row }: Tracked): Promise<void> {
  const { lookedUpTo, others, outcome, outcomeTxHash, outcomeBlock } = row;
  await tx.db
    .update(safeTransactions)
    .set({ lookedUpTo, others, outcome, outcomeTxHash, outcomeBlock })
    .where(eq(safeTransactions.intentId, intentId));
}

function hexOf(text: string): Hex {
  return `0x${text.slice(2)}`;
}
