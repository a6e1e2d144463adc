import { eq, or } from "drizzle-orm";
import { apiKeys, clientIds, type OFFRAMP_ACCESS } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import type { Tx } from "@/server/context";
import { ApiError } from "@/server/errors";

export type OfframpAccess = (typeof OFFRAMP_ACCESS)[number];

/**
 * Lets one API key or client ID, by its ID, pay to bank accounts: made-up ones of the sandbox, or real ones; null takes
 * it away (behaviour.md CF-16). Nothing else of the credential changes. Throws 404.
 */
export async function grantOfframp(tx: Tx, id: string, access: OfframpAccess | null): Promise<void> {
  const set = { offrampAccess: access };
  const [key] = await tx.db
    .update(apiKeys)
    .set(set)
    .where(eq(apiKeys.id, id))
    .returning({ id: apiKeys.id, platformId: apiKeys.platformId });
  const [client] = key
    ? []
    : await tx.db
        .update(clientIds)
        .set(set)
        .where(or(eq(clientIds.id, id), eq(clientIds.clientId, id)))
        .returning({ id: clientIds.id, platformId: clientIds.platformId });
  const changed = key ?? client;
  if (!changed) throw new ApiError("not_found", `There is no API key or client ID ${id}`);
  await recordAudit(tx, {
    action: key ? "api_key.updated" : "client_id.updated",
    subject: changed.id,
    platformId: changed.platformId,
    details: { offrampAccess: access },
  });
}
