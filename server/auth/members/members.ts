import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Role } from "@/db/roles";
import { memberships, passkeys, personWallets, sessions, users } from "@/db/schema";
import { changeOf, type Facts } from "@/server/approvals/change";
import { requireApproval } from "@/server/approvals/require-approval";
import { recordAudit } from "@/server/audit/record";
import {
  type ActingMember,
  actingMember,
  managingMember,
  personOfCaller,
} from "@/server/auth/members/acting-member";
import { isAbove } from "@/server/auth/members/rank";
import type { Member, RoleBody } from "@/server/auth/members/schema";
import { keepTwoPeople } from "@/server/auth/members/two-people";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import type { Done } from "@/server/lib/done";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";

type MembershipRow = typeof memberships.$inferSelect;

/** Who belongs to the caller's account, the first first. The owner of an account by email is not among them. */
export function listMembers(ctx: Ctx): Promise<Member[]> {
  return inTransaction(ctx, async (tx) => {
    const personId = await personOfCaller(tx);
    const rows = await tx.db
      .select()
      .from(memberships)
      .where(and(eq(memberships.platformId, tx.caller.platformId), isNull(memberships.endedAt)))
      .orderBy(asc(memberships.createdAt), asc(memberships.id));
    const ways = await waysIn(
      tx,
      rows.map((row) => row.personId),
    );
    return rows.map((row) => describeMember(row, ways(row.personId), personId));
  });
}

/**
 * Gives a member another role, up to the caller's own. Throws 404 for nobody's and other accounts' members, 403 for a
 * member or a role above the caller's, 409 for the last owner.
 */
export function changeRole(ctx: Ctx, id: string, { role }: RoleBody): Promise<Member> {
  return inTransaction(ctx, async (tx) => {
    const acting = await managingMember(tx);
    const member = await memberBelow(tx, acting, id);
    requireRank(acting, role);
    if (member.role === "owner" && role !== "owner") await keepAnOwner(tx);
    const facts = { ...(await factsOf(tx, member)), role };
    await requireApproval(
      tx,
      changeOf("member.update", "member", { subject: id, before: await factsOf(tx, member), after: facts }),
      { input: { verb: "member.update", params: { id, body: { role } } } },
    );
    await tx.db.update(memberships).set({ role }).where(eq(memberships.id, id));
    await keepTwoPeople(tx, tx.caller.platformId);
    announceCredentialChange(tx);
    await recordAudit(tx, {
      action: "member.updated",
      subject: id,
      details: { from: member.role, role },
      before: { role: member.role },
      after: { role },
    });
    const ways = await waysIn(tx, [member.personId]);
    return describeMember({ ...member, role }, ways(member.personId), acting.personId);
  });
}

/**
 * Ends a membership, and the member's sessions in this account in every process. Throws 404, 403 for a member above the
 * caller's role, 409 for the last owner.
 */
export function removeMember(ctx: Ctx, id: string): Promise<Done> {
  return inTransaction(ctx, async (tx) => {
    const acting = await managingMember(tx);
    const member = await memberBelow(tx, acting, id);
    if (member.role === "owner") await keepAnOwner(tx);
    await requireApproval(
      tx,
      changeOf("member.remove", "member", { subject: id, before: await factsOf(tx, member) }),
      { input: { verb: "member.remove", params: { id } } },
    );
    await end(tx, member);
    return { success: true, message: "The member was removed" };
  });
}

/** The caller leaves the account that the session acts in, where it ends. Throws 409 for the last owner. */
export function leaveAccount(ctx: Ctx): Promise<Done> {
  return inTransaction(ctx, async (tx) => {
    const { personId } = await actingMember(tx);
    if (personId === null) {
      throw new ApiError("conflict", "An account by email belongs to whoever has its password");
    }
    const isOwn = and(eq(memberships.personId, personId), isNull(memberships.endedAt));
    const [member] = await tx.db
      .select()
      .from(memberships)
      .where(and(eq(memberships.platformId, tx.caller.platformId), isOwn));
    if (!member) throw memberNotFound();
    await end(tx, member);
    return { success: true, message: "You left the account" };
  });
}

