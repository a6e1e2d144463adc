import { people } from "@/db/schema";
import { acceptFor, readInvitation } from "@/server/auth/members/invitations";
import { createPasskeyChallenge } from "@/server/auth/passkeys/challenges";
import { creationOf } from "@/server/auth/passkeys/options";
import { storePasskey, verifyNewPasskey } from "@/server/auth/passkeys/register-passkey";
import type { NewPasskeyBody, PasskeyCreation } from "@/server/auth/passkeys/schema";
import { requirePasskeySite } from "@/server/auth/passkeys/site";
import { type NewSession, startSession } from "@/server/auth/sessions";
import { type Ctx, inTransaction } from "@/server/context";
import { newId } from "@/server/lib/ids";

/**
 * Asks for the passkey of whoever accepts an invitation with it, as a new person. Throws 404 for an unknown token, 403 for an
 * invitation that is over or where passkeys do not work.
 */
export async function createJoinPasskey(ctx: Ctx, token: string): Promise<PasskeyCreation> {
  const site = requirePasskeySite(ctx.config.urls);
  const { account } = await readInvitation(ctx, token);
  return inTransaction(ctx, async (tx) => {
    const personId = newId(tx.now());
    const challenge = await createPasskeyChallenge(tx, { purpose: "join", sessionId: null, personId });
    return creationOf(site, challenge, { personId, name: account.name, known: [] });
  });
}

/**
 * Accepts an invitation with a new passkey and signs its person in there: person, passkey, membership and session are stored in
 * one commit, or nothing is. No account is opened, so it makes no difference whether registration is. Throws 400 for a wrong
 * answer, 404 and 403 as `acceptInvitation` does.
 */
export function joinByPasskey(
  ctx: Ctx,
  token: string,
  { challengeId, name, response }: NewPasskeyBody,
): Promise<NewSession> {
  return inTransaction(ctx, async (tx) => {
    const made = await verifyNewPasskey(tx, {
      challengeId,
      purpose: "join",
      sessionId: null,
      name: name ?? null,
      response,
    });
    const { personId } = made;
    await tx.db.insert(people).values({ id: personId, createdAt: tx.now() });
    const passkey = await storePasskey(tx, made);
    const { id: platformId } = await acceptFor(tx, token, personId);
    return startSession(tx, { platformId, wallet: null, personId, passkey });
  });
}
