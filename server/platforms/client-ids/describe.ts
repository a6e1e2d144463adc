import type { clientIds } from "@/db/schema";
import type { ClientIdRecord } from "@/server/platforms/client-ids/schema";

export type ClientIdRow = typeof clientIds.$inferSelect;

/** A client ID as its owner reads it (CI-06). */
export function describeClientId(row: ClientIdRow): ClientIdRecord {
  const { platformId, rateTier, createdAt, updatedAt, lastUsedAt, ...shown } = row;
  return {
    ...shown,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
