import { apiKeys } from "@/db/schema";
import type { Tx } from "@/server/context";
import { newId, newSecretKey } from "@/server/lib/ids";

/** Creates an API key. `value` is shown to its owner once; the database keeps its hash (AK-03, D-11). */
export async function createApiKey(
  tx: Pick<Tx, "db" | "now">,
  input: { platformId: string; label: string },
): Promise<{ id: string; value: string }> {
  const id = newId(tx.now());
  const key = newSecretKey("sk_");
  await tx.db.insert(apiKeys).values({
    id,
    ...input,
    prefix: key.prefix,
    last4: key.last4,
    hash: key.hash,
    createdAt: tx.now(),
  });
  return { id, value: key.value };
}
