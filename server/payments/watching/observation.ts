import { eq, sql } from "drizzle-orm";
import { chainCursors, chainObservations } from "@/db/schema";
import { ChainError } from "@/server/chains/chain-error";
import type { NetworkId } from "@/server/chains/networks";
import type { NodeReport } from "@/server/chains/node-order";
import { type Ctx, inTransaction } from "@/server/context";

export type Observation = typeof chainObservations.$inferSelect;

/** Keeps what the nodes of a network answered when they were compared. Any worker may tell. */
export async function noteNodes(ctx: Ctx, network: NetworkId, reports: readonly NodeReport[]): Promise<void> {
  const now = ctx.now();
  // A node whose blocks are of a time that is not here yet tells the head only where no other does.
  const heads = reports.filter(({ state }) => state === "ok" || state === "behind");
  const newest = (heads.length > 0 ? heads : reports)
    .flatMap(({ head }) => head ?? [])
    .toSorted((a, b) => (a.number < b.number ? 1 : -1))[0];
  const seen = {
    lookedAt: now,
    nodes: reports.map(({ state }) => state),
    ...(newest && { headBlock: newest.number, headTime: newest.time, answeredAt: now }),
  };
  await inTransaction(ctx, (tx) =>
    tx.db
      .insert(chainObservations)
      .values({ network, ...seen })
      .onConflictDoUpdate({ target: chainObservations.network, set: seen }),
  );
}

/**
 * Keeps that a pass failed, and why; of a worker that would have to watch the network, not of one that merely stands
 * by. Without what the node said, which is not ours to show.
 */
export async function noteFailedPass(
  ctx: Ctx,
  network: NetworkId,
  owner: string,
  error: unknown,
): Promise<void> {
  const now = ctx.now();
  const failure = inShort(error);
  await inTransaction(ctx, async (tx) => {
    const [cursor] = await tx.db
      .select({
        isOthers: sql<boolean>`coalesce(${chainCursors.leaseOwner} <> ${owner}
          and ${chainCursors.leaseUntil} > clock_timestamp(), false)`,
        lastPassAt: chainCursors.lastPassAt,
      })
      .from(chainCursors)
      .where(eq(chainCursors.network, network));
    if (cursor?.isOthers) return;
    const endedWellAt = (cursor?.lastPassAt ?? new Date(0)).toISOString();
    await tx.db
      .insert(chainObservations)
      .values({ network, failedPasses: 1n, failedAt: now, failingSince: now, failure })
      .onConflictDoUpdate({
        target: chainObservations.network,
        set: {
          failedPasses: sql`${chainObservations.failedPasses} + 1`,
          failedAt: now,
          failure,
          failingSince: sql`case when ${chainObservations.failedAt} > ${endedWellAt}::timestamptz
            then ${chainObservations.failingSince} else ${now.toISOString()}::timestamptz end`,
        },
      });
  });
}

/** What failed, as far as it is ours: the method that a node did not answer, or the name of the error. */
function inShort(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (!(error instanceof ChainError)) return error.name;
  return /^[\w./]+ failed(?=:)/.exec(error.message)?.[0] ?? "the node contradicts itself";
}
