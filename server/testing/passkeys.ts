import type { Role } from "@/db/roles";
import { memberships, people } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { createPasskeyChallenge } from "@/server/auth/passkeys/challenges";
import { storePasskey, verifyNewPasskey } from "@/server/auth/passkeys/register-passkey";
import { requirePasskeySite } from "@/server/auth/passkeys/site";
import { createSession } from "@/server/auth/sessions";
import { inTransaction } from "@/server/context";
import { newId } from "@/server/lib/ids";
import type { TestApi } from "@/server/testing/api";
import { TestAuthenticator } from "@/server/testing/authenticator";
import type { TestSession } from "@/server/testing/credentials";

/** A member with the device that has their passkey. */
export interface PasskeyMember extends TestSession {
  personId: string;
  device: TestAuthenticator;
}

/** A passkey of somebody, on a device of its own. */
export function aPasskeyOf(
  api: TestApi,
  personId: string,
): Promise<{ device: TestAuthenticator; passkey: { id: string; name: string } }> {
  const ctx = api.app.context(systemCaller(""));
  return inTransaction(ctx, async (tx) => {
    const device = new TestAuthenticator(requirePasskeySite(ctx.config.urls));
    const asked = { purpose: "register", sessionId: null } as const;
    const { id, challenge } = await createPasskeyChallenge(tx, { ...asked, personId });
    const response = device.create({ challenge, userHandle: personId });
    const made = await verifyNewPasskey(tx, { ...asked, challengeId: id, name: null, response });
    return { device, passkey: await storePasskey(tx, made) };
  });
}

/** Somebody signed in to an account as a member with this role, with a passkey and without a wallet. */
export async function aMemberByPasskey(api: TestApi, platformId: string, role: Role): Promise<PasskeyMember> {
  const ctx = api.app.context(systemCaller(""));
  const personId = newId(ctx.now());
  await inTransaction(ctx, async (tx) => {
    const createdAt = tx.now();
    await tx.db.insert(people).values({ id: personId, createdAt });
    await tx.db.insert(memberships).values({ id: newId(createdAt), platformId, personId, role, createdAt });
  });
  const { device, passkey } = await aPasskeyOf(api, personId);
  const { id, token } = await inTransaction(ctx, (tx) =>
    createSession(tx, { platformId, wallet: null, personId, passkey }),
  );
  return {
    platformId,
    sessionId: id,
    token,
    wallet: null,
    bearer: { authorization: `Bearer ${token}` },
    cookie: { cookie: `session_token=${token}` },
    personId,
    device,
  };
}
