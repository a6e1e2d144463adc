import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import { brandings, orchestratorLinks } from "@/db/schema";
import { describeBranding } from "@/server/branding/describe";
import type { Branding } from "@/server/branding/schema";
import type { Reads } from "@/server/context";

/** Whose page it is: the platform of a link, and the client ID it was made with. */
export interface BrandedLink {
  platformId: string;
  clientIdId: string | null;
}

/**
 * The one row that wins (OB-06): the client ID's, else that of the orchestrator its active link names (OB-08), else
 * the platform's. Null is the page as we drew it. One query.
 */
export async function brandingOf(ctx: Pick<Reads, "db">, link: BrandedLink): Promise<Branding | null> {
  const ofPlatform = and(
    eq(brandings.platformId, link.platformId),
    isNull(brandings.clientIdId),
    isNull(brandings.orchestratorId),
  );
  const { clientIdId } = link;
  const orchestrator = ctx.db
    .select({ id: orchestratorLinks.orchestratorId })
    .from(orchestratorLinks)
    .where(and(eq(orchestratorLinks.clientIdId, clientIdId ?? ""), eq(orchestratorLinks.status, "active")));
  const candidates =
    clientIdId === null
      ? ofPlatform
      : or(
          ofPlatform,
          eq(brandings.clientIdId, clientIdId),
          sql`${brandings.orchestratorId} = (${orchestrator})`,
        );
  const [row] = await ctx.db
    .select()
    .from(brandings)
    .where(candidates)
    .orderBy(
      desc(sql`${brandings.clientIdId} is not null`),
      desc(sql`${brandings.orchestratorId} is not null`),
    )
    .limit(1);
  return row ? describeBranding(row) : null;
}
