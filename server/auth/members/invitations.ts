import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { memberInvitations, memberships, platforms } from "@/db/schema";
import { changeOf } from "@/server/approvals/change";
import { requireApproval } from "@/server/approvals/require-approval";
import { recordAudit } from "@/server/audit/record";
import { refuseDisabled } from "@/server/auth/account";
import { lockMembers, managingMember, requirePerson, roleOf } from "@/server/auth/members/acting-member";
import { passkeysOf, requireRank, walletsOf } from "@/server/auth/members/members";
import { isAbove, managesMembers } from "@/server/auth/members/rank";
import type {
  Invitation,
  InvitationCreated,
  InvitationRead,
  OwnAccount,
  RoleBody,
} from "@/server/auth/members/schema";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import type { Done } from "@/server/lib/done";
import { rememberAnswer } from "@/server/lib/idempotency";
import { hashSecret, newId } from "@/server/lib/ids";
import { secretBytes } from "@/server/lib/random";

const LIFE_MS = 7 * 86_400_000;
/** Invitations of one account that wait at a time. */
const MOST_OPEN = 100;

type InvitationRow = typeof memberInvitations.$inferSelect;

/**
 * Invites one person for a role, up to the caller's own. The token is told this once; its hash alone is stored. Throws 403
 * for a role above, 409 when too many invitations wait.
 */
export function createInvitation(ctx: Ctx, { role }: RoleBody): Promise<InvitationCreated> {
  return inTransaction(ctx, async (tx) => {
    const acting = await managingMember(tx);
    requireRank(acting, role);
    const { platformId } = tx.caller;
    const createdAt = tx.now();
    if ((await tx.db.$count(memberInvitations, isOpen(platformId, createdAt))) >= MOST_OPEN) {
      throw new ApiError("conflict", `${MOST_OPEN} invitations wait already; withdraw some`);
    }
    const input = { verb: "member.invite" as const, params: { body: { role } } };
    await requireApproval(tx, changeOf("member.invite", "member", { after: { role } }), { input });
    const token = secretBytes(32).toString("base64url");
    const row = {
      id: newId(createdAt),
      platformId,
      role,
      tokenHash: hashSecret(token),
      inviterId: acting.personId,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + LIFE_MS),
    };
    await tx.db.insert(memberInvitations).values(row);
    await recordAudit(tx, { action: "member_invitation.created", subject: row.id, details: { role } });
    const answer = { ...describeInvitation(row), token };
    await rememberAnswer(tx, answer);
    return answer;
  });
}

/** The invitations of the caller's account that wait, the newest first. */
export async function listInvitations(ctx: Pick<Reads, "db" | "caller" | "now">): Promise<Invitation[]> {
  const rows = await ctx.db
    .select()
    .from(memberInvitations)
    .where(isOpen(ctx.caller.platformId, ctx.now()))
    .orderBy(desc(memberInvitations.id));
  return rows.map(describeInvitation);
}

/** What an invitation is for, before it is accepted. Throws 404 for an unknown token, 403 for one that is over. */
export async function readInvitation(ctx: Pick<Reads, "db" | "now">, token: string): Promise<InvitationRead> {
  const invitation = await byToken(ctx, token);
  await requireOpen(ctx, invitation);
  const account = await accountOf(ctx, invitation.platformId);
  const { inviterId, role, expiresAt } = invitation;
  const [wallet] = inviterId === null ? [] : ((await walletsOf(ctx, [inviterId])).get(inviterId) ?? []);
  return { account, inviter: wallet ?? account.name, role, expiresAt: expiresAt.toISOString() };
}

/**
 * Makes the caller a member, once for each invitation, however many come at the same time. The session stays where it is.
 * Throws 404 for an unknown token, 403 for one that is over, whose inviter could not invite any more, or for a session
 * by email, and 409 for a member.
 */
export function acceptInvitation(ctx: Ctx, token: string): Promise<OwnAccount> {
  return inTransaction(ctx, async (tx) => {
    await byToken(tx, token);
    return acceptFor(tx, token, await requirePerson(tx));
  });
}