async function end(tx: Tx, { id, personId, platformId, role }: MembershipRow): Promise<void> {
  if (role === "owner") await keepAnOwner(tx);
  await tx.db.update(memberships).set({ endedAt: tx.now() }).where(eq(memberships.id, id));
  // Sessions from before accounts had members name a wallet alone.
  const isTheirs = sql`${sessions.personId} is null and exists (select 1 from ${personWallets}
    where ${personWallets.personId} = ${personId} and ${personWallets.address} = ${sessions.walletAddress}
      and ${personWallets.chainId} = ${sessions.walletChainId})`;
  await tx.db
    .delete(sessions)
    .where(and(eq(sessions.platformId, platformId), or(eq(sessions.personId, personId), isTheirs)));
  announceCredentialChange(tx);
  await keepTwoPeople(tx, platformId);
  const [wallet = null] = (await walletsOf(tx, [personId])).get(personId) ?? [];
  await recordAudit(tx, { action: "member.deleted", subject: id, details: { role, wallet } });
}

/** A member as an approver reads it. */
async function factsOf(tx: Tx, { personId, role }: MembershipRow): Promise<Facts> {
  return { wallets: (await walletsOf(tx, [personId])).get(personId) ?? [], role };
}

/** A current member of the caller's account who is not above who acts. The members are locked. */
async function memberBelow(tx: Tx, acting: ActingMember, id: string): Promise<MembershipRow> {
  const isOne = and(eq(memberships.id, id), isNull(memberships.endedAt));
  const [member] = await tx.db
    .select()
    .from(memberships)
    .where(and(eq(memberships.platformId, tx.caller.platformId), isOne));
  if (!member) throw memberNotFound();
  requireRank(acting, member.role);
  return member;
}

/** Throws 403 for a role above that of who acts. */
export function requireRank(acting: Pick<ActingMember, "role">, role: Role): void {
  if (!isAbove(role, acting.role)) return;
  throw new ApiError("role_missing", `Your role in this account, ${acting.role}, is below ${role}`, {
    details: { role: acting.role, roles: [role] },
  });
}

/** Throws 409 where the account would have no owner without the one who goes. The members are locked. */
async function keepAnOwner(tx: Tx): Promise<void> {
  const { platformId } = tx.caller;
  const owners = await tx.db.$count(
    memberships,
    and(eq(memberships.platformId, platformId), eq(memberships.role, "owner"), isNull(memberships.endedAt)),
  );
  const byEmail = await tx.db.$count(users, eq(users.platformId, platformId));
  if (owners + byEmail < 2) throw new ApiError("conflict", "An account keeps at least one owner");
}

/** The addresses that people sign in with. */
export async function walletsOf(
  { db }: Pick<Reads, "db">,
  people: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (people.length === 0) return found;
  const rows = await db
    .select({ personId: personWallets.personId, address: personWallets.address })
    .from(personWallets)
    .where(inArray(personWallets.personId, [...people]))
    .orderBy(asc(personWallets.id));
  for (const { personId, address } of rows) found.set(personId, [...(found.get(personId) ?? []), address]);
  return found;
}

/** The names of the passkeys that people sign in with. */
export async function passkeysOf(
  { db }: Pick<Reads, "db">,
  people: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (people.length === 0) return found;
  const rows = await db
    .select({ personId: passkeys.personId, name: passkeys.name })
    .from(passkeys)
    .where(and(inArray(passkeys.personId, [...people]), isNull(passkeys.removedAt)))
    .orderBy(asc(passkeys.id));
  for (const { personId, name } of rows) found.set(personId, [...(found.get(personId) ?? []), name]);
  return found;
}

/** What people sign in with, as other members see it. */
export async function waysIn(tx: Pick<Reads, "db">, people: readonly string[]) {
  const wallets = await walletsOf(tx, people);
  const named = await passkeysOf(tx, people);
  return (personId: string): Pick<Member, "wallets" | "passkeys"> => ({
    wallets: wallets.get(personId) ?? [],
    passkeys: named.get(personId) ?? [],
  });
}

function describeMember(
  { id, role, createdAt, personId }: MembershipRow,
  ways: Pick<Member, "wallets" | "passkeys">,
  caller: string | null,
): Member {
  return { id, ...ways, role, createdAt: createdAt.toISOString(), isYou: personId === caller };
}

function memberNotFound(): ApiError {
  return new ApiError("not_found", "Member not found");
}
