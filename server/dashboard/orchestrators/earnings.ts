import { desc, eq, sql } from "drizzle-orm";
import { clientIds, orchestratorLinkIntents, orchestratorLinks } from "@/db/schema";
import type { Reads } from "@/server/context";
import type {
  OrchestratorEarnings,
  OrchestratorPlatforms,
  PlatformsQuery,
} from "@/server/dashboard/orchestrators/schema";
import { feesOf, linkedClients, together, volumeOf } from "@/server/dashboard/orchestrators/sums";
import { pagesOf } from "@/server/lib/paging";
import { ownOrchestrator } from "@/server/platforms/orchestrators/own";

type Reading = Pick<Reads, "db" | "caller">;

/** What the orchestrator that calls has earned so far, and at which volume. Throws 401 for anybody else. */
export async function readEarnings(ctx: Reading): Promise<OrchestratorEarnings> {
  const orchestratorId = ownOrchestrator(ctx.caller);
  const clients = linkedClients(orchestratorId);
  const [fees, volume] = await Promise.all([feesOf(ctx, clients), volumeOf(ctx, orchestratorId, clients)]);
  return { fees: together(fees), volume: together(volume) };
}

/** Client IDs that are or were linked to the orchestrator that calls, newest first, with what came of each. */
export async function listOrchestratorPlatforms(
  ctx: Reading,
  query: PlatformsQuery,
): Promise<OrchestratorPlatforms> {
  const orchestratorId = ownOrchestrator(ctx.caller);
  const { page, limit, offset } = pagesOf(query);
  const own = eq(orchestratorLinks.orchestratorId, orchestratorId);
  const [rows, total] = await Promise.all([
    ctx.db
      .select({
        link: orchestratorLinks,
        clientId: clientIds.clientId,
        clientIdName: orchestratorLinkIntents.clientIdName,
        externalId: orchestratorLinkIntents.externalId,
      })
      .from(orchestratorLinks)
      .innerJoin(clientIds, eq(clientIds.id, orchestratorLinks.clientIdId))
      .leftJoin(orchestratorLinkIntents, eq(orchestratorLinkIntents.id, orchestratorLinks.intentId))
      .where(own)
      .orderBy(desc(orchestratorLinks.id))
      .limit(limit)
      .offset(offset),
    ctx.db.$count(orchestratorLinks, own),
  ]);
  if (rows.length === 0) return { platforms: [], total, page, limit };
  const shown = sql.join(
    rows.map(({ link }) => sql`${link.clientIdId}`),
    sql`, `,
  );
  const [fees, volume] = await Promise.all([feesOf(ctx, shown), volumeOf(ctx, orchestratorId, shown)]);
  const platforms = rows.map(({ link, ...names }) => ({
    linkId: link.id,
    ...names,
    status: link.status,
    linkedAt: link.createdAt.toISOString(),
    revokedAt: link.revokedAt?.toISOString() ?? null,
    revokedBy: link.revokedBy,
    fees: fees.get(link.clientIdId) ?? [],
    volume: volume.get(link.clientIdId) ?? [],
  }));
  return { platforms, total, page, limit };
}
