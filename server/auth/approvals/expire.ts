import { lockExpired, moveApproval } from "@/server/approvals/store";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Tx } from "@/server/context";

/** Ends approvals whose time is over, at most `limit` of them; returns how many. */
export function expireApprovals(ctx: Ctx, limit: number): Promise<number> {
  return inTransaction(ctx, (tx) => expire(tx, limit));
}

async function expire(tx: Tx, limit: number): Promise<number> {
  const rows = await lockExpired(tx, limit);
  for (const row of rows) {
    await moveApproval(tx, row, "time_passed");
    await recordAudit(tx, {
      action: "approval.expired",
      subject: row.id,
      platformId: row.platformId,
      details: { operation: row.operation, digest: row.digest },
    });
  }
  return rows.length;
}
