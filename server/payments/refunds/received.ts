import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { transfers } from "@/db/schema";
import type { Reader } from "@/server/context";
import { SETTLED_STATES } from "@/server/payments/state";

/** Payers who are told apart; the money of more than these is looked up by their wallet. */
const MAX_PAYERS = 20;

/** What one payer's confirmed payments brought the payee, base units of the token. */
export interface Received {
  /** The wallet that paid, 20 bytes; null where it is not known whose money it was. */
  payer: string | null;
  amount: bigint;
}

/**
 * The wallet that a payment can go back to. Of a deposit nobody is known. A contract that paid on another network need
 * not exist on the payee's, or belong to somebody else there; a key is the same everywhere.
 */
const PAYER = sql<string | null>`case when ${transfers.depositAddress} is not null
  or ${transfers.sourceNetwork} is not null and ${transfers.payerEoa} is distinct from ${transfers.payer}
  then null else ${transfers.payer} end`;

/** Who paid a request (row ID), those who paid most first; a bounded number of them. */
export async function receivedByPayer(db: Reader, requestId: string): Promise<Received[]> {
  const sum = sql<string>`sum(${transfers.amount})`;
  const rows = await db
    .select({ payer: sql<string | null>`'0x' || encode(${PAYER}, 'hex')`, sum })
    .from(transfers)
    .where(isReceived(requestId))
    .groupBy(sql`1`)
    .orderBy(desc(sum))
    .limit(MAX_PAYERS);
  return rows.map(({ payer, sum: amount }) => ({ payer, amount: BigInt(amount) }));
}

/** What all payers of a request (row ID) brought the payee, and what this one did; null for those who are not known. */
export async function receivedFrom(
  db: Reader,
  requestId: string,
  payer: string | null,
): Promise<{ all: bigint; ofPayer: bigint }> {
  const isOfPayer = payer === null ? sql`${PAYER} is null` : sql`${PAYER} = decode(${payer.slice(2)}, 'hex')`;
  const [row] = await db
    .select({
      all: sql<string>`coalesce(sum(${transfers.amount}), 0)`,
      ofPayer: sql<string>`coalesce(sum(${transfers.amount}) filter (where ${isOfPayer}), 0)`,
    })
    .from(transfers)
    .where(isReceived(requestId));
  return { all: BigInt(row?.all ?? 0), ofPayer: BigInt(row?.ofPayer ?? 0) };
}

/** Of the payments that count those that are deep enough in the chain. */
function isReceived(requestId: string) {
  return and(
    eq(transfers.requestId, requestId),
    isNull(transfers.mismatch),
    inArray(transfers.state, [...SETTLED_STATES]),
  );
}
