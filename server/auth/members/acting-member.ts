import { and, eq, isNull } from "drizzle-orm";
import type { Role } from "@/db/roles";
import { memberships, platforms, sessions } from "@/db/schema";
import { ownerByWallet } from "@/server/auth/members/person-of-wallet";
import { managesMembers } from "@/server/auth/members/rank";
import type { Reads, Tx } from "@/server/context";
import { ApiError } from "@/server/errors";

/** Who acts on an account's members, as the database says now. */
export interface ActingMember {
  /** Null for the owner of an account by email, who is no member. */
  personId: string | null;
  role: Role;
}

/** Until the transaction ends nobody else changes the members of this account. */
export async function lockMembers(tx: Pick<Tx, "db">, platformId: string): Promise<void> {
  const own = eq(platforms.id, platformId);
  await tx.db.select({ id: platforms.id }).from(platforms).where(own).for("no key update");
}

/** The person of the call. One with a session from before accounts had members becomes one. Null by email. */
export async function personOfCaller(tx: Tx): Promise<string | null> {
  const { personId, wallet, platformId, credentialId } = tx.caller;
  if (personId !== null || wallet === null) return personId;
  const made = await ownerByWallet(tx, platformId, wallet);
  await tx.db.update(sessions).set({ personId: made }).where(eq(sessions.id, credentialId));
  return made;
}

/** The same where nothing can be done without a person. Throws 403 by email. */
export async function requirePerson(tx: Tx): Promise<string> {
  const personId = await personOfCaller(tx);
  if (personId === null) throw new ApiError("forbidden", "Sign in with a wallet to do this");
  return personId;
}

/** The current role of a person in an account, or null. */
export async function roleOf(
  { db }: Pick<Reads, "db">,
  platformId: string,
  personId: string,
): Promise<Role | null> {
  const [row] = await db
    .select({ role: memberships.role })
    .from(memberships)
    .where(
      and(
        eq(memberships.platformId, platformId),
        eq(memberships.personId, personId),
        isNull(memberships.endedAt),
      ),
    );
  return row?.role ?? null;
}

/**
 * Locks the members of the caller's account and says who acts. The role is read behind the lock: whoever was removed or
 * lowered by a call of the same moment cannot act any more. Throws 401 for them.
 */
export async function actingMember(tx: Tx): Promise<ActingMember> {
  const { platformId } = tx.caller;
  await lockMembers(tx, platformId);
  const personId = await personOfCaller(tx);
  if (personId === null) return { personId, role: "owner" };
  const role = await roleOf(tx, platformId, personId);
  if (role === null) throw new ApiError("unauthorized", "Unauthorized");
  return { personId, role };
}

/** The same, of whoever manages members. Throws 403 for other roles. */
export async function managingMember(tx: Tx): Promise<ActingMember> {
  const acting = await actingMember(tx);
  if (managesMembers(acting.role)) return acting;
  throw new ApiError("role_missing", `Your role in this account, ${acting.role}, cannot do this`, {
    details: { role: acting.role, roles: ["owner", "admin"] },
  });
}
