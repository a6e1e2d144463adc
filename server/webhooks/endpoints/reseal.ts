import { and, asc, eq, gt, or } from "drizzle-orm";
import { webhookEndpoints } from "@/db/schema";
import type { Tx } from "@/server/context";
import { secretBytes } from "@/server/lib/random";
import { notSealedBy } from "@/server/lib/sealing/sealed-column";
import { openSecret, SecretUnreadable, sealSecret } from "@/server/webhooks/endpoints/secret";

/** How far sealing anew has come. */
export interface Resealed {
  resealed: number;
  /** Rows that no given key opens; they stay as they are. */
  unreadable: string[];
  /** Where to go on; null when there is nothing left. */
  after: string | null;
}

/** Seals up to `limit` signing secrets with the current key that were sealed with another one, in order of their IDs. */
export async function resealSecrets(
  tx: Pick<Tx, "db" | "config">,
  after: string,
  limit: number,
): Promise<Resealed> {
  const { keys } = tx.config;
  const { id, secret, previousSecret } = webhookEndpoints;
  const rows = await tx.db
    .select({ id, secret, previousSecret })
    .from(webhookEndpoints)
    .where(
      and(gt(id, after), or(notSealedBy(keys.current, secret), notSealedBy(keys.current, previousSecret))),
    )
    .orderBy(asc(id))
    .limit(limit)
    .for("no key update");
  const unreadable: string[] = [];
  for (const row of rows) {
    const anew = (stored: string) =>
      sealSecret(keys, row.id, openSecret(keys, row.id, Buffer.from(stored.slice(2), "hex")), secretBytes);
    try {
      const changes = {
        secret: anew(row.secret),
        previousSecret: row.previousSecret === null ? null : anew(row.previousSecret),
      };
      await tx.db.update(webhookEndpoints).set(changes).where(eq(id, row.id));
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      unreadable.push(row.id);
    }
  }
  const last = rows.length < limit ? null : (rows.at(-1)?.id ?? null);
  return { resealed: rows.length - unreadable.length, unreadable, after: last };
}
