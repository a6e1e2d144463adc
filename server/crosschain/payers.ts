import { and, inArray, sql } from "drizzle-orm";
import { crosschainDeposits } from "@/db/schema";
import type { Settlement } from "@/server/chains/adapter";
import type { Reader } from "@/server/context";
import { isFillOf } from "@/server/crosschain/relay";
import { isAnyOf } from "@/server/lib/database/any-of";

/** A payment that a request may be credited with, and what the chain says of it. */
interface Filled {
  request: { id: string };
  settlement: Settlement;
}

/**
 * Puts the payers of deposits in the place of the relayers who filled them: who gave the money on the source chain,
 * whoever the deposit names. Only where a recorded deposit has every word of the fill, as `isFillOf` compares them: its
 * message holds the reference of this very request. Anybody can fill a deposit that they made up, so a payer stays
 * unknown while the source chain has not shown it.
 */
export async function withDepositors<T extends Filled>(db: Reader, payments: readonly T[]): Promise<T[]> {
  const ids = payments.flatMap(({ settlement }) => settlement.deposit?.depositId ?? []);
  if (ids.length === 0) return [...payments];
  const rows = await db
    .select()
    .from(crosschainDeposits)
    .where(inArray(crosschainDeposits.depositId, [...new Set(ids)]));
  return payments.map((payment) => {
    const { deposit } = payment.settlement;
    const own =
      deposit &&
      rows.find(
        (row) => row.requestId === payment.request.id && row.state !== "dropped" && isFillOf(deposit, row),
      );
    if (!own) return payment;
    return {
      ...payment,
      settlement: {
        ...payment.settlement,
        payer: hex(own.payer),
        payerEoa: hex(own.payerEoa),
        deposit: {
          ...deposit,
          txHash: hex(own.txHash),
          // One that only its maker would fill is no commitment: they could wait for a better price.
          ...(own.fillable === false ? {} : { at: own.blockTime }),
        },
      },
    };
  });
}

/** Most that are told of: each takes a dollar to make. */
const MOST_TOLD = 200;

/** Deposits for these requests, the oldest first. */
export function depositsOf(db: Reader, requestIds: readonly string[]) {
  if (requestIds.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(crosschainDeposits)
    .where(inArray(crosschainDeposits.requestId, [...requestIds]))
    .orderBy(crosschainDeposits.blockTime, crosschainDeposits.id)
    .limit(MOST_TOLD);
}

/** As `meaningOf` has it of requests that are open. */
export const isAwaited = sql`${crosschainDeposits.state} = 'bridging' and ${crosschainDeposits.fillable} is not false`;

/** Requests (row IDs) that wait for a deposit. They have no payment yet, so that they are open. */
export async function awaited(db: Reader, requestIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (requestIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ requestId: crosschainDeposits.requestId })
    .from(crosschainDeposits)
    .where(and(isAnyOf(crosschainDeposits.requestId, requestIds), isAwaited));
  return new Set(rows.map(({ requestId }) => requestId));
}

function hex<T extends string | null>(text: T): T extends string ? `0x${string}` : `0x${string}` | null;
function hex(text: string | null): `0x${string}` | null {
  return text === null ? null : `0x${text.slice(2)}`;
}
