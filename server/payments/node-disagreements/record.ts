import { count, gte, inArray, lt, sql } from "drizzle-orm";
import { nodeDisagreements } from "@/db/schema";
import type { Tx } from "@/server/context";
import { removeSome } from "@/server/lib/database/prune";
import { newId } from "@/server/lib/ids";
import { type Disagreement, samenessOf } from "@/server/payments/node-disagreements/gathered";

/** How long they are shown and kept. */
const KEPT_DAYS = 30;
/** Different ones of a network in an hour: a node that makes up payments without end fills no disk. */
export const MOST_PER_HOUR = 200;
const HOUR_MS = 3_600_000;

/** Writes down what was found, what is the same within an hour in one row. Returns how many were too many for that. */
export async function recordDisagreements(tx: Tx, found: readonly Disagreement[]): Promise<number> {
  if (found.length === 0) return 0;
  const now = tx.now();
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const named = found.map((one) => ({ ...one, sameness: `${samenessOf(one)} ${hour.toISOString()}` }));
  const [known, counts] = await Promise.all([
    tx.db
      .select({ sameness: nodeDisagreements.sameness })
      .from(nodeDisagreements)
      .where(
        inArray(
          nodeDisagreements.sameness,
          named.map(({ sameness }) => sameness),
        ),
      ),
    tx.db
      .select({ network: nodeDisagreements.network, rows: count() })
      .from(nodeDisagreements)
      .where(gte(nodeDisagreements.firstAt, hour))
      .groupBy(nodeDisagreements.network),
  ]);
  const isKnown = new Set(known.map(({ sameness }) => sameness));
  const rows = new Map<string, number>(counts.map(({ network, rows }) => [network, rows]));
  const kept = named.filter(({ sameness, network }) => {
    if (isKnown.has(sameness)) return true;
    const before = rows.get(network) ?? 0;
    rows.set(network, before + 1);
    return before < MOST_PER_HOUR;
  });
  if (kept.length > 0) {
    await tx.db
      .insert(nodeDisagreements)
      .values(
        kept.map(({ providers, ...one }) => ({
          ...{ ...one, providers: [...providers] },
          ...{ id: newId(now), firstAt: now, lastAt: now },
        })),
      )
      .onConflictDoUpdate({
        target: nodeDisagreements.sameness,
        set: {
          lastAt: now,
          times: sql`${nodeDisagreements.times} + excluded.times`,
          blockNumber: sql`coalesce(excluded.block_number, ${nodeDisagreements.blockNumber})`,
          said: sql`excluded.said`,
        },
      });
  }
  return found.length - kept.length;
}

/** Removes those that were last found more than 30 days ago, at most `limit` of them; returns how many. */
export function pruneDisagreements(tx: Pick<Tx, "db" | "now">, limit: number): Promise<number> {
  const before = new Date(tx.now().getTime() - KEPT_DAYS * 24 * HOUR_MS);
  return removeSome(tx, nodeDisagreements, lt(nodeDisagreements.lastAt, before), limit);
}
