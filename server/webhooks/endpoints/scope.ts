import { and, eq } from "drizzle-orm";
import { clientIds } from "@/db/schema";
import type { Reads } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";

/** A client ID as the scope of a webhook. */
export interface Scope {
  id: string;
  clientId: string;
  isRevoked: boolean;
}

/**
 * The scope a call names, by `x-client-id` or in its body (SC-06); null for the whole account. Throws 404 for
 * a client ID that is unknown or foreign, 400 when header and body disagree.
 */
export async function scopeOf(
  ctx: Pick<Reads, "db" | "caller">,
  named: string | undefined,
): Promise<Scope | null> {
  const { caller } = ctx;
  const selected = caller.clientId?.publicId;
  if (named !== undefined && selected !== undefined && named !== selected) {
    throw invalidField("clientId", "clientId and x-client-id name different client IDs");
  }
  const publicId = selected ?? named;
  if (publicId === undefined) return null;
  const [row] = await ctx.db
    .select({ id: clientIds.id, clientId: clientIds.clientId, status: clientIds.status })
    .from(clientIds)
    .where(and(eq(clientIds.clientId, publicId), eq(clientIds.platformId, caller.platformId)));
  if (!row) throw new ApiError("not_found", "Client ID not found");
  return { id: row.id, clientId: row.clientId, isRevoked: row.status === "revoked" };
}
