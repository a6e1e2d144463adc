import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import { brandings, orchestratorLinks } from "@/db/schema";
import { describeBranding } from "@/server/branding/describe";
import type { Branding } from "@/server/branding/schema";
import type { Reader, Reads } from "@/server/context";
import { prepared } from "@/server/lib/database/prepared";

/** Whose page it is: the platform of a link, and the client ID it was made with. */
export interface BrandedLink {
  platformId: string;
  clientIdId: string | null;
}

/**
 * The one row that wins (OB-06): the client ID's, the platform's own before its orchestrator's, else that of the
 * orchestrator its active link names (OB-08), else the platform's. Null is the page as we drew it. One query.
 */
export async function brandingOf(ctx: Pick<Reads, "db">, link: BrandedLink): Promise<Branding | null> {
  const { platformId, clientIdId } = link;
  const [row] =
    clientIdId === null
      ? await ofPlatform(ctx.db).execute({ platformId })
      : await ofClientId(ctx.db).execute({ platformId, clientIdId });
  return row ? describeBranding(row) : null;
}

const ofPlatform = prepared((db) =>
  db.select().from(brandings).where(isOfPlatform()).prepare("platform_branding"),
);

const ofClientId = prepared((db) => winning(db).prepare("client_id_branding"));

function isOfPlatform() {
  return and(
    eq(brandings.platformId, sql.placeholder("platformId")),
    isNull(brandings.clientIdId),
    isNull(brandings.orchestratorId),
  );
}

function winning(db: Reader) {
  const clientIdId = sql.placeholder("clientIdId");
  const orchestrator = db
    .select({ id: orchestratorLinks.orchestratorId })
    .from(orchestratorLinks)
    .where(and(eq(orchestratorLinks.clientIdId, clientIdId), eq(orchestratorLinks.status, "active")));
  return db
    .select()
    .from(brandings)
    .where(
      or(
        isOfPlatform(),
        and(eq(brandings.clientIdId, clientIdId), isNull(brandings.orchestratorId)),
        and(
          sql`${brandings.orchestratorId} = (${orchestrator})`,
          or(isNull(brandings.clientIdId), eq(brandings.clientIdId, clientIdId)),
        ),
      ),
    )
    .orderBy(
      desc(sql`${brandings.clientIdId} is not null and ${brandings.orchestratorId} is null`),
      desc(sql`${brandings.clientIdId} is not null`),
      desc(sql`${brandings.orchestratorId} is not null`),
    )
    .limit(1);
}

/** The look of an orchestrator itself, which its onboarding has (OB-09); null without one. */
export async function brandingOfOrchestrator(
  { db }: Pick<Reads, "db">,
  orchestratorId: string,
): Promise<Branding | null> {
  const [row] = await db
    .select()
    .from(brandings)
    .where(and(eq(brandings.orchestratorId, orchestratorId), isNull(brandings.clientIdId)));
  return row ? describeBranding(row) : null;
}
