import { and, asc, eq, gt } from "drizzle-orm";
import { payerBankAccounts, payers } from "@/db/schema";
import type { Tx } from "@/server/context";
import { SealBroken } from "@/server/lib/sealing/sealed";
import { notSealedBy } from "@/server/lib/sealing/sealed-column";
import { resealData } from "@/server/payers/sealed-data";

/** What of a person is sealed. */
export const SEALED_KINDS = ["payer", "bank account"] as const;

/**
 * Seals up to `limit` rows of personal data with the current `PERSONAL_DATA_KEY` that were sealed with another one, in
 * order of their IDs. `after` is where to go on, null when nothing is left; rows that no given key opens stay as they are.
 */
export async function resealPersonalData(
  tx: Pick<Tx, "db" | "config">,
  kind: (typeof SEALED_KINDS)[number],
  after: string,
  limit: number,
): Promise<{ resealed: number; unreadable: string[]; after: string | null }> {
  const { keys } = tx.config.personalData;
  if (keys === null) return { resealed: 0, unreadable: [], after: null };
  const table = kind === "payer" ? payers : payerBankAccounts;
  const rows = await tx.db
    .select({ id: table.id, sealed: table.sealed })
    .from(table)
    .where(and(gt(table.id, after), notSealedBy(keys.current, table.sealed)))
    .orderBy(asc(table.id))
    .limit(limit)
    .for("no key update");
  const unreadable: string[] = [];
  for (const { id, sealed } of rows) {
    if (sealed === null) continue;
    try {
      await tx.db
        .update(table)
        .set({ sealed: resealData(tx.config, kind, id, sealed) })
        .where(eq(table.id, id));
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      unreadable.push(id);
    }
  }
  const last = rows.length < limit ? null : (rows.at(-1)?.id ?? null);
  return { resealed: rows.length - unreadable.length, unreadable, after: last };
}
