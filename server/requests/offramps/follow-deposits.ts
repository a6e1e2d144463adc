import { and, inArray, isNull } from "drizzle-orm";
import { offramps } from "@/db/schema";
import type { Tx } from "@/server/context";
import type { RequestSums } from "@/server/payments/counting/sums";
import type { RequestRow } from "@/server/requests/draft";
import { currentOfframp, lastKnown, type OfframpRow, seenOnChain } from "@/server/requests/offramps/current";
import { isTakenBack, pairOf, type Settles } from "@/server/requests/offramps/pairs";
import { announceLate, recordMove, takeBack } from "@/server/requests/offramps/record-move";

interface Paid {
  row: RequestRow;
  sums: Pick<RequestSums, "settled" | "transfers">;
}

/**
 * Makes off-ramps follow from what the chain has of their requests, which the caller has locked: a deposit that is confirmed
 * begins the way to the bank account, or comes too late for one, and one that a reorganisation took away is awaited again.
 * Returns what becomes of each request that is bound to a bank account.
 */
export async function followDeposits(tx: Tx, paid: readonly Paid[]): Promise<Map<string, Settles>> {
  const found = new Map<string, Settles>();
  const toBank = paid.filter(({ row }) => row.isCryptoToFiatAllowed);
  if (toBank.length === 0) return found;
  const rows = await tx.db
    .select()
    .from(offramps)
    .where(
      and(
        inArray(
          offramps.requestId,
          toBank.map(({ row }) => row.id),
        ),
        isNull(offramps.replacedAt),
      ),
    );
  const byRequest = new Map(rows.map((row) => [row.requestId, row]));
  for (const one of toBank) {
    const offramp = byRequest.get(one.row.id);
    if (!offramp) continue;
    const settles = await follow(tx, one, offramp);
    if (settles !== null) found.set(one.row.id, settles);
  }
  return found;
}

async function follow(tx: Tx, { row, sums }: Paid, offramp: OfframpRow): Promise<Settles | null> {
  const seen = await seenOnChain(tx, row, offramp, sums.settled);
  const known = lastKnown(offramp);
  if (sums.settled > 0n && (await recordMove(tx, row, offramp.id, DEPOSITED))) {
    const now = (await currentOfframp(tx, row.id)) ?? offramp;
    return pairOf({ ...lastKnown(now), seen }).settles;
  }
  if (sums.transfers === 0 && isTakenBack(known.row, seen)) {
    const back = await takeBack(tx, row, offramp);
    return pairOf({ ...lastKnown(back), seen }).settles;
  }
  const { settles, calldata } = pairOf({ ...known, seen });
  if (calldata === "paid_late") await announceLate(tx, row, offramp);
  return settles;
}

/** News of the chain. */
const DEPOSITED = { state: "initiated", raw: { source: "chain" } } as const;
