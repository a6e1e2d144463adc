import { and, asc, eq, gt, or } from "drizzle-orm";
import { notificationChannels } from "@/db/schema";
import type { Tx } from "@/server/context";
import { SealBroken } from "@/server/lib/sealing/sealed";
import { notSealedBy } from "@/server/lib/sealing/sealed-column";
import { openFor, sealFor } from "@/server/notifications/channels/address";

/** How far sealing anew has come: rows that no given key opens stay as they are. `after` is null when nothing is left. */
export interface ResealedChannels {
  resealed: number;
  unreadable: string[];
  after: string | null;
}

/** Seals up to `limit` addresses and codes with the current key that were sealed with another one, in order of their IDs. */
export async function resealChannels(
  tx: Pick<Tx, "db" | "config">,
  after: string,
  limit: number,
): Promise<ResealedChannels> {
  const { keys } = tx.config;
  const { id, address, code } = notificationChannels;
  const rows = await tx.db
    .select({ id, address, code })
    .from(notificationChannels)
    .where(and(gt(id, after), or(notSealedBy(keys.current, address), notSealedBy(keys.current, code))))
    .orderBy(asc(id))
    .limit(limit)
    .for("no key update");
  const unreadable: string[] = [];
  for (const row of rows) {
    const anew = (what: "address" | "code", sealed: string) =>
      sealFor(keys, row.id, what, openFor(keys, row.id, what, sealed));
    try {
      const changes = {
        address: anew("address", row.address),
        code: row.code === null ? null : anew("code", row.code),
      };
      await tx.db.update(notificationChannels).set(changes).where(eq(id, row.id));
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      unreadable.push(row.id);
    }
  }
  const last = rows.length < limit ? null : (rows.at(-1)?.id ?? null);
  return { resealed: rows.length - unreadable.length, unreadable, after: last };
}
