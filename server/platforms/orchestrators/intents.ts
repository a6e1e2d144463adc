import { desc, eq } from "drizzle-orm";
import { clientIds, orchestratorLinkIntents, orchestratorLinks } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Reads } from "@/server/context";
import { rememberAnswer } from "@/server/lib/idempotency";
import { hashSecret, newId, newToken } from "@/server/lib/ids";
import { pagesOf, type pagesQuery } from "@/server/lib/paging";
import type {
  CreateLinkIntentBody,
  LinkIntent,
  LinkIntentCreated,
  LinkIntentList,
} from "@/server/platforms/orchestrators/intents-schema";
import { ownOrchestrator } from "@/server/platforms/orchestrators/own";
import { ScreeningPlan, storedPlan } from "@/server/platforms/orchestrators/screening-plan";

/** OL-07. */
const LIFE_MS = 2 * 86_400_000;

export type IntentRow = typeof orchestratorLinkIntents.$inferSelect;
type Pages = { [Name in keyof typeof pagesQuery]?: string };

/** An invitation for one platform to hosted onboarding; its URL is told this once (OL-05 to OL-07). */
export function createLinkIntent(ctx: Ctx, body: CreateLinkIntentBody): Promise<LinkIntentCreated> {
  const { clientIdName, domains = [], externalId = null, kyt } = body;
  return inTransaction(ctx, async (tx) => {
    const orchestratorId = ownOrchestrator(tx.caller);
    const now = tx.now();
    const token = newToken();
    const [row] = await tx.db
      .insert(orchestratorLinkIntents)
      .values({
        id: newId(now),
        orchestratorId,
        tokenHash: hashSecret(token),
        clientIdName,
        allowedDomains: domains,
        externalId,
        screeningPlan: kyt ? storedPlan(kyt) : null,
        createdAt: now,
        expiresAt: new Date(now.getTime() + LIFE_MS),
      })
      .returning();
    if (!row) throw new Error("a stored link intent is missing");
    await recordAudit(tx, {
      action: "orchestrator_link_intent.created",
      subject: row.id,
      details: { clientIdName, externalId, domains: domains.join(" ") },
    });
    const answer = { url: onboardingUrl(ctx, token), intent: describeIntent(row, null, now) };
    await rememberAnswer(tx, answer);
    return answer;
  });
}

/** The orchestrator's intents with what became of them, newest first. */
export async function listLinkIntents(
  ctx: Pick<Reads, "db" | "caller" | "now">,
  query: Pages,
): Promise<LinkIntentList> {
  const { page, limit, offset } = pagesOf(query);
  const own = eq(orchestratorLinkIntents.orchestratorId, ownOrchestrator(ctx.caller));
  const [rows, total] = await Promise.all([
    ctx.db
      .select({ intent: orchestratorLinkIntents, clientId: clientIds.clientId })
      .from(orchestratorLinkIntents)
      .leftJoin(orchestratorLinks, eq(orchestratorLinks.intentId, orchestratorLinkIntents.id))
      .leftJoin(clientIds, eq(clientIds.id, orchestratorLinks.clientIdId))
      .where(own)
      .orderBy(desc(orchestratorLinkIntents.id))
      .limit(limit)
      .offset(offset),
    ctx.db.$count(orchestratorLinkIntents, own),
  ]);
  const intents = rows.map(({ intent, clientId }) => describeIntent(intent, clientId, ctx.now()));
  return { intents, total, page, limit };
}

/** The page on which a platform reads what it agrees to; it ends in the intent's token. */
function onboardingUrl({ config }: Pick<Ctx, "config">, token: string): string {
  return new URL(`/onboarding/${token}`, config.urls.dashboard).href;
}

/** Whether an intent can still be completed. */
export function intentState(
  { usedAt, expiresAt }: Pick<IntentRow, "usedAt" | "expiresAt">,
  now: Date,
): LinkIntent["state"] {
  if (usedAt !== null) return "used";
  return expiresAt <= now ? "expired" : "open";
}

function describeIntent(row: IntentRow, clientId: string | null, now: Date): LinkIntent {
  const plan = ScreeningPlan.nullable().parse(row.screeningPlan);
  return {
    id: row.id,
    orchestratorId: row.orchestratorId,
    clientIdName: row.clientIdName,
    allowedDomains: row.allowedDomains,
    externalId: row.externalId,
    ...(plan ? { kyt: plan } : {}),
    used: row.usedAt !== null,
    state: intentState(row, now),
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    usedAt: row.usedAt?.toISOString() ?? null,
    clientId,
  };
}
