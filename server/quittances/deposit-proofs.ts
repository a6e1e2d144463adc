import { and, eq, inArray, sql } from "drizzle-orm";
import { depositAddresses, transfers } from "@/db/schema";
import type { NetworkId } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { termsOf } from "@/server/payments/deposit-addresses/address-row";
import { COUNTED_STATES } from "@/server/payments/state";
import type { DepositProof } from "@/server/quittances/schema";
import { termsOnWire } from "@/server/requests/paying/deposit/terms-on-wire";

type Arrival = Pick<typeof transfers.$inferSelect, "id" | "txHash" | "logIndex" | "depositAddress">;

/** How the transfers among these that went to deposit addresses show whom they pay. */
export async function depositProofs(
  ctx: Pick<Ctx, "db">,
  network: NetworkId,
  settled: readonly Arrival[],
): Promise<DepositProof[]> {
  const addresses = [...new Set(settled.flatMap(({ depositAddress }) => depositAddress ?? []))];
  if (addresses.length === 0) return [];
  const [rows, before] = await Promise.all([
    ctx.db
      .select()
      .from(depositAddresses)
      .where(and(eq(depositAddresses.network, network), inArray(depositAddresses.address, addresses))),
    ctx.db
      .select({
        id: transfers.id,
        sum: sql<string>`coalesce(sum(${transfers.arrived}) over (partition by ${transfers.depositAddress}
          order by ${transfers.blockNumber}, ${transfers.logIndex}
          rows between unbounded preceding and 1 preceding), 0)`,
      })
      .from(transfers)
      .where(
        and(
          inArray(transfers.depositAddress, addresses),
          eq(transfers.network, network),
          inArray(transfers.state, [...COUNTED_STATES]),
        ),
      ),
  ]);
  const terms = new Map(rows.map((row) => [row.address, termsOnWire(termsOf(row, network))]));
  const sums = new Map(before.map(({ id, sum }) => [id, sum]));
  return settled.flatMap(({ id, txHash, logIndex, depositAddress }) => {
    const own = depositAddress === null ? undefined : terms.get(depositAddress);
    return own
      ? [
          {
            transactionHash: `0x${txHash.slice(2)}` as const,
            logIndex,
            before: sums.get(id) ?? "0",
            terms: own,
          },
        ]
      : [];
  });
}
