import type { ChainAdapter, ChainHead } from "@/server/chains/adapter";
import type { CrosschainReader } from "@/server/chains/crosschain";
import { type Ctx, inTransaction } from "@/server/context";
import { announceDeposits } from "@/server/crosschain/announce";
import type { DepositRow } from "@/server/crosschain/deposit-row";
import { endDepositQuarantine, quarantineDeposit, quarantinedAmong } from "@/server/crosschain/quarantine";
import {
  divideRefunds,
  dropRefunds,
  givenBackBy,
  noteOverdue,
  overdueRefunds,
  recordRefunds,
  refundableDeposits,
  refundsReadUpTo,
} from "@/server/crosschain/refund";
import { attemptEach } from "@/server/worker/attempt";
import { throughPages } from "@/server/worker/crosschain/pages";
import { requireSameChain } from "@/server/worker/crosschain/same-chain";
import { earlier, isRead, least, throughWindows, windowsFrom } from "@/server/worker/crosschain/windows";

/** Looks for the refunds of the deposits that a chain owes back. */
export function followRefunds(
  ctx: Ctx,
  chain: ChainAdapter,
  reader: CrosschainReader,
  head: ChainHead,
): Promise<"idle" | "more"> {
  const { finalized } = head;
  const now = ctx.now();
  return throughPages(
    (last) => refundableDeposits(ctx.db, chain.network.id, { finalized, after: last ?? BEFORE_ALL, now }),
    (rows) => refundSome(ctx, chain, reader, { head, rows }),
  );
}

const BEFORE_ALL = { blockNumber: -1n, logIndex: 0 };

async function refundSome(
  ctx: Ctx,
  chain: ChainAdapter,
  reader: CrosschainReader,
  { head, rows }: { head: ChainHead; rows: readonly DepositRow[] },
): Promise<"idle" | "more"> {
  const network = chain.network.id;
  const from = least(rows.map(({ refundsFrom, blockNumber }) => refundsFrom ?? blockNumber));
  const windows = windowsFrom(from, head);
  const depositors = new Set(rows.map(({ depositor }) => depositor));
  const refunds = await throughWindows(windows, (range) => reader.refunds(range.from, range.to, depositors));
  const isAll = isRead(windows, head);
  const given = await givenBackBy(ctx.db, network, refunds);
  await requireSameChain(chain, head);
  const isThere = new Set(refunds.map(({ txHash, blockHash }) => `${txHash}:${blockHash}`));
  const gone = rows.filter(
    (row) => row.state === "refunded" && isAll && !isThere.has(`${row.refundTxHash}:${row.refundBlockHash}`),
  );
  const waiting = rows.filter(({ state }) => state !== "refunded");
  const readUpTo = earlier(windows.at(-1)?.to ?? head.latest.number, head.finalized);
  await inTransaction(ctx, async (tx) => {
    await dropRefunds(tx, gone);
    const divided = divideRefunds(waiting, refunds, given);
    const { failed } = await attemptEach(tx, divided, async (inner, some) => {
      const after = await recordRefunds(inner, some);
      await announceDeposits(inner, after);
      return after;
    });
    const late = await attemptEach(tx, await overdueRefunds(tx, network), async (inner, some) => {
      const after = await noteOverdue(inner, some);
      await announceDeposits(inner, after);
      return after;
    });
    const problems = [
      ...failed.map(({ item, error }) => ({ row: item.row, error })),
      ...late.failed.map(({ item, error }) => ({ row: item, error })),
    ];
    for (const { row, error } of problems) await quarantineDeposit(tx, row, error);
    const held = new Set(problems.map(({ row }) => row.id));
    const followed = rows.filter(({ id }) => !held.has(id));
    await endDepositQuarantine(tx, await quarantinedAmong(tx.db, followed));
    await refundsReadUpTo(
      tx,
      network,
      waiting.filter(({ id }) => !held.has(id)),
      readUpTo,
    );
  });
  return isAll ? "idle" : "more";
}
