import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { requests, transfers } from "@/db/schema";
import type { NetworkId } from "@/server/chains/networks";
import type { Ctx, Reads, Tx } from "@/server/context";
import { deleteCheckpoints } from "@/server/lib/ranked-list/checkpoints";
import { COUNTED_STATES } from "@/server/payments/state";
import { conversionOf, type Value } from "@/server/payments/value";
import { valuePayments } from "@/server/payments/valuing/value-payments";

type TransferRow = typeof transfers.$inferSelect;

/** Payments of one look: as many as have prices of their own in one pass. */
const AT_ONCE = 100;
/** What is held may still not count when it is worth something: its wallet has not passed. */
const HELD = ["unvalued", "payer_not_approved"] as const;

/** A recorded payment that could not be valued before. */
export interface ValuedLater {
  row: TransferRow;
  value: Value & { credited: bigint };
}

/**
 * Looks once more at payments that are held because no price could be had, from the one after `afterId` in the order of
 * their IDs. Those that can be valued now are returned, and where the next look begins: null when all were looked at.
 */
export async function valueLater(
  ctx: Pick<Ctx, "db" | "prices" | "log">,
  network: NetworkId,
  afterId: string,
): Promise<{ valued: ValuedLater[]; nextAfter: string | null }> {
  const found = await unvalued(ctx, network, afterId);
  const open = found.flatMap(({ row, request }) => {
    const conversion = conversionOf(request);
    return conversion ? [{ row, conversion }] : [];
  });
  const values = await valuePayments(
    ctx,
    network,
    open.map(({ row, conversion }) => ({ ...row, conversion, value: null })),
  );
  const last = found.at(-1)?.row.id ?? null;
  return {
    valued: open.flatMap(({ row }, i): ValuedLater[] => {
      const value = values[i];
      return value && value.credited !== null ? [{ row, value: { ...value, credited: value.credited } }] : [];
    }),
    nextAfter: found.length < AT_ONCE ? null : last,
  };
}

async function unvalued(ctx: Pick<Reads, "db">, network: NetworkId, afterId: string) {
  return ctx.db
    .select({ row: transfers, request: requests })
    .from(transfers)
    .innerJoin(requests, eq(requests.id, transfers.requestId))
    .where(
      and(
        eq(transfers.network, network),
        inArray(transfers.mismatch, [...HELD]),
        inArray(transfers.state, [...COUNTED_STATES]),
        isNull(transfers.credited),
        sql`${requests.invoiceCurrency} <> ${requests.paymentCurrency}`,
        gt(transfers.id, afterId),
      ),
    )
    .orderBy(asc(transfers.id))
    .limit(AT_ONCE);
}

/**
 * Lets payments count that are valued now, unless they changed meanwhile or their wallet has not passed. Returns the row
 * IDs of their requests, which the caller settles in the same transaction.
 */
export async function recordValues(tx: Tx, valued: readonly ValuedLater[]): Promise<string[]> {
  const requestIds: string[] = [];
  for (const { row, value } of valued) {
    const { credited, valuation, quoteId, rate, rateSources } = value;
    const changed = await tx.db
      .update(transfers)
      .set({
        credited,
        valuation,
        quoteId,
        rate,
        rateSources,
        mismatch: sql`nullif(${transfers.mismatch}, 'unvalued')`,
      })
      .where(
        and(
          eq(transfers.id, row.id),
          isNull(transfers.credited),
          eq(transfers.blockHash, row.blockHash),
          inArray(transfers.mismatch, [...HELD]),
        ),
      )
      .returning({ requestId: transfers.requestId });
    requestIds.push(...changed.map(({ requestId }) => requestId));
  }
  await deleteCheckpoints(
    tx,
    valued.map(({ row }) => ({ platformId: row.platformId, at: row.blockTime })),
  );
  return requestIds;
}
