import { brandingOfOrchestrator } from "@/server/branding/find";
import type { Ctx } from "@/server/context";
import { workedExamples } from "@/server/dashboard/onboarding/examples";
import type { OnboardingState } from "@/server/dashboard/onboarding/offer-schema";
import { termsIdOf, termsOf } from "@/server/onboarding/terms";
import { intentState } from "@/server/platforms/orchestrators/intents";
import { findIntent } from "@/server/platforms/orchestrators/use-intent";

/**
 * What stands behind an onboarding's URL, for whoever has it: the token is what invites. Unlike the endpoint it needs
 * no session, because a platform reads what it is invited to before it connects a wallet.
 */
export async function readOnboarding(
  ctx: Pick<Ctx, "db" | "now" | "config">,
  token: string,
): Promise<OnboardingState> {
  const found = await findIntent(ctx, token);
  if (!found) return { kind: "not_found" };
  const kind = intentState(found.intent, ctx.now());
  if (kind !== "open") {
    const branding = await brandingOfOrchestrator(ctx, found.intent.orchestratorId);
    return { kind, partner: found.partner, branding };
  }
  const terms = await termsOf(ctx, found);
  return {
    kind,
    offer: {
      ...terms,
      termsId: termsIdOf(terms),
      expiresAt: found.intent.expiresAt.toISOString(),
      examples: await workedExamples(ctx, terms),
    },
  };
}
