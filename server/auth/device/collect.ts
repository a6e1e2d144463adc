import { eq } from "drizzle-orm";
import { deviceAuthorizations, memberships, platforms } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { refuseDisabled } from "@/server/auth/account";
import type { DeviceKeyIssued, DeviceTokenBody, OwnApiKey } from "@/server/auth/device/schema";
import { refusalOf, stateAt } from "@/server/auth/device/states";
import { lockMembers } from "@/server/auth/members/acting-member";
import { walletsOf } from "@/server/auth/members/members";
import { requireRole } from "@/server/auth/operations/require-role";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { hashSecret } from "@/server/lib/ids";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";
import { createApiKey } from "@/server/platforms/api-keys/create-api-key";
import { describeApiKey } from "@/server/platforms/api-keys/describe";
import { listApiKeys } from "@/server/platforms/api-keys/list";
import { apiKeyNotFound } from "@/server/platforms/api-keys/update";

const DAY_MS = 86_400_000;
/** What is added to the time between two calls, when one came too early (RFC 8628, section 3.5). */
const SLOWER_SECONDS = 5;

type Row = typeof deviceAuthorizations.$inferSelect;

/**
 * The key of a login that was approved, which is made here and told this once: however many ask at the same moment, one gets it.
 * Throws 404 for an unknown code; 400 `authorization_pending` while nobody has decided and `slow_down` for whoever asks too often;
 * 403 for a login that was denied, is over, was collected, or whose approver could not approve it now.
 */
export async function collectDeviceKey(ctx: Ctx, { deviceCode }: DeviceTokenBody): Promise<DeviceKeyIssued> {
  // What was noted of a call that is refused has to stay, so it is refused after the commit.
  const outcome = await inTransaction(ctx, async (tx) => {
    const hash = hashSecret(deviceCode);
    const isOne = eq(deviceAuthorizations.deviceCodeHash, hash);
    const [row] = await tx.db.select().from(deviceAuthorizations).where(isOne).for("update");
    if (!row) return new ApiError("not_found", "No login waits with this code");
    const state = stateAt(row, tx.now());
    if (state === "pending") return (await noteEarly(tx, row)) ?? refusalOf(state, "collect");
    return refusalOf(state, "collect") ?? (await issue(tx, row));
  });
  if (outcome === null) throw new Error("a login was neither refused nor collected");
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

/** Notes that the terminal asked. Gives the refusal of a call that came too early. */
async function noteEarly(tx: Tx, { id, polledAt, intervalSeconds }: Row): Promise<ApiError | null> {
  const now = tx.now();
  const isEarly = polledAt !== null && now.getTime() - polledAt.getTime() < intervalSeconds * 1_000;
  const interval = intervalSeconds + (isEarly ? SLOWER_SECONDS : 0);
  await tx.db
    .update(deviceAuthorizations)
    .set({ polledAt: now, intervalSeconds: interval })
    .where(eq(deviceAuthorizations.id, id));
  if (!isEarly) return null;
  return new ApiError("slow_down", `Ask every ${interval} seconds at most`, {
    details: { intervalSeconds: interval },
    retryAfterSeconds: interval,
  });
}

async function issue(tx: Tx, row: Row): Promise<DeviceKeyIssued> {
  const { platformId, makerId, scopes, label, machineName } = row;
  if (platformId === null) throw new Error("an approved login belongs to no account");
  await refuseDisabled(tx, platformId);
  const approvedBy = makerId === null ? null : await walletOfApprover(tx, platformId, makerId);
  const expiresAt = new Date(tx.now().getTime() + row.expiresInDays * DAY_MS);
  // Somebody's terminal: it does not outlast their membership.
  const maker = { makerId, endsWithMembership: makerId !== null };
  const { row: key, value } = await createApiKey(tx, { platformId, label, scopes, expiresAt, ...maker });
  await tx.db
    .update(deviceAuthorizations)
    .set({ state: "collected" })
    .where(eq(deviceAuthorizations.id, row.id));
  await recordAudit(tx, {
    action: "api_key.created",
    subject: key.id,
    platformId,
    details: {
      label,
      scopes,
      expiresAt: expiresAt.toISOString(),
      endsWithMembership: maker.endsWithMembership,
      last4: key.last4,
      machineName,
      approvedBy,
      collectedFrom: tx.caller.ip,
      deviceAuthorization: row.id,
    },
  });
  announceCredentialChange(tx);
  return { ...describeApiKey(key), value, account: await accountOf(tx, platformId), approvedBy };
}

/** Who approved it, by their wallet. Throws 403 where they have left the account since, or lost the role for it. */
async function walletOfApprover(tx: Tx, platformId: string, makerId: string): Promise<string | null> {
  await lockMembers(tx, platformId);
  const [member] = await tx.db
    .select({ personId: memberships.personId, role: memberships.role, endedAt: memberships.endedAt })
    .from(memberships)
    .where(eq(memberships.id, makerId));
  if (!member || member.endedAt !== null) {
    throw new ApiError("authorization_denied", "Whoever approved this login has left the account");
  }
  const { personId, role } = member;
  requireRole({ role, maker: null }, "approveDeviceAuthorization");
  const [wallet = null] = (await walletsOf(tx, [personId])).get(personId) ?? [];
  return wallet;
}

/** The key of this call, without its value, and whose it is. */
export async function readOwnApiKey(ctx: Pick<Reads, "db" | "caller">): Promise<OwnApiKey> {
  const { platformId, credentialId } = ctx.caller;
  const key = (await listApiKeys(ctx)).find(({ id }) => id === credentialId);
  if (!key) throw apiKeyNotFound();
  return { ...key, account: await accountOf(ctx, platformId) };
}

async function accountOf({ db }: Pick<Reads, "db">, id: string): Promise<{ id: string; name: string }> {
  const [row] = await db
    .select({ id: platforms.id, name: platforms.name })
    .from(platforms)
    .where(eq(platforms.id, id));
  if (!row) throw new Error("the account of a key is missing");
  return row;
}
