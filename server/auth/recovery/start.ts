import { and, desc, eq, isNull } from "drizzle-orm";
import { auditLog, memberships, personWallets, platforms, recoveries } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { moveRecovery } from "@/server/auth/recovery/state";
import { parseAnyAddress } from "@/server/chains/any-address";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import type { Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { hashSecret, newId } from "@/server/lib/ids";
import { secretBytes } from "@/server/lib/random";

/** How long owners can stop it. */
export const WAIT_MS = 72 * 3_600_000;
const REASON_MAX = 500;

export interface RecoveryAsked {
  platformId: string;
  /** The wallet that becomes an owner; null for an invitation. */
  wallet: string | null;
  reason: string;
}

export interface RecoveryStarted {
  id: string;
  waitsUntil: Date;
  /** Of the invitation, this once; null where a wallet is named. It lets nobody in before the recovery is done. */
  token: string | null;
}

/**
 * Starts to give an account another owner, and has its owners told. Nothing else changes until the waiting time is over. Throws
 * 400 for a wallet or reason that is none, 404 for no account, and 409 for a disabled one, for one that waits already, and for
 * a wallet whose person is an owner.
 */
export async function startRecovery(tx: Tx, asked: RecoveryAsked): Promise<RecoveryStarted> {
  const { platformId } = asked;
  const reason = asked.reason.trim();
  if (reason === "" || reason.length > REASON_MAX || /\p{C}/u.test(reason)) {
    throw invalidField("reason", `A reason has 1 to ${REASON_MAX} printable characters`);
  }
  const wallet = asked.wallet === null ? null : storedWallet(asked.wallet);
  const [account] = await tx.db
    .select({ disabledAt: platforms.disabledAt })
    .from(platforms)
    .where(eq(platforms.id, platformId))
    .for("no key update");
  if (!account) throw new ApiError("not_found", `There is no account ${platformId}`);
  if (account.disabledAt) throw new ApiError("conflict", "This account is disabled: enable it first");
  const isOne = and(eq(recoveries.platformId, platformId), eq(recoveries.state, "waiting"));
  const [waiting] = await tx.db.select({ state: recoveries.state }).from(recoveries).where(isOne);
  if (waiting) moveRecovery(waiting.state, "started_again", "A recovery of this account waits already");
  if (wallet && (await isOwner(tx, platformId, wallet.address))) {
    throw new ApiError("conflict", "This wallet belongs to an owner of this account already");
  }
  const startedAt = await laterOf(tx);
  const waitsUntil = new Date(startedAt.getTime() + WAIT_MS);
  const token = wallet ? null : secretBytes(32).toString("base64url");
  const id = newId(tx.now());
  await tx.db.insert(recoveries).values({
    id,
    platformId,
    state: "waiting",
    walletAddress: wallet?.address ?? null,
    walletFamily: wallet?.family ?? null,
    tokenHash: token === null ? null : hashSecret(token),
    reason,
    startedBy: tx.caller.credentialId,
    startedAt,
    waitsUntil,
  });
  await recordAudit(tx, {
    action: "recovery.started",
    subject: id,
    platformId,
    details: { wallet: wallet?.address ?? "by invitation", reason, waitsUntil: waitsUntil.toISOString() },
  });
  return { id, waitsUntil, token };
}

/** Now, or the time of the newest entry of all audit logs: a clock that was set back shortens nobody's waiting time. */
async function laterOf(tx: Tx): Promise<Date> {
  const [newest] = await tx.db.select({ at: auditLog.at }).from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  const now = tx.now();
  return newest && newest.at > now ? newest.at : now;
}

async function isOwner(tx: Tx, platformId: string, address: string): Promise<boolean> {
  const [row] = await tx.db
    .select({ role: memberships.role })
    .from(personWallets)
    .innerJoin(memberships, eq(memberships.personId, personWallets.personId))
    .where(
      and(
        eq(personWallets.address, address),
        eq(personWallets.chainId, EVERY_CHAIN),
        eq(memberships.platformId, platformId),
        isNull(memberships.endedAt),
      ),
    );
  return row?.role === "owner";
}

function storedWallet(text: string): { address: string; family: "evm" | "tron" } {
  const parsed = parseAnyAddress(text);
  if (parsed === "bad_checksum")
    throw invalidField("wallet", "The checksum of this address is wrong: it is mistyped");
  if (typeof parsed !== "object") throw invalidField("wallet", "This is neither an EVM nor a Tron address");
  return parsed;
}