/** The same for a person who has just been proven, whoever calls. */
export async function acceptFor(tx: Tx, token: string, personId: string): Promise<OwnAccount> {
  const { platformId } = await byToken(tx, token);
  await lockMembers(tx, platformId);
  // Read again behind the lock.
  const invitation = await byToken(tx, token);
  await requireOpen(tx, invitation);
  await refuseDisabled(tx, platformId);
  if ((await roleOf(tx, platformId, personId)) !== null) {
    throw new ApiError("conflict", "You are a member of this account already");
  }
  const { id, role } = invitation;
  const createdAt = tx.now();
  const memberId = newId(createdAt);
  await tx.db.insert(memberships).values({ id: memberId, platformId, personId, role, createdAt });
  await tx.db.update(memberInvitations).set({ acceptedAt: createdAt }).where(eq(memberInvitations.id, id));
  const details = { role, ...(await waysInOf(tx, personId)), invitation: id };
  await recordAudit(tx, { action: "member.created", subject: memberId, platformId, details });
  return { ...(await accountOf(tx, platformId)), role, isSelected: false };
}

/** What the audit log names a person by. */
async function waysInOf(tx: Tx, personId: string) {
  const [wallet = null] = (await walletsOf(tx, [personId])).get(personId) ?? [];
  const [passkey = null] = (await passkeysOf(tx, [personId])).get(personId) ?? [];
  return { wallet, ...(passkey === null ? {} : { passkey }) };
}

/** Takes an invitation back. Throws 404 for what is no waiting invitation of the caller's account. */
export function withdrawInvitation(ctx: Ctx, id: string): Promise<Done> {
  return inTransaction(ctx, async (tx) => {
    const acting = await managingMember(tx);
    const isOne = and(isOpen(tx.caller.platformId, tx.now()), eq(memberInvitations.id, id));
    const [row] = await tx.db.select().from(memberInvitations).where(isOne);
    if (!row) throw new ApiError("not_found", "Invitation not found");
    requireRank(acting, row.role);
    await tx.db.update(memberInvitations).set({ withdrawnAt: tx.now() }).where(eq(memberInvitations.id, id));
    await recordAudit(tx, { action: "member_invitation.revoked", subject: id });
    return { success: true, message: "The invitation was withdrawn" };
  });
}

function isOpen(platformId: string, now: Date) {
  const { acceptedAt, withdrawnAt, expiresAt } = memberInvitations;
  const isUnused = and(isNull(acceptedAt), isNull(withdrawnAt), gt(expiresAt, now));
  return and(eq(memberInvitations.platformId, platformId), isUnused);
}

async function byToken({ db }: Pick<Reads, "db">, token: string): Promise<InvitationRow> {
  const hash = hashSecret(token);
  const [row] = await db.select().from(memberInvitations).where(eq(memberInvitations.tokenHash, hash));
  if (!row) throw new ApiError("not_found", "Invitation not found");
  return row;
}

/** Throws 403 for an invitation that is used, withdrawn or over, or whose inviter could not make it now. */
async function requireOpen(tx: Pick<Reads, "db" | "now">, invitation: InvitationRow): Promise<void> {
  const { acceptedAt, withdrawnAt, expiresAt, inviterId, platformId, role } = invitation;
  if (acceptedAt) throw over("This invitation was accepted already");
  if (withdrawnAt) throw over("This invitation was withdrawn");
  if (expiresAt <= tx.now()) throw over("This invitation has expired");
  if (inviterId === null) return;
  const inviter = await roleOf(tx, platformId, inviterId);
  if (inviter === null || !managesMembers(inviter) || isAbove(role, inviter)) {
    throw over("Whoever sent this invitation cannot invite to this role any more");
  }
}

function over(message: string): ApiError {
  return new ApiError("invitation_over", message);
}

async function accountOf({ db }: Pick<Reads, "db">, id: string): Promise<{ id: string; name: string }> {
  const [row] = await db
    .select({ id: platforms.id, name: platforms.name })
    .from(platforms)
    .where(eq(platforms.id, id));
  if (!row) throw new Error("the account of an invitation is missing");
  return row;
}

function describeInvitation({
  id,
  role,
  createdAt,
  expiresAt,
}: Pick<InvitationRow, "id" | "role" | "createdAt" | "expiresAt">): Invitation {
  return { id, role, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
