import { and, asc, eq, inArray } from "drizzle-orm";
import { recurringPayments } from "@/db/schema";
import { EVM_NETWORK_IDS, EVM_NETWORKS } from "@/server/chains/networks";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import type { Ctx } from "@/server/context";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";
import { pageSchedule } from "@/server/recurring-payouts/page/page-state";

/** More than anybody pays; a payer with more sees those that were created first. */
const MOST = 200;

/**
 * The signed schedules that can still take money from a wallet, of all accounts of this installation. Only for who has
 * proven to be its owner: `chainId` is `EVERY_CHAIN` for a key, else the chain of a contract wallet. Those that nobody
 * has signed are left out, because anybody can create them in anybody's name.
 */
export async function runningSchedules(
  ctx: Ctx,
  { address, chainId }: { address: string; chainId: number },
): Promise<PageSchedule[]> {
  const networks = EVM_NETWORK_IDS.filter(
    (id) => chainId === EVERY_CHAIN || EVM_NETWORKS[id].chainId === chainId,
  );
  if (networks.length === 0) return [];
  const rows = await ctx.db
    .select()
    .from(recurringPayments)
    .where(
      and(
        inArray(recurringPayments.network, networks),
        eq(recurringPayments.subscriber, address),
        inArray(recurringPayments.status, ["active", "paused"]),
      ),
    )
    .orderBy(asc(recurringPayments.id))
    .limit(MOST);
  return Promise.all(rows.map((row) => pageSchedule(ctx, row)));
}
