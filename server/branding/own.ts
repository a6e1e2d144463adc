import { and, eq, isNull } from "drizzle-orm";
import { brandings, clientIds, platforms } from "@/db/schema";
import { changesBetween } from "@/server/audit/changes-between";
import { type AuditDetails, recordAudit } from "@/server/audit/record";
import { describeBranding } from "@/server/branding/describe";
import type { Branding, BrandingBody, BrandingQuery, BrandingRemoved } from "@/server/branding/schema";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { newId } from "@/server/lib/ids";

/** The caller's branding, or that of one of its client IDs; null without one. Throws 404 for a foreign client ID. */
export async function getBranding(ctx: Ctx, query: BrandingQuery): Promise<Branding | null> {
  const [row] = await ctx.db
    .select()
    .from(brandings)
    .where(ofScope(ctx, await scopeOf(ctx, query)));
  return row ? describeBranding(row) : null;
}

/** Replaces the branding as a whole: what the body leaves out is unset. Throws 404 for a foreign client ID. */
export function putBranding(ctx: Ctx, query: BrandingQuery, body: BrandingBody): Promise<Branding> {
  return inTransaction(ctx, async (tx) => {
    const clientIdId = await scopeOf(tx, query);
    await lockPlatform(tx);
    const [was] = await tx.db.delete(brandings).where(ofScope(tx, clientIdId)).returning();
    const now = tx.now();
    const [row] = await tx.db
      .insert(brandings)
      .values({
        id: newId(now),
        platformId: tx.caller.platformId,
        clientIdId,
        ...body,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!row) throw new Error("a branding was not stored");
    const answer = describeBranding(row);
    await recordAudit(tx, {
      action: "branding.updated",
      subject: row.id,
      details: { clientIdId, ...body },
      ...changesBetween(was ? factsOf(describeBranding(was)) : {}, factsOf(answer)),
    });
    return answer;
  });
}

/** Back to the page's own look. Doing it again changes nothing. Throws 404 for a foreign client ID. */
export function removeBranding(ctx: Ctx, query: BrandingQuery): Promise<BrandingRemoved> {
  return inTransaction(ctx, async (tx) => {
    const clientIdId = await scopeOf(tx, query);
    const removed = await tx.db.delete(brandings).where(ofScope(tx, clientIdId)).returning();
    for (const { id } of removed) {
      await recordAudit(tx, { action: "branding.deleted", subject: id, details: { clientIdId } });
    }
    return { removed: removed.length > 0 };
  });
}

/** What payers see, for the audit log. A branding that is replaced gets another ID. */
function factsOf({ id: _, ...look }: Branding): AuditDetails {
  return look;
}

/** Null for the platform itself, else the row of the client ID. */
async function scopeOf(
  ctx: Pick<Reads | Tx, "db" | "caller">,
  { clientId }: BrandingQuery,
): Promise<string | null> {
  if (clientId === undefined) return null;
  const [row] = await ctx.db
    .select({ id: clientIds.id })
    .from(clientIds)
    .where(and(eq(clientIds.clientId, clientId), eq(clientIds.platformId, ctx.caller.platformId)));
  if (!row) throw new ApiError("not_found", "Client ID not found");
  return row.id;
}

/** Two that replace the same row follow each other. */
async function lockPlatform({ db, caller }: Tx): Promise<void> {
  await db
    .select({ id: platforms.id })
    .from(platforms)
    .where(eq(platforms.id, caller.platformId))
    .for("no key update");
}

function ofScope({ caller }: Pick<Ctx, "caller">, clientIdId: string | null) {
  return and(
    eq(brandings.platformId, caller.platformId),
    isNull(brandings.orchestratorId),
    clientIdId === null ? isNull(brandings.clientIdId) : eq(brandings.clientIdId, clientIdId),
  );
}
