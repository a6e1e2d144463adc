import { and, asc, eq, sql } from "drizzle-orm";
import { idempotencyKeys } from "@/db/schema";
import type { Tx } from "@/server/context";
import { sealContextOf } from "@/server/lib/idempotency";
import { secretBytes } from "@/server/lib/random";
import { allKeys } from "@/server/lib/sealing/keyring";
import { keyIdOf, SealBroken, seal, unseal } from "@/server/lib/sealing/sealed";
import { notSealedBy } from "@/server/lib/sealing/sealed-column";

/** A row of stored answers. */
export interface AnswerKey {
  scope: string;
  key: string;
}

/**
 * Seals up to `limit` stored answers with a current key that were sealed with another one: those that repeat personal
 * data with `PERSONAL_DATA_KEY`, all others with `SECRET_KEY`. `after` is where to go on, null when nothing is left.
 * Answers that no key opens are left to their end, at most a day away.
 */
export async function resealAnswers(
  tx: Pick<Tx, "db" | "config">,
  after: AnswerKey,
  limit: number,
): Promise<{ resealed: number; unreadable: AnswerKey[]; after: AnswerKey | null }> {
  const { keys } = tx.config;
  const personal = tx.config.personalData.keys;
  const personalIds = personal ? allKeys(personal).map(({ id }) => id) : [];
  const { scope, key, answer } = idempotencyKeys;
  const rows = await tx.db
    .select({ scope, key, answer })
    .from(idempotencyKeys)
    .where(
      and(
        sql`(${scope}, ${key}) > (${after.scope}, ${after.key})`,
        notSealedBy(keys.current, answer),
        personal ? notSealedBy(personal.current, answer) : undefined,
      ),
    )
    .orderBy(asc(scope), asc(key))
    .limit(limit)
    .for("no key update");
  const unreadable: AnswerKey[] = [];
  for (const row of rows) {
    try {
      const stored = Buffer.from(row.answer.slice(2), "hex");
      const isPersonal = personalIds.includes(keyIdOf(stored) ?? "");
      const ring = personal && isPersonal ? personal : keys;
      const text = unseal(ring, sealContextOf(row), stored);
      const sealed = seal(ring, sealContextOf(row), text, secretBytes).toString("hex");
      await tx.db
        .update(idempotencyKeys)
        .set({ answer: sealed })
        .where(and(eq(scope, row.scope), eq(key, row.key)));
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      unreadable.push(row);
    }
  }
  const last = rows.length < limit ? null : (rows.at(-1) ?? null);
  return { resealed: rows.length - unreadable.length, unreadable, after: last };
}
