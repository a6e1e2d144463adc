import { and, asc, desc, eq, inArray, lt, lte } from "drizzle-orm";
import { approvals } from "@/db/schema";
import type { Change } from "@/server/approvals/change";
import { type ApprovalEvent, nextApprovalState } from "@/server/approvals/state";
import type { Reads, Tx } from "@/server/context";

export type ApprovalRow = typeof approvals.$inferSelect & { change: Change };

/** Stores what somebody asked for. */
export async function insertApproval(tx: Pick<Tx, "db">, row: ApprovalRow): Promise<void> {
  await tx.db.insert(approvals).values(row);
}

/** One approval of an account, or null. */
export async function approvalOf(
  { db }: Pick<Reads, "db">,
  platformId: string,
  id: string,
): Promise<ApprovalRow | null> {
  const own = and(eq(approvals.platformId, platformId), eq(approvals.id, id));
  const [row] = await db.select().from(approvals).where(own);
  return (row as ApprovalRow | undefined) ?? null;
}

/** The same, locked until the transaction ends: whoever else decides about it comes afterwards. */
export async function lockApproval(
  tx: Pick<Tx, "db">,
  platformId: string,
  id: string,
): Promise<ApprovalRow | null> {
  const own = and(eq(approvals.platformId, platformId), eq(approvals.id, id));
  const [row] = await tx.db.select().from(approvals).where(own).for("update");
  return (row as ApprovalRow | undefined) ?? null;
}

/** Approvals of an account in some states, the newest first, from before an ID. */
export async function approvalsOf(
  { db }: Pick<Reads, "db">,
  platformId: string,
  { states, before, limit }: { states: readonly ApprovalRow["state"][]; before?: string; limit: number },
): Promise<ApprovalRow[]> {
  const isWanted = and(
    eq(approvals.platformId, platformId),
    inArray(approvals.state, [...states]),
    before === undefined ? undefined : lt(approvals.id, before),
  );
  const rows = await db.select().from(approvals).where(isWanted).orderBy(desc(approvals.id)).limit(limit);
  return rows as ApprovalRow[];
}

/** Approvals of any account that wait and whose time is over, the oldest first, each taken by one process. */
export async function lockExpired(tx: Pick<Tx, "db" | "now">, limit: number): Promise<ApprovalRow[]> {
  const isOver = and(eq(approvals.state, "waiting"), lte(approvals.expiresAt, tx.now()));
  const rows = await tx.db
    .select()
    .from(approvals)
    .where(isOver)
    .orderBy(asc(approvals.expiresAt))
    .limit(limit)
    .for("update", { skipLocked: true });
  return rows as ApprovalRow[];
}

/** Moves a locked approval. Gives null where the event does nothing to it. */
export async function moveApproval(
  tx: Pick<Tx, "db" | "now">,
  row: ApprovalRow,
  event: ApprovalEvent,
  what: Partial<Pick<ApprovalRow, "deciderId" | "reason" | "proof" | "answer">> = {},
): Promise<ApprovalRow | null> {
  const state = nextApprovalState(row.state, event);
  if (state === null) return null;
  const changes = { ...what, state, decidedAt: tx.now() };
  await tx.db.update(approvals).set(changes).where(eq(approvals.id, row.id));
  return { ...row, ...changes };
}

/** Takes the answer of an approved change out: it is told once. */
export async function forgetAnswer(tx: Pick<Tx, "db">, id: string): Promise<void> {
  await tx.db.update(approvals).set({ answer: null }).where(eq(approvals.id, id));
}
