import { and, asc, eq, isNull, ne } from "drizzle-orm";
import { passkeys, platforms, sessions } from "@/db/schema";
import { requirePerson } from "@/server/auth/members/acting-member";
import { keepAWayIn, lockPerson } from "@/server/auth/members/ways-in";
import { asBase64url, createPasskeyChallenge } from "@/server/auth/passkeys/challenges";
import { creationOf } from "@/server/auth/passkeys/options";
import { recordInAccounts } from "@/server/auth/passkeys/record-in-accounts";
import { storePasskey, verifyNewPasskey } from "@/server/auth/passkeys/register-passkey";
import type { NewPasskeyBody, Passkey, PasskeyCreation, PasskeyName } from "@/server/auth/passkeys/schema";
import { requirePasskeySite } from "@/server/auth/passkeys/site";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import type { Done } from "@/server/lib/done";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";

type PasskeyRow = typeof passkeys.$inferSelect;

/** The passkeys of whoever is signed in, the first first. None for an account by email whose owner is no person yet. */
export async function listPasskeys(ctx: Pick<Reads, "db" | "caller">): Promise<Passkey[]> {
  const { personId, credentialId } = ctx.caller;
  if (personId === null) return [];
  const rows = await ctx.db.select().from(passkeys).where(isOwn(personId)).orderBy(asc(passkeys.id));
  const current = await passkeyOfSession(ctx, credentialId);
  return rows.map((row) => passkeyRecord(row, current));
}

/** Asks for a new passkey of whoever is signed in. Throws 400 where passkeys do not work. */
export function createPasskeyRegistration(ctx: Ctx): Promise<PasskeyCreation> {
  const site = requirePasskeySite(ctx.config.urls);
  return inTransaction(ctx, async (tx) => {
    const personId = await requirePerson(tx);
    const { credentialId: sessionId, platformId } = tx.caller;
    const rows = await tx.db.select().from(passkeys).where(isOwn(personId));
    const [account] = await tx.db
      .select({ name: platforms.name })
      .from(platforms)
      .where(eq(platforms.id, platformId));
    const challenge = await createPasskeyChallenge(tx, { purpose: "register", sessionId, personId });
    const known = rows.map(({ credentialId }) => asBase64url(credentialId));
    return creationOf(site, challenge, { personId, name: account?.name ?? "Quittance", known });
  });
}

/** Adds a passkey to the ways in of whoever is signed in. Throws 400 for a wrong answer, 409 for one that somebody has. */
export function addPasskey(ctx: Ctx, { challengeId, name, response }: NewPasskeyBody): Promise<Passkey> {
  return inTransaction(ctx, async (tx) => {
    const personId = await requirePerson(tx);
    await lockPerson(tx, personId);
    const sessionId = tx.caller.credentialId;
    const made = await verifyNewPasskey(tx, {
      challengeId,
      purpose: "register",
      sessionId,
      name: name ?? null,
      response,
    });
    const stored = await storePasskey(tx, { ...made, personId });
    await recordInAccounts(tx, personId, {
      action: "passkey.created",
      subject: stored.id,
      details: { name: stored.name },
    });
    return passkeyRecord(stored, null);
  });
}

/** Gives a passkey of whoever is signed in another name. Throws 404 for any other. */
export function renamePasskey(ctx: Ctx, id: string, { name }: PasskeyName): Promise<Passkey> {
  return inTransaction(ctx, async (tx) => {
    const own = await ownPasskey(tx, await requirePerson(tx), id);
    await tx.db.update(passkeys).set({ name }).where(eq(passkeys.id, id));
    return passkeyRecord({ ...own, name }, await passkeyOfSession(tx, tx.caller.credentialId));
  });
}

/**
 * Removes a passkey of whoever is signed in, and ends the sessions that were begun with it, in every process and account, but
 * for the one that removes it. Throws 404 for any other, and 409 for the last way in of its person.
 */
export function removePasskey(ctx: Ctx, id: string): Promise<Done> {
  return inTransaction(ctx, async (tx) => {
    const personId = await requirePerson(tx);
    await lockPerson(tx, personId);
    const { name } = await ownPasskey(tx, personId, id);
    await keepAWayIn(tx, personId);
    await tx.db.update(passkeys).set({ removedAt: tx.now() }).where(eq(passkeys.id, id));
    const isOther = ne(sessions.id, tx.caller.credentialId);
    await tx.db.delete(sessions).where(and(eq(sessions.passkeyId, id), isOther));
    announceCredentialChange(tx);
    await recordInAccounts(tx, personId, { action: "passkey.deleted", subject: id, details: { name } });
    return { success: true, message: "The passkey was removed" };
  });
}

function isOwn(personId: string) {
  return and(eq(passkeys.personId, personId), isNull(passkeys.removedAt));
}

async function ownPasskey(tx: Pick<Tx, "db">, personId: string, id: string): Promise<PasskeyRow> {
  const [row] = await tx.db
    .select()
    .from(passkeys)
    .where(and(isOwn(personId), eq(passkeys.id, id)));
  if (!row) throw new ApiError("not_found", "Passkey not found");
  return row;
}

async function passkeyOfSession({ db }: Pick<Reads, "db">, sessionId: string): Promise<string | null> {
  const [row] = await db
    .select({ passkeyId: sessions.passkeyId })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  return row?.passkeyId ?? null;
}

function passkeyRecord(row: PasskeyRow, current: string | null): Passkey {
  const { id, name, isBackedUp, createdAt, lastUsedAt } = row;
  return {
    id,
    name,
    isSynced: isBackedUp,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isCurrent: id === current,
  };
}
