import { eq } from "drizzle-orm";
import { approvals, approvedPayments } from "@/db/schema";
import type { ApprovalRow } from "@/server/approvals/store";
import type { Reads, Tx } from "@/server/context";

/** Notes by which approval a payment was created, in the commit that creates it. */
export async function noteApprovedPayment(tx: Pick<Tx, "db" | "approval">, recordId: string): Promise<void> {
  if (!tx.approval) return;
  await tx.db.insert(approvedPayments).values({ recordId, approvalId: tx.approval.id });
}

/** The approval that a payment was created by; null where none was needed. */
export async function approvalOfPayment(
  { db }: Pick<Reads, "db">,
  recordId: string,
): Promise<ApprovalRow | null> {
  const [row] = await db
    .select({ approval: approvals })
    .from(approvedPayments)
    .innerJoin(approvals, eq(approvals.id, approvedPayments.approvalId))
    .where(eq(approvedPayments.recordId, recordId));
  return (row?.approval as ApprovalRow | undefined) ?? null;
}
