import { orchestratorLinks, orchestrators } from "@/db/schema";
import type { Tx } from "@/server/context";
import { newId, newSecretKey } from "@/server/lib/ids";

/** Creates an orchestrator with its one key, shown once (OR-01, OR-03). */
export async function createOrchestrator(
  tx: Pick<Tx, "db" | "now">,
  input: { ownerPlatformId: string; name: string; contactEmail: string },
): Promise<{ id: string; key: string }> {
  const id = newId(tx.now());
  const key = newSecretKey("orc_");
  await tx.db.insert(orchestrators).values({
    id,
    ...input,
    keyPrefix: key.prefix,
    keyLast4: key.last4,
    keyHash: key.hash,
    createdAt: tx.now(),
  });
  return { id, key: key.value };
}

/** Links a client ID to an orchestrator, once in its life (OL-02). */
export async function linkClientId(
  tx: Pick<Tx, "db" | "now">,
  input: { orchestratorId: string; clientIdId: string },
): Promise<{ id: string }> {
  const id = newId(tx.now());
  await tx.db.insert(orchestratorLinks).values({ id, ...input, createdAt: tx.now() });
  return { id };
}
