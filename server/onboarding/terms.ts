import { createHash } from "node:crypto";
import { brandingOfOrchestrator } from "@/server/branding/find";
import type { Reads } from "@/server/context";
import { chargedFees } from "@/server/fees/configs/effective";
import type { LinkIntentRead, OnboardingTerms } from "@/server/onboarding/schema";
import { ScreeningPlan } from "@/server/platforms/orchestrators/screening-plan";
import { findIntent, type InvitingIntent, requireOpen } from "@/server/platforms/orchestrators/use-intent";

/** What completing an intent agrees to, as things stand now. */
export async function termsOf(
  ctx: Pick<Reads, "db">,
  { intent, partner }: InvitingIntent,
): Promise<OnboardingTerms> {
  const { orchestratorId } = intent;
  const [fees, branding] = await Promise.all([
    chargedFees(ctx, { orchestratorId, clientIdId: null }),
    brandingOfOrchestrator(ctx, orchestratorId),
  ]);
  return {
    partner,
    orchestratorId,
    clientIdName: intent.clientIdName,
    allowedDomains: intent.allowedDomains,
    fees,
    kyt: ScreeningPlan.nullable().parse(intent.screeningPlan),
    branding,
  };
}

/** A text that differs between any two terms. */
export function termsIdOf(terms: OnboardingTerms): string {
  return createHash("sha256").update(JSON.stringify(terms)).digest("hex");
}

/** An intent as whoever opens its URL reads it. Throws 404 and 403 (ER-06). */
export async function readLinkIntent(ctx: Pick<Reads, "db" | "now">, token: string): Promise<LinkIntentRead> {
  const found = requireOpen(await findIntent(ctx, token), ctx.now());
  const terms = await termsOf(ctx, found);
  return {
    valid: true,
    clientIdName: terms.clientIdName,
    ...(terms.branding ? { branding: terms.branding } : {}),
    terms,
    termsId: termsIdOf(terms),
    expiresAt: found.intent.expiresAt.toISOString(),
  };
}
