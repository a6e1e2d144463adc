import { and, eq, inArray, sql } from "drizzle-orm";
import { crosschainDeposits, lifiTransfers, requests } from "@/db/schema";
import type { PaymentLog } from "@/server/chains/adapter";
import { readLifiMessage } from "@/server/chains/evm/crosschain/lifi/message";
import type { NetworkId } from "@/server/chains/networks";
import type { Reader, Tx } from "@/server/context";
import type { DepositRow } from "@/server/crosschain/deposit-row";
import { FIRST_ASK_MS } from "@/server/crosschain/lifi/when";

/**
 * Notes which of these recorded deposits go through LI.FI, under LI.FI's ID, and that LI.FI is to be asked about them: from
 * the beginning where a reorganisation of the source gave one another transaction.
 */
export async function noteLifiTransfers(tx: Tx, rows: readonly DepositRow[]): Promise<void> {
  const values = rows.flatMap((row) => {
    const message = readLifiMessage(`0x${row.message.slice(2)}`);
    if (!message) return [];
    const nextAskAt = new Date(tx.now().getTime() + FIRST_ASK_MS);
    return [{ depositId: row.id, transactionId: message.transactionId, asks: 0, nextAskAt }];
  });
  if (values.length === 0) return;
  await tx.db
    .insert(lifiTransfers)
    .values(values)
    .onConflictDoUpdate({
      target: lifiTransfers.depositId,
      // Its ID stands in its message, which never changes.
      set: { nextAskAt: sql`excluded.next_ask_at`, asks: 0 },
    });
}

/**
 * The requests (row IDs) that LI.FI's receiver paid without the payment call, by its events on this network: the one of
 * the deposit that was seen filled in the same transaction, under the same ID, in the same token and for the same payee.
 * Whoever deposits may give a transfer any ID, also another's, and fill both in one transaction. Where several requests
 * are left, an event is that of a deposit that brought exactly so much, each deposit's once.
 */
export async function requestsOfLifi(
  db: Reader,
  network: NetworkId,
  logs: readonly PaymentLog[],
): Promise<ReadonlyMap<PaymentLog, string>> {
  if (logs.length === 0) return new Map();
  const rows = await db
    .select({
      id: crosschainDeposits.id,
      transactionId: lifiTransfers.transactionId,
      requestId: crosschainDeposits.requestId,
      fillTxHash: crosschainDeposits.fillTxHash,
      token: crosschainDeposits.outputToken,
      amount: crosschainDeposits.outputAmount,
      payee: requests.payee,
    })
    .from(lifiTransfers)
    .innerJoin(crosschainDeposits, eq(crosschainDeposits.id, lifiTransfers.depositId))
    .innerJoin(requests, eq(requests.id, crosschainDeposits.requestId))
    .where(
      and(
        eq(crosschainDeposits.destinationNetwork, network),
        eq(crosschainDeposits.state, "filled_call_failed"),
        inArray(
          lifiTransfers.transactionId,
          logs.map(({ topic1 }) => topic1),
        ),
      ),
    )
    .orderBy(crosschainDeposits.id);
  const taken = new Set<string>();
  return new Map(
    logs.flatMap((log) => {
      const own = rows.filter(
        (row) =>
          row.transactionId === log.topic1 &&
          row.fillTxHash === log.txHash &&
          row.token === log.token &&
          row.payee.toLowerCase() === log.recipient,
      );
      const [only, ...others] = new Set(own.map(({ requestId }) => requestId));
      if (only === undefined) return [];
      if (others.length === 0) return [[log, only] as const];
      const exact = own.find(({ id, amount }) => amount === log.amount && !taken.has(id));
      if (!exact) return [];
      taken.add(exact.id);
      return [[log, exact.requestId] as const];
    }),
  );
}
