import { sql } from "drizzle-orm";
import { idempotencyKeys } from "@/db/schema";
import type { Ctx, IdempotencyClaim, Tx } from "@/server/context";
import { removeSome } from "@/server/lib/database/prune";
import { secretBytes } from "@/server/lib/random";
import { allKeys, type Keyring } from "@/server/lib/sealing/keyring";
import { seal, unseal } from "@/server/lib/sealing/sealed";

/** How long a stored answer stands for its key (D-34). */
const IDEMPOTENCY_HOURS = 24;

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
  ctx: Pick<Ctx, "db" | "now" | "config">,
  claim: IdempotencyClaim,
): Promise<StoredAnswer | null> {
  const [row] = await ctx.db
    .select()
    .from(idempotencyKeys)
    .where(
      sql`${idempotencyKeys.scope} = ${claim.scope} and ${idempotencyKeys.key} = ${claim.key}
        and ${idempotencyKeys.createdAt} > ${expiry(ctx.now())}::timestamptz`,
    );
  if (!row) return null;
  const sealed = Buffer.from(row.answer.slice(2), "hex");
  const text = unseal(answerKeys(ctx.config), sealContextOf(claim), sealed);
  return { requestHash: row.requestHash, status: row.status, answer: JSON.parse(text) };
}

/**
 * Stores the answer of a creating call in the commit that creates. Every creating verb calls it; without an
 * `Idempotency-Key` it does nothing. Answers are sealed, all of them: some hold a key or a signing secret that
 * is shown once, and a dump of the database must not show it again; those that hold personal data under its own `keys`.
 * Throws `IdempotentReplay` when the key was taken meanwhile.
 */
export async function rememberAnswer(tx: Tx, answer: unknown, keys: Keyring = tx.config.keys): Promise<void> {
  // Whoever asked for it is not here; it is kept for them.
  if (tx.approval) tx.approval.answer = answer;
  const claim = tx.idempotency;
  if (!claim) return;
  const now = tx.now();
  const text = JSON.stringify(answer);
  const sealed = seal(keys, sealContextOf(claim), text, secretBytes).toString("hex");
  const stored = await tx.db
    .insert(idempotencyKeys)
    .values({
      scope: claim.scope,
      key: claim.key,
      requestHash: claim.requestHash,
      status: claim.status,
      answer: sealed,
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: [idempotencyKeys.scope, idempotencyKeys.key],
      set: {
        requestHash: claim.requestHash,
        status: claim.status,
        answer: sealed,
        createdAt: now,
      },
      setWhere: sql`${idempotencyKeys.createdAt} <= ${expiry(now)}::timestamptz`,
    })
    .returning({ key: idempotencyKeys.key });
  if (stored.length === 0) throw new IdempotentReplay();
  claim.remembered = true;
}

/** A sealed answer names its key: whichever it is, it is among these. */
function answerKeys({ keys, personalData }: Ctx["config"]): Keyring {
  return personalData.keys ? { ...keys, old: [...keys.old, ...allKeys(personalData.keys)] } : keys;
}

/** Removes answers past their time. */
export function sweepAnswers(tx: Pick<Tx, "db" | "now">, limit: number): Promise<number> {
  const isOld = sql`${idempotencyKeys.createdAt} <= ${expiry(tx.now())}::timestamptz`;
  return removeSome(tx, idempotencyKeys, isOld, limit);
}

/** An answer opens only under the credential and key it was stored for. */
export function sealContextOf(claim: Pick<IdempotencyClaim, "scope" | "key">): string {
  return `idempotency:${claim.scope}:${claim.key}`;
}

function expiry(now: Date): string {
  return new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000).toISOString();
}
