import { and, asc, eq, isNull } from "drizzle-orm";
import { memberships, platforms, sessions } from "@/db/schema";
import { refuseDisabled } from "@/server/auth/account";
import { lockMembers, personOfCaller, roleOf } from "@/server/auth/members/acting-member";
import type { OwnAccount } from "@/server/auth/members/schema";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";

/** The accounts that the caller belongs to, the first first. */
export function listAccounts(ctx: Ctx): Promise<OwnAccount[]> {
  return inTransaction(ctx, async (tx) => {
    const { platformId } = tx.caller;
    const personId = await personOfCaller(tx);
    if (personId === null) {
      const [own] = await tx.db
        .select({ id: platforms.id, name: platforms.name })
        .from(platforms)
        .where(eq(platforms.id, platformId));
      return own ? [{ ...own, role: "owner" as const, isSelected: true }] : [];
    }
    const rows = await tx.db
      .select({ id: platforms.id, name: platforms.name, role: memberships.role })
      .from(memberships)
      .innerJoin(platforms, eq(platforms.id, memberships.platformId))
      .where(and(eq(memberships.personId, personId), isNull(memberships.endedAt)))
      .orderBy(asc(memberships.createdAt), asc(memberships.id));
    return rows.map((row) => ({ ...row, isSelected: row.id === platformId }));
  });
}

/**
 * From now on this session acts in another account of its person. Throws 404 for an account that the caller does not belong
 * to, in the words of one that does not exist, and 403 for a disabled one.
 */
export function selectAccount(ctx: Ctx, id: string): Promise<OwnAccount> {
  return inTransaction(ctx, async (tx) => {
    const { credentialId } = tx.caller;
    const personId = await personOfCaller(tx);
    if (personId === null) throw accountNotFound();
    // A removal of the same moment comes before this, or finds the session in its account.
    await lockMembers(tx, id);
    const role = await roleOf(tx, id, personId);
    const [account] = await tx.db
      .select({ id: platforms.id, name: platforms.name })
      .from(platforms)
      .where(eq(platforms.id, id));
    if (role === null || !account) throw accountNotFound();
    await refuseDisabled(tx, id);
    await tx.db.update(sessions).set({ platformId: id }).where(eq(sessions.id, credentialId));
    announceCredentialChange(tx);
    return { ...account, role, isSelected: true };
  });
}

/**
 * The account that a person's new session acts in: the own one of the wallet that signs in, else the first that they belong to.
 * Throws 403 for whoever belongs to none, having left or been removed from the account of their wallet.
 */
export async function accountToOpen(
  tx: Pick<Tx, "db">,
  ownId: string | null,
  personId: string,
): Promise<string> {
  const found = await accountOfPerson(tx, personId, ownId);
  if (found !== null) return found;
  if (ownId === null) throw new ApiError("forbidden", "You do not belong to any account here any more");
  throw new ApiError(
    "forbidden",
    "This wallet left the account that it opened, or was removed from it; sign in with another wallet",
  );
}

/** An account that a person belongs to: the preferred one, else the first. Null where there is none. */
export async function accountOfPerson(
  { db }: Pick<Tx, "db">,
  personId: string,
  preferredId: string | null = null,
): Promise<string | null> {
  const rows = await db
    .select({ platformId: memberships.platformId })
    .from(memberships)
    .where(and(eq(memberships.personId, personId), isNull(memberships.endedAt)))
    .orderBy(asc(memberships.createdAt), asc(memberships.id));
  const found = rows.find(({ platformId }) => platformId === preferredId) ?? rows[0];
  return found?.platformId ?? null;
}

function accountNotFound(): ApiError {
  return new ApiError("not_found", "Account not found");
}
