import { eq } from "drizzle-orm";
import { orchestrators, payeeDestinations } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { isNetworkId } from "@/server/chains/networks";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { tokenByAddress } from "@/server/currencies/tokens";
import { ApiError, invalidField, missingField } from "@/server/errors";
import { rememberAnswer } from "@/server/lib/idempotency";
import type { CompleteLinkIntentBody, LinkIntentCompleted } from "@/server/onboarding/schema";
import { termsIdOf, termsOf } from "@/server/onboarding/terms";
import { requireProviderEnabled } from "@/server/payee-destinations/access-policy";
import type { DestinationRow } from "@/server/payee-destinations/describe";
import { isActiveOf } from "@/server/payee-destinations/find";
import { createClientId } from "@/server/platforms/client-ids/create-client-id";
import { describeClientId } from "@/server/platforms/client-ids/describe";
import { describeLink } from "@/server/platforms/orchestrators/describe";
import { storeClientIdLink, tellBoth } from "@/server/platforms/orchestrators/links";
import { planOfChoice, ScreeningPlan } from "@/server/platforms/orchestrators/screening-plan";
import { lockOpenIntent, markUsed } from "@/server/platforms/orchestrators/use-intent";
import { announceToOrchestrators } from "@/server/webhooks/announcing/announce-to-orchestrators";

/**
 * Completes an onboarding for the wallet that is signed in (OL-08): makes the client ID, bound to the wallet's active
 * destination and with the intent's domains, links it, uses up the intent and tells the orchestrator, in one commit.
 * Throws 400 without a destination, for a choice that is missing or not the platform's, and for a provider that its
 * account may not use; 403 and 404 as ER-06; 409 when terms or destination are others than the body says were shown.
 */
export function completeLinkIntent(
  ctx: Ctx,
  token: string,
  body: CompleteLinkIntentBody,
): Promise<LinkIntentCompleted> {
  return inTransaction(ctx, async (tx) => {
    const found = await lockOpenIntent(tx, token);
    const { intent } = found;
    const { orchestratorId } = intent;
    // From here on the orchestrator's fees stay as they are, and no other event of it is numbered.
    await tx.db
      .select({ id: orchestrators.id })
      .from(orchestrators)
      .where(eq(orchestrators.id, orchestratorId))
      .for("no key update");
    const terms = await termsOf(tx, found);
    if (body?.termsId !== undefined && body.termsId !== termsIdOf(terms)) {
      throw changed("TERMS_CHANGED", "The terms have changed: read them again");
    }
    const screening = await screeningOf(tx, ScreeningPlan.nullable().parse(intent.screeningPlan), body?.kyt);
    const destination = await lockDestination(tx, body?.destinationId);
    const client = await createClientId(tx, {
      platformId: tx.caller.platformId,
      label: intent.clientIdName,
      allowedDomains: intent.allowedDomains,
      payeeDestinationId: destination.id,
    });
    const { id, clientId, platformId } = client;
    await recordAudit(tx, {
      action: "client_id.created",
      subject: id,
      details: { clientId, label: client.label, allowedDomains: client.allowedDomains },
    });
    const link = await storeClientIdLink(tx, {
      orchestratorId,
      clientIdId: id,
      intentId: intent.id,
      ...screening,
      agreedTerms: terms,
      consentedAt: tx.now(),
    });
    await markUsed(tx, intent.id);
    await tellBoth(tx, "orchestrator_link.created", link, { clientId, platformId });
    await announceToOrchestrators(tx, [
      {
        orchestratorId,
        name: "client_id.linked",
        payload: {
          clientId,
          orchestratorId,
          linkId: link.id,
          intentId: intent.id,
          externalId: intent.externalId,
          ...routeOf(destination),
        },
        dedupeKey: `${link.id}:linked`,
      },
    ]);
    const answer: LinkIntentCompleted = {
      ok: true,
      clientId: describeClientId(client),
      link: describeLink({ link, clientId, externalId: intent.externalId }),
    };
    await rememberAnswer(tx, answer);
    return answer;
  });
}

type Choice = NonNullable<CompleteLinkIntentBody>["kyt"];

/** The orchestrator's plan, which the platform can only view (OK-02), else what the platform chooses (OL-11). */
async function screeningOf(tx: Tx, plan: ScreeningPlan | null, choice: Choice) {
  if (plan) {
    if (choice) throw invalidField("kyt", "The partner prescribes how payers are screened");
    return { screeningControl: "orchestrator" as const, screeningPlan: plan };
  }
  if (!choice) throw missingField("kyt");
  await requireProviderEnabled(tx, { screeningProvider: choice.provider });
  return { screeningControl: "platform" as const, screeningPlan: planOfChoice(choice.provider) };
}

/** The wallet's active destination, held until this commits. Throws 400 without one, 409 for another than was shown. */
async function lockDestination(tx: Tx, shown: string | undefined): Promise<DestinationRow> {
  const { wallet } = tx.caller;
  const [active] = wallet
    ? await tx.db.select().from(payeeDestinations).where(isActiveOf(wallet)).for("share")
    : [];
  if (!active) throw new ApiError("no_active_destination", "Set up a payment destination first");
  if (shown !== undefined && shown !== active.id && shown !== active.destinationId) {
    throw changed("DESTINATION_CHANGED", "The payment destination has changed: look at it again");
  }
  return active;
}

/** Where the platform is paid, in the words of the event (events.md §3.11). */
function routeOf({ destinationId, walletAddress, network, tokenAddress }: DestinationRow) {
  const token = isNetworkId(network) ? tokenByAddress(network, tokenAddress) : undefined;
  if (!token) throw new Error(`destination ${destinationId} has no known token`);
  const isEvm = walletAddress.startsWith("0x");
  return {
    destinationId,
    destinationWalletAddress: isEvm ? walletAddress.toLowerCase() : walletAddress,
    chain: network,
    currency: token.symbol,
  };
}

function changed(code: string, message: string): ApiError {
  return new ApiError("conflict", message, { details: { code } });
}
