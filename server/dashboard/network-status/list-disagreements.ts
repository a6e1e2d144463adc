import { and, desc, eq, inArray } from "drizzle-orm";
import { nodeDisagreements, requests, transfers } from "@/db/schema";
import { DOUBTS } from "@/server/chains/evidence";
import type { Reads } from "@/server/context";
import type { NodeDisagreements } from "@/server/dashboard/network-status/schema";

/** Those that are shown; older ones are in the log. */
const SHOWN = 50;

/**
 * When nodes contradicted each other or themselves, the newest first. They are of the whole service: which transaction, and what
 * was said of it, is told only to the account whose payment it is.
 */
export async function listDisagreements(ctx: Pick<Reads, "db" | "caller">): Promise<NodeDisagreements> {
  const rows = await ctx.db
    .select()
    .from(nodeDisagreements)
    .orderBy(desc(nodeDisagreements.lastAt), desc(nodeDisagreements.id))
    .limit(SHOWN);
  const own = await ownTransactions(
    ctx,
    rows.flatMap(({ txHash }) => txHash ?? []),
  );
  return {
    disagreements: rows.flatMap((row) => {
      const problem = DOUBTS.find((one) => one === row.problem);
      if (problem === undefined) return [];
      const isShown = row.txHash === null || own.has(`${row.network} ${row.txHash}`);
      return {
        ...{ id: row.id, network: row.network, problem, providers: row.providers },
        blockNumber: row.blockNumber?.toString() ?? null,
        txHash: isShown ? row.txHash : null,
        said: isShown ? [...row.said] : [],
        ...{ firstAt: row.firstAt.toISOString(), lastAt: row.lastAt.toISOString(), times: row.times },
      };
    }),
  };
}

/** Of these transactions those that hold a payment of the caller's account, with their networks. */
async function ownTransactions(
  { db, caller }: Pick<Reads, "db" | "caller">,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ network: transfers.network, txHash: transfers.txHash })
    .from(transfers)
    .innerJoin(requests, eq(requests.id, transfers.requestId))
    .where(and(eq(requests.platformId, caller.platformId), inArray(transfers.txHash, [...hashes])));
  return new Set(rows.map(({ network, txHash }) => `${network} ${txHash}`));
}
