import { eq, inArray } from "drizzle-orm";
import { approvals, approvedPayments } from "@/db/schema";
import type { ApprovalRow } from "@/server/approvals/store";
import type { Reads, Tx } from "@/server/context";

/** Notes by which approval a payment was created, in the commit that creates it. */
export async function noteApprovedPayment(tx: Pick<Tx, "db" | "approval">, recordId: string): Promise<void> {
  if (!tx.approval) return;
  await tx.db.insert(approvedPayments).values({ recordId, approvalId: tx.approval.id });
}

/** The approvals that payments were created by, by the ID of the request, refund or recurring payout. */
export async function approvalsOfPayments(
  { db }: Pick<Reads, "db">,
  recordIds: readonly string[],
): Promise<Map<string, ApprovalRow>> {
  if (recordIds.length === 0) return new Map();
  const rows = await db
    .select({ recordId: approvedPayments.recordId, approval: approvals })
    .from(approvedPayments)
    .innerJoin(approvals, eq(approvals.id, approvedPayments.approvalId))
    .where(inArray(approvedPayments.recordId, [...recordIds]));
  return new Map(rows.map(({ recordId, approval }) => [recordId, approval as ApprovalRow]));
}
