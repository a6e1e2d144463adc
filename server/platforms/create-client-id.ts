import { clientIds } from "@/db/schema";
import type { Tx } from "@/server/context";
import { newClientId, newId } from "@/server/lib/ids";

/**
 * Creates a client ID. `allowedDomains` are origins as browsers send them; without any it is a backend
 * client ID (AU-13, AU-14). `payeeDestinationId` binds it to a destination's row (CI-07).
 */
export async function createClientId(
  tx: Pick<Tx, "db" | "now">,
  input: { platformId: string; label: string; allowedDomains: string[]; payeeDestinationId?: string },
): Promise<{ id: string; clientId: string }> {
  const id = newId(tx.now());
  const clientId = newClientId();
  const now = tx.now();
  await tx.db.insert(clientIds).values({ id, clientId, ...input, createdAt: now, updatedAt: now });
  return { id, clientId };
}
