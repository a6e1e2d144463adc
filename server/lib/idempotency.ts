import { sql } from "drizzle-orm";
import { idempotencyKeys } from "@/db/schema";
import type { IdempotencyClaim, Reads, Tx } from "@/server/context";

/** How long a stored answer stands for its key (design.md §4). */
export const IDEMPOTENCY_HOURS = 24;

/** Thrown inside a transaction when another call with the same key committed first: roll back, replay. */
export class IdempotentReplay extends Error {
  override readonly name = "IdempotentReplay";
}

export interface StoredAnswer {
  requestHash: string;
  status: number;
  answer: unknown;
}

/** The answer stored under a key that has not expired, or null. */
export async function findAnswer(
  ctx: Pick<Reads, "db" | "now">,
  claim: IdempotencyClaim,
): Promise<StoredAnswer | null> {
  const [row] = await ctx.db
    .select()
    .from(idempotencyKeys)
    .where(
      sql`${idempotencyKeys.scope} = ${claim.scope} and ${idempotencyKeys.key} = ${claim.key}
        and ${idempotencyKeys.createdAt} > ${expiry(ctx.now())}::timestamptz`,
    );
  return row ? { requestHash: row.requestHash, status: row.status, answer: JSON.parse(row.answer) } : null;
}

/**
 * Stores the answer of a creating call in the commit that creates. Every creating verb calls it; without an
 * `Idempotency-Key` it does nothing. Throws `IdempotentReplay` when the key was taken meanwhile.
 */
export async function rememberAnswer(tx: Tx, answer: unknown): Promise<void> {
  const claim = tx.idempotency;
  if (!claim) return;
  const now = tx.now();
  const stored = await tx.db
    .insert(idempotencyKeys)
    .values({
      scope: claim.scope,
      key: claim.key,
      requestHash: claim.requestHash,
      status: claim.status,
      answer: JSON.stringify(answer),
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: [idempotencyKeys.scope, idempotencyKeys.key],
      set: {
        requestHash: claim.requestHash,
        status: claim.status,
        answer: JSON.stringify(answer),
        createdAt: now,
      },
      setWhere: sql`${idempotencyKeys.createdAt} <= ${expiry(now)}::timestamptz`,
    })
    .returning({ key: idempotencyKeys.key });
  if (stored.length === 0) throw new IdempotentReplay();
  claim.remembered = true;
}

/** Removes answers past their time. */
export async function sweepAnswers(tx: Tx): Promise<void> {
  await tx.db
    .delete(idempotencyKeys)
    .where(sql`${idempotencyKeys.createdAt} <= ${expiry(tx.now())}::timestamptz`);
}

function expiry(now: Date): string {
  return new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000).toISOString();
}
