import type { apiKeys } from "@/db/schema";
import type { ApiKeyRecord } from "@/server/platforms/api-keys/schema";
import { describeKeyUse } from "@/server/platforms/key-bounds/describe-use";

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** An API key without anything that could be used as one. */
export function describeApiKey(row: ApiKeyRow): ApiKeyRecord {
  return {
    id: row.id,
    label: row.label,
    prefix: row.prefix,
    last4: row.last4,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    scopes: row.scopes,
    ...describeKeyUse(row),
  };
}
