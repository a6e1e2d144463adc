import { eq } from "drizzle-orm";
import { platforms, stepUps } from "@/db/schema";
import { personOfCaller } from "@/server/auth/members/acting-member";
import { canonicalJson, digestOf } from "@/server/auth/proofs/digest";
import { proofRequest } from "@/server/auth/proofs/proof-request";
import { contentOf, type ReceivedCall } from "@/server/auth/step-up/call-content";
import { consentOf } from "@/server/auth/step-up/consent-of-step-up";
import { namesOf } from "@/server/auth/step-up/names";
import type { StepUpAsked } from "@/server/auth/step-up/schema";
import type { AskedCall, Words } from "@/server/auth/step-up/words";
import { type Ctx, inTransaction } from "@/server/context";
import { ApiError } from "@/server/errors";
import { newId } from "@/server/lib/ids";

/** How long somebody has to confirm, and to make the call again. */
const LIFETIME_MS = 5 * 60_000;

/** Stores what has to be confirmed, and makes the refusal that says what to sign. */
export async function askForProof(
  ctx: Ctx,
  received: ReceivedCall,
  words: Words,
  asked: AskedCall,
): Promise<ApiError> {
  const { caller } = ctx;
  const createdAt = ctx.now();
  const id = newId(createdAt);
  const content = contentOf(id, caller, received);
  const action = await words(asked, namesOf(ctx, caller.platformId));
  const [owner] = await ctx.db
    .select({ name: platforms.name })
    .from(platforms)
    .where(eq(platforms.id, caller.platformId));
  const row = {
    id,
    sessionId: caller.credentialId,
    platformId: caller.platformId,
    operation: received.operationId,
    content: canonicalJson(content),
    digest: digestOf(content),
    action,
    account: `${owner?.name ?? ""} (${caller.platformId})`,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + LIFETIME_MS),
  };
  const sign = await inTransaction(ctx, async (tx) => {
    const personId = await personOfCaller(tx);
    await tx.db.insert(stepUps).values({ ...row, personId });
    return personId === null ? { wallets: [], passkey: null } : proofRequest(tx, personId, consentOf(row));
  });
  const stepUp: StepUpAsked = {
    id,
    digest: row.digest,
    action,
    account: row.account,
    expiresAt: row.expiresAt.toISOString(),
    sign,
    // Whoever has nothing that could sign has signed in by email.
    takesPassword: sign.wallets.length === 0 && sign.passkey === null,
  };
  return new ApiError("step_up_required", "Confirm this with a wallet or passkey that you sign in with", {
    details: { stepUp },
  });
}
