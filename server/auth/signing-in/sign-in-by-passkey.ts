import { refuseDisabled } from "@/server/auth/account";
import { accountToOpen } from "@/server/auth/members/accounts";
import { createPasskeyChallenge } from "@/server/auth/passkeys/challenges";
import { inTransactionOfPasskey } from "@/server/auth/passkeys/counter-went-back";
import { requestOf } from "@/server/auth/passkeys/options";
import type { PasskeyRequest, PasskeySignIn } from "@/server/auth/passkeys/schema";
import { requirePasskeySite } from "@/server/auth/passkeys/site";
import { verifyAssertion } from "@/server/auth/passkeys/verify-assertion";
import { type NewSession, startSession } from "@/server/auth/sessions";
import { type Ctx, inTransaction } from "@/server/context";

/** Asks any passkey of this service to sign somebody in, who names nothing. Throws 400 where passkeys do not work. */
export function askPasskeyToSignIn(ctx: Ctx): Promise<PasskeyRequest> {
  const site = requirePasskeySite(ctx.config.urls);
  return inTransaction(ctx, async (tx) =>
    requestOf(site, await createPasskeyChallenge(tx, { purpose: "signIn", sessionId: null, personId: null })),
  );
}

/**
 * Signs the person of a passkey in, to the first account that they belong to. Throws 401 in the same words for an unknown passkey
 * and for a wrong answer, and 403 for whoever belongs to no account any more.
 */
export function signInByPasskey(ctx: Ctx, { challengeId, response }: PasskeySignIn): Promise<NewSession> {
  return inTransactionOfPasskey(ctx, async (tx) => {
    const challenge = { id: challengeId, purpose: "signIn", sessionId: null } as const;
    const { personId, passkey } = await verifyAssertion(tx, { challenge, response });
    const platformId = await accountToOpen(tx, null, personId);
    await refuseDisabled(tx, platformId);
    return startSession(tx, { platformId, wallet: null, personId, passkey });
  });
}
