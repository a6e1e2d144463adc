import { and, eq, inArray, isNotNull, ne } from "drizzle-orm";
import { crosschainDeposits, transfers } from "@/db/schema";
import type { ChainAdapter, Chains } from "@/server/chains/adapter";
import type { SeenDeposit, SeenRefund } from "@/server/chains/crosschain";
import type { NetworkId } from "@/server/chains/networks";
import type { Reads } from "@/server/context";
import { crosschainCursor } from "@/server/crosschain/cursor";
import type { DepositRow } from "@/server/crosschain/deposit-row";
import { fittingDeposits } from "@/server/crosschain/fit";
import { seenOf } from "@/server/crosschain/follow";
import { relayKey, relayOf } from "@/server/crosschain/relay";
import { COUNTED_STATES } from "@/server/payments/state";

/** Blocks read at once. */
const RANGE_BLOCKS = 2_000n;

export interface DepositDifference {
  sourceNetwork: NetworkId;
  depositId: string;
  /**
   * `missing`: on chain, not recorded. `extra`: recorded, not on chain. `content`: they say different things. `state`: the
   * destination shows a fill and the row does not, or the other way round. `refund`: the row names a refund that is not
   * there. `payment`: fill and recorded payment do not belong together.
   */
  problem: "missing" | "extra" | "content" | "state" | "refund" | "payment";
}

export interface DepositReport {
  network: NetworkId;
  deposits: number;
  differences: DepositDifference[];
}

/**
 * Reads the deposits of a source chain again from the first watched block, what became of them on their destinations
 * and the payments that were recorded for them, and compares all three. Writes nothing. The expected list is empty. Null
 * for a chain without a bridge, and for one whose deposits were never read.
 */
export async function auditDeposits(
  ctx: Pick<Reads, "db"> & { chains: Chains },
  chain: ChainAdapter,
): Promise<DepositReport | null> {
  const network = chain.network.id;
  const reader = chain.crosschain;
  const upTo = await crosschainCursor(ctx, network);
  if (!reader || upTo === null) return null;
  const rows = await ctx.db
    .select()
    .from(crosschainDeposits)
    .where(and(eq(crosschainDeposits.sourceNetwork, network), ne(crosschainDeposits.state, "dropped")));
  const byRelay = new Map(rows.map((row) => [relayKey(relayOf(row)), row]));
  const report: DepositReport = { network, deposits: 0, differences: [] };
  const note = (depositId: bigint, problem: DepositDifference["problem"]) =>
    report.differences.push({ sourceNetwork: network, depositId: depositId.toString(), problem });

  const { latest } = await chain.head();
  const first = least(rows, chain.startBlock ?? upTo);
  const shown = new Set<string>();
  const depositors = new Set(rows.map(({ depositor }) => depositor));
  const refunds: SeenRefund[] = [];
  for (let from = first; from <= latest.number; from += RANGE_BLOCKS) {
    const to = from + RANGE_BLOCKS - 1n < latest.number ? from + RANGE_BLOCKS - 1n : latest.number;
    refunds.push(...(await reader.refunds(from, to, depositors)));
    for (const { seen } of await fittingDeposits(ctx.db, await reader.deposits(from, to))) {
      const key = relayKey(seen);
      const row = byRelay.get(key);
      // A second deposit of the same relay is no other one: the pool fills both together.
      if (row && !shown.has(key) && !isSame(seenOf(row), seen)) note(seen.depositId, "content");
      shown.add(key);
      if (!row && seen.blockNumber <= upTo) note(seen.depositId, "missing");
    }
  }
  report.deposits = shown.size;
  for (const row of rows) {
    // What was filled counts although the source dropped the deposit.
    if (!shown.has(relayKey(relayOf(row))) && row.fillTxHash === null) note(row.depositId, "extra");
    if (!(await isAsRecorded(ctx.chains, row))) note(row.depositId, "state");
    if (row.state === "refunded" && !hasRefund(refunds, row)) note(row.depositId, "refund");
  }
  for (const depositId of await strayPayments(ctx, network, rows)) note(depositId, "payment");
  return report;
}

function least(rows: readonly DepositRow[], start: bigint): bigint {
  let first = start;
  for (const { blockNumber } of rows) if (blockNumber < first) first = blockNumber;
  return first;
}

function isSame(a: SeenDeposit, b: SeenDeposit): boolean {
  const text = (deposit: SeenDeposit) =>
    JSON.stringify(
      Object.entries(deposit).sort(([one], [other]) => (one < other ? -1 : 1)),
      (_, value) => (typeof value === "bigint" ? value.toString() : value),
    );
  return text(a) === text(b);
}

async function isAsRecorded(chains: Chains, row: DepositRow): Promise<boolean> {
  const destination = chains.find(row.destinationNetwork);
  if (!destination?.crosschain) return true;
  const { latest } = await destination.head();
  const status = await destination.crosschain.fillStatus(seenOf(row), latest.number);
  return (status === "filled") === (row.fillTxHash !== null);
}

function hasRefund(refunds: readonly SeenRefund[], row: DepositRow): boolean {
  return refunds.some(
    (refund) =>
      refund.txHash === row.refundTxHash &&
      refund.logIndex === row.refundLogIndex &&
      refund.position === row.refundPosition &&
      refund.recipient === row.depositor &&
      refund.token === row.inputToken &&
      refund.amount >= row.inputAmount,
  );
}

/** Deposits that were filled for their payee without their payment, or whose payment has another transaction or payer. */
async function strayPayments(
  ctx: Pick<Reads, "db">,
  network: NetworkId,
  rows: readonly DepositRow[],
): Promise<bigint[]> {
  const paid = await ctx.db
    .select()
    .from(transfers)
    .where(
      and(
        eq(transfers.sourceNetwork, network),
        isNotNull(transfers.depositId),
        inArray(transfers.state, [...COUNTED_STATES]),
      ),
    );
  const own = (row: DepositRow) =>
    paid.find(
      (one) =>
        one.depositId === row.depositId && one.txHash === row.fillTxHash && one.requestId === row.requestId,
    );
  return rows.flatMap((row) => {
    if (row.fillTxHash === null || row.state === "failed") return [];
    const payment = own(row);
    const isRight =
      payment?.payer === row.payer && (payment.isFallback === true) === (row.state === "filled_call_failed");
    return isRight ? [] : [row.depositId];
  });
}
