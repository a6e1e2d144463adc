import { and, eq, gte, inArray, isNull, lte } from "drizzle-orm";
import { feeTransfers, transfers } from "@/db/schema";
import type { PaymentLog } from "@/server/chains/adapter";
import type { NetworkId } from "@/server/chains/networks";
import type { Reader, Tx } from "@/server/context";
import { type Matched, matchPayments } from "@/server/payments/recording/match";
import { dropAbsent } from "@/server/payments/watching/finality";

/** Blocks of a network, both ends included. */
interface Range {
  from: bigint;
  to: bigint;
}

type TransferRow = typeof transfers.$inferSelect;

/** What of a range is recorded as final, beside what the watcher has read of it. */
export interface Ahead {
  /** What of it is left to be recorded: payments and what they name. */
  payments: PaymentLog[];
  matched: Matched;
  /** Payments that are recorded and that nothing has shown now. */
  unshown: TransferRow[];
}

/**
 * Matches what the watcher has read of a range, without what is recorded as final of the very same block: its receipt was
 * compared when it was recorded. Who recorded it, and in how many parts, makes no difference.
 */
export async function matchRest(
  db: Reader,
  network: NetworkId,
  range: Range,
  payments: readonly PaymentLog[],
): Promise<Ahead> {
  const rows = await finalIn(db, network, range);
  const recorded = new Set(rows.map(keyOf));
  // Its block is that of the payment in its transaction.
  const fees = rows.length === 0 ? new Set<string>() : await feesIn(db, network, range);
  const isRecorded = (log: PaymentLog) => recorded.has(keyOf(log));
  const isFee = (log: PaymentLog) => fees.has(`${log.txHash}:${log.position}`);
  const paid = new Set(payments.flatMap((log) => (isRecorded(log) ? [log.txHash] : [])));
  const open = new Set(
    payments.flatMap((log) => (isRecorded(log) || (paid.has(log.txHash) && isFee(log)) ? [] : [log.txHash])),
  );
  // Whole transactions: their receipts are compared with all that was shown of them.
  const rest = payments.filter(({ txHash }) => open.has(txHash));
  const matched = await matchPayments(db, network, rest);
  const shown = new Set(payments.map(keyOf));
  return {
    payments: rest,
    matched: {
      ...matched,
      matches: matched.matches.filter(({ log }) => !isRecorded(log)),
      fees: matched.fees.filter(({ log }) => !(paid.has(log.txHash) && isFee(log))),
    },
    unshown: await rowsOf(
      db,
      rows.flatMap((row) => (shown.has(keyOf(row)) ? [] : [row.id])),
    ),
  };
}

/**
 * Takes back what parts have recorded from this block on, because it is read anew: it was final for the node of a part and
 * may be replaced all the same. Returns the IDs of their requests.
 */
export async function takeBackAhead(
  tx: Tx,
  network: NetworkId,
  from: bigint,
  head: bigint,
): Promise<string[]> {
  const rows = await finalIn(tx.db, network, { from });
  const found = await rowsOf(
    tx.db,
    rows.map(({ id }) => id),
  );
  return dropAbsent(tx, found, [], head);
}

/** Never what came to a deposit address: the watcher alone records that. */
function finalIn(db: Reader, network: NetworkId, { from, to }: { from: bigint; to?: bigint }) {
  return db
    .select({
      id: transfers.id,
      txHash: transfers.txHash,
      position: transfers.position,
      blockHash: transfers.blockHash,
    })
    .from(transfers)
    .where(
      and(
        eq(transfers.network, network),
        gte(transfers.blockNumber, from),
        to === undefined ? undefined : lte(transfers.blockNumber, to),
        eq(transfers.state, "final"),
        isNull(transfers.depositAddress),
      ),
    );
}

/** Rows of one statement: each ID is a parameter, of which PostgreSQL takes 65,535. */
const CHUNK = 10_000;

async function rowsOf(db: Reader, ids: readonly string[]): Promise<TransferRow[]> {
  const rows: TransferRow[] = [];
  for (let i = 0; i < ids.length; i += CHUNK) {
    const chunk = ids.slice(i, i + CHUNK);
    rows.push(...(await db.select().from(transfers).where(inArray(transfers.id, chunk))));
  }
  return rows;
}

async function feesIn(db: Reader, network: NetworkId, { from, to }: Range): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ txHash: feeTransfers.txHash, position: feeTransfers.position })
    .from(feeTransfers)
    .where(
      and(
        eq(feeTransfers.network, network),
        gte(feeTransfers.blockNumber, from),
        lte(feeTransfers.blockNumber, to),
      ),
    );
  return new Set(rows.map(({ txHash, position }) => `${txHash}:${position}`));
}

function keyOf({ txHash, position, blockHash }: Pick<TransferRow, "txHash" | "position" | "blockHash">) {
  return `${txHash}:${position}:${blockHash}`;
}
