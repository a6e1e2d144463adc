import { and, eq } from "drizzle-orm";
import { recoveries } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { actingMember } from "@/server/auth/members/acting-member";
import { moveRecovery, type RecoveryEvent } from "@/server/auth/recovery/state";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import type { Done } from "@/server/lib/done";
import { isRecordId } from "@/server/lib/ids";

/**
 * Stops a recovery of the caller's account for good. Whether the caller is an owner is read behind the lock of the members. Throws
 * 403 for other roles, 404 for none of the account, 409 for one that has ended.
 */
export function stopOwnRecovery(ctx: Ctx, id: string): Promise<Done> {
  return inTransaction(ctx, async (tx) => {
    const { role } = await actingMember(tx);
    if (role !== "owner") {
      throw new ApiError("role_missing", `Your role in this account, ${role}, cannot do this`, {
        details: { role, roles: ["owner"] },
      });
    }
    await stop(tx, { id, platformId: tx.caller.platformId }, "owner_stops");
    return { success: true, message: "The recovery was stopped" };
  });
}

/** The same for whoever runs commands. Throws 404 and 409. */
export async function stopRecovery(tx: Tx, id: string): Promise<void> {
  await stop(tx, { id }, "operator_stops");
}

async function stop(
  tx: Tx,
  { id, platformId }: { id: string; platformId?: string },
  event: RecoveryEvent,
): Promise<void> {
  const isOne = and(
    eq(recoveries.id, id),
    platformId === undefined ? undefined : eq(recoveries.platformId, platformId),
  );
  const [row] = isRecordId(id) ? await tx.db.select().from(recoveries).where(isOne).for("update") : [];
  if (!row) throw new ApiError("not_found", "Recovery not found");
  const state = moveRecovery(row.state, event, "It cannot be stopped");
  await tx.db.update(recoveries).set({ state, endedAt: tx.now() }).where(eq(recoveries.id, id));
  await recordAudit(tx, {
    action: "recovery.stopped",
    subject: id,
    platformId: row.platformId,
    details: { wallet: row.walletAddress ?? "by invitation" },
  });
}
