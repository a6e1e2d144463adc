import { and, asc, eq, isNull, lte } from "drizzle-orm";
import {
  memberInvitations,
  memberships,
  people,
  personWallets,
  platforms,
  recoveries,
  removedWallets,
} from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { lockMembers, roleOf } from "@/server/auth/members/acting-member";
import { moveRecovery } from "@/server/auth/recovery/state";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { newId } from "@/server/lib/ids";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";

const DAY_MS = 86_400_000;
/** How long the invitation of a recovery that is done lets somebody in. */
const INVITATION_MS = 7 * DAY_MS;
/** A recovery that nobody could carry out for so long after its time is given up. */
const GIVEN_UP_MS = 30 * DAY_MS;

type RecoveryRow = typeof recoveries.$inferSelect;

/**
 * Carries a recovery out: the wallet that it names is an owner from now on, or the invitation lets one in. Everybody else stays
 * what they are. Throws 404, and 409 before its time, for a disabled account and for one that has ended.
 */
export async function finishRecovery(tx: Tx, id: string): Promise<void> {
  const [found] = await tx.db
    .select({ platformId: recoveries.platformId })
    .from(recoveries)
    .where(eq(recoveries.id, id));
  if (!found) throw new ApiError("not_found", "Recovery not found");
  // The order of all changes of members: the account first. An owner who stops it at the same moment comes before or after.
  await lockMembers(tx, found.platformId);
  const [row] = await tx.db.select().from(recoveries).where(eq(recoveries.id, id)).for("update");
  if (!row) throw new Error("a recovery is missing");
  const { waitsUntil, platformId } = row;
  if (tx.now() < waitsUntil) {
    moveRecovery(row.state, "finished_early", `Its owners can stop it until ${waitsUntil.toISOString()}`);
  }
  if (await isDisabled(tx, platformId)) {
    moveRecovery(row.state, "finished_disabled", "This account is disabled: enable it first");
  }
  const state = moveRecovery(row.state, "finished", "");
  await tx.db.update(recoveries).set({ state, endedAt: tx.now() }).where(eq(recoveries.id, id));
  const result = row.walletAddress === null ? await invite(tx, row) : await makeOwner(tx, row);
  announceCredentialChange(tx);
  await recordAudit(tx, {
    action: "recovery.finished",
    subject: id,
    platformId,
    details: { startedBy: row.startedBy, wallet: row.walletAddress ?? "by invitation" },
    ...result,
  });
}

/** Carries out what is due, at most `most` of them, and gives up what is long past its time. Returns how many. */
export async function finishDueRecoveries(ctx: Ctx, most: number): Promise<number> {
  const due = await ctx.db
    .select({ id: recoveries.id, waitsUntil: recoveries.waitsUntil, disabledAt: platforms.disabledAt })
    .from(recoveries)
    .innerJoin(platforms, eq(platforms.id, recoveries.platformId))
    .where(and(eq(recoveries.state, "waiting"), lte(recoveries.waitsUntil, ctx.now())))
    .orderBy(asc(recoveries.waitsUntil))
    .limit(most);
  let ended = 0;
  for (const { id, waitsUntil, disabledAt } of due) {
    const isLongPast = ctx.now().getTime() - waitsUntil.getTime() > GIVEN_UP_MS;
    if (disabledAt && !isLongPast) continue;
    try {
      await inTransaction(ctx, (tx) => (disabledAt ? giveUp(tx, id) : finishRecovery(tx, id)));
      ended++;
    } catch (error) {
      // Stopped, done or disabled at the same moment.
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return ended;
}

async function giveUp(tx: Tx, id: string): Promise<void> {
  const [row] = await tx.db.select().from(recoveries).where(eq(recoveries.id, id)).for("update");
  if (row?.state !== "waiting") return;
  const state = moveRecovery(row.state, "given_up", "");
  await tx.db.update(recoveries).set({ state, endedAt: tx.now() }).where(eq(recoveries.id, id));
  await recordAudit(tx, { action: "recovery.expired", subject: id, platformId: row.platformId });
}

async function makeOwner(tx: Tx, { platformId, walletAddress, walletFamily }: RecoveryRow) {
  if (walletAddress === null || walletFamily === null) throw new Error("a recovery names no wallet");
  const createdAt = tx.now();
  const personId = await personOf(tx, { address: walletAddress, family: walletFamily });
  const before = await roleOf(tx, platformId, personId);
  const isCurrent = and(
    eq(memberships.platformId, platformId),
    eq(memberships.personId, personId),
    isNull(memberships.endedAt),
  );
  if (before !== null) await tx.db.update(memberships).set({ role: "owner" }).where(isCurrent);
  else {
    const id = newId(createdAt);
    await tx.db.insert(memberships).values({ id, platformId, personId, role: "owner", createdAt });
  }
  return { before: { role: before }, after: { role: "owner", personId } };
}

/** The person of a wallet, who is stored here where it has never signed in. */
async function personOf(
  tx: Tx,
  { address, family }: { address: string; family: "evm" | "tron" },
): Promise<string> {
  const [known] = await tx.db
    .select({ personId: personWallets.personId })
    .from(personWallets)
    .where(and(eq(personWallets.address, address), eq(personWallets.chainId, EVERY_CHAIN)));
  if (known) return known.personId;
  const createdAt = tx.now();
  const personId = newId(createdAt);
  await tx.db.insert(people).values({ id: personId, createdAt });
  // The operator gives the account back to it, also where somebody had taken it away.
  await tx.db
    .delete(removedWallets)
    .where(and(eq(removedWallets.address, address), eq(removedWallets.chainId, EVERY_CHAIN)));
  const wallet = { id: newId(createdAt), personId, address, family, chainId: EVERY_CHAIN, createdAt };
  await tx.db.insert(personWallets).values(wallet);
  return personId;
}

async function invite(tx: Tx, { platformId, tokenHash }: RecoveryRow) {
  if (tokenHash === null) throw new Error("a recovery names neither wallet nor invitation");
  const createdAt = tx.now();
  const expiresAt = new Date(createdAt.getTime() + INVITATION_MS);
  const id = newId(createdAt);
  const row = { id, platformId, role: "owner" as const, tokenHash, inviterId: null, createdAt, expiresAt };
  await tx.db.insert(memberInvitations).values(row);
  return { after: { invitation: id, role: "owner" } };
}

async function isDisabled({ db }: Tx, platformId: string): Promise<boolean> {
  const [row] = await db
    .select({ disabledAt: platforms.disabledAt })
    .from(platforms)
    .where(eq(platforms.id, platformId));
  return row?.disabledAt != null;
}
