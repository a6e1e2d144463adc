import { and, eq, isNotNull } from "drizzle-orm";
import { transfers } from "@/db/schema";
import { MAX_COLLECTED } from "@/server/chains/deposit-collection";
import type { EvmNetworkId } from "@/server/chains/networks";
import type { Caller, Ctx } from "@/server/context";
import { tokenOfRow } from "@/server/dashboard/deposits/list";
import { waitingDeposits } from "@/server/dashboard/deposits/waiting";
import { termsOf } from "@/server/payments/deposit-addresses/address-row";
import { readAddresses } from "@/server/payments/deposit-addresses/keep-address";
import type { WaitingMoney } from "@/server/settler/book";

/**
 * What waits at deposit addresses of all accounts of a network and is confirmed, every account in turn. `callerOf` is the worker
 * acting for an account.
 */
export async function waitingForSettler(
  ctx: Ctx,
  network: EvmNetworkId,
  callerOf: (platformId: string) => Caller,
): Promise<WaitingMoney[]> {
  const accounts = await ctx.db
    .selectDistinct({ platformId: transfers.platformId })
    .from(transfers)
    .where(and(eq(transfers.network, network), isNotNull(transfers.depositAddress)));
  const ofAccounts: WaitingMoney[][] = [];
  for (const { platformId } of accounts) {
    const rows = await waitingDeposits(
      { db: ctx.db, caller: callerOf(platformId) },
      { network, limit: MAX_COLLECTED },
    );
    const settled = rows.filter((row) => row.settled > 0n);
    const stored = await readAddresses(
      ctx.db,
      network,
      settled.map(({ address }) => address),
    );
    const byAddress = new Map(stored.map((row) => [row.address, row]));
    ofAccounts.push(
      settled.flatMap((row) => {
        const address = byAddress.get(row.address);
        const { symbol, decimals } = tokenOfRow(row);
        const token = { symbol, decimals };
        return address
          ? [{ address: row.address, terms: termsOf(address, network), token, units: row.settled }]
          : [];
      }),
    );
  }
  return inTurn(ofAccounts);
}

/** The first of each, then the second of each. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}
