import { and, eq, isNull } from "drizzle-orm";
import { deviceAuthorizations, memberships } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import type { ApproveDeviceBody, DeviceAuthorization, UserCodeBody } from "@/server/auth/device/schema";
import { type DeviceEvent, refusalOf, stateAt } from "@/server/auth/device/states";
import { readUserCode, shownUserCode } from "@/server/auth/device/user-code";
import { actingMember } from "@/server/auth/members/acting-member";
import { requireOwnScopes } from "@/server/auth/operations/require-own-scopes";
import { requireRole } from "@/server/auth/operations/require-role";
import { scopesOfRole } from "@/server/auth/operations/scopes-of-role";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { addressGroup } from "@/server/lib/address-group";
import { type Budget, spend } from "@/server/lib/database/budget";
import type { Done } from "@/server/lib/done";
import { requireKeyApproval } from "@/server/platforms/credential-approval";
import { API_KEY_SCOPES } from "@/server/platforms/key-bounds/schema";

const WINDOW_MS = 10 * 60_000;
/** Codes that a session, and an address with all its sessions, may try in the life of one. */
const TRIES_OF_SESSION = 20;
const TRIES_OF_ADDRESS = 60;

type Row = typeof deviceAuthorizations.$inferSelect;

/**
 * What the terminal asks for that shows this code. Throws 404 for a code that no terminal shows, 403 for one whose time is over, 409
 * for one that was decided, 429 when too many codes were tried.
 */
export async function readDevice(ctx: Ctx, { userCode }: UserCodeBody): Promise<DeviceAuthorization> {
  await countTry(ctx);
  return inTransaction(ctx, async (tx) => {
    const row = await waiting(tx, userCode, "look");
    const { label, expiresInDays, machineName, ip } = row;
    const scopes = API_KEY_SCOPES.filter((scope) => row.scopes.includes(scope));
    const own = scopesOfRole(tx.caller.role ?? "owner");
    return {
      userCode: shownUserCode(row.userCode),
      label,
      scopes,
      grantableScopes: scopes.filter((scope) => own.includes(scope)),
      expiresInDays,
      machineName,
      ip,
      isOtherAddress: ip === null || ip !== tx.caller.ip,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    };
  });
}

/**
 * Lets the terminal that shows this code collect a key for the caller's account, with the scopes that it asked for or some of
 * them. The key does not exist before it is collected. Throws 400 for a scope that was not asked for or that the caller's role does not
 * have, and as `readDevice`.
 */
export async function approveDevice(ctx: Ctx, { userCode, scopes }: ApproveDeviceBody): Promise<Done> {
  await countTry(ctx);
  return inTransaction(ctx, async (tx) => {
    const row = await waiting(tx, userCode, "approve");
    // Read behind its lock: whoever lost the role at this moment approves nothing.
    const { personId, role } = await actingMember(tx);
    requireRole({ role, maker: null }, "approveDeviceAuthorization");
    const given = scopes ?? row.scopes;
    if (!given.every((scope) => row.scopes.includes(scope))) {
      throw invalidField("scopes", "The terminal did not ask for all of these scopes");
    }
    requireOwnScopes({ role }, given);
    const { platformId } = tx.caller;
    // A terminal cannot wait: where an account wants a second person, a key that moves money is asked for in the dashboard.
    await requireKeyApproval(tx, platformId, { after: { label: row.label, scopes: given } }, null);
    const makerId = personId === null ? null : await membershipOf(tx, platformId, personId);
    await tx.db
      .update(deviceAuthorizations)
      .set({ state: "approved", scopes: [...given], platformId, makerId })
      .where(eq(deviceAuthorizations.id, row.id));
    const { label, machineName, ip, expiresInDays } = row;
    await recordAudit(tx, {
      action: "device_authorization.approved",
      subject: row.id,
      details: { label, scopes: given, expiresInDays, machineName, askedFrom: ip },
    });
    return { success: true, message: "The terminal can collect its key" };
  });
}

/** Refuses the terminal that shows this code. Throws as `readDevice`. */
export async function denyDevice(ctx: Ctx, { userCode }: UserCodeBody): Promise<Done> {
  await countTry(ctx);
  return inTransaction(ctx, async (tx) => {
    const { id, machineName, ip } = await waiting(tx, userCode, "deny");
    await tx.db.update(deviceAuthorizations).set({ state: "denied" }).where(eq(deviceAuthorizations.id, id));
    await recordAudit(tx, {
      action: "device_authorization.rejected",
      subject: id,
      details: { machineName, askedFrom: ip },
    });
    return { success: true, message: "The terminal gets no key" };
  });
}

/** Counts every code that is tried, right ones too: calls of the same moment then get no more tries than others. */
async function countTry(ctx: Ctx): Promise<void> {
  const { credentialId, ip } = ctx.caller;
  const budget = (scope: string, limit: number): Budget => ({ scope, limit, windowMs: WINDOW_MS });
  const over = await spend(ctx, [
    budget(`user codes session ${credentialId}`, TRIES_OF_SESSION),
    budget(`user codes address ${ip === null ? "" : addressGroup(ip)}`, TRIES_OF_ADDRESS),
  ]);
  if (!over) return;
  throw new ApiError("too_many_requests", "Too many codes were tried; try again later", {
    retryAfterSeconds: over.retryAfterSeconds,
  });
}

/** The login with this code, for this transaction alone, where the event is possible now. */
async function waiting(tx: Tx, typed: string, event: DeviceEvent): Promise<Row> {
  const code = readUserCode(typed);
  const [row] = code === null ? [] : await lockedBy(tx, code);
  if (!row) throw new ApiError("not_found", "No terminal waits with this code");
  const refusal = refusalOf(stateAt(row, tx.now()), event);
  if (refusal) throw refusal;
  return row;
}

function lockedBy(tx: Tx, code: string): Promise<Row[]> {
  return tx.db
    .select()
    .from(deviceAuthorizations)
    .where(eq(deviceAuthorizations.userCode, code))
    .for("update");
}

async function membershipOf(tx: Tx, platformId: string, personId: string): Promise<string> {
  const [member] = await tx.db
    .select({ id: memberships.id })
    .from(memberships)
    .where(
      and(
        eq(memberships.platformId, platformId),
        eq(memberships.personId, personId),
        isNull(memberships.endedAt),
      ),
    );
  if (!member) throw new Error("whoever acts in an account is no member");
  return member.id;
}
