import type { KeyScope } from "@/db/key-scopes";
import { apiKeys } from "@/db/schema";
import type { Tx } from "@/server/context";
import { newId } from "@/server/lib/ids";
import type { ApiKeyRow } from "@/server/platforms/api-keys/describe";
import type { OfframpAccess } from "@/server/platforms/grant-offramp";
import type { StoredLimit } from "@/server/platforms/key-bounds/daily-limit";
import type { StoredMaker } from "@/server/platforms/key-bounds/maker";
import { newSecretKey } from "@/server/platforms/new-secret-key";

/** Stores a new API key. `value` is shown to its owner once; the database keeps its hash (AK-03, D-11). */
export async function createApiKey(
  tx: Pick<Tx, "db" | "now">,
  input: {
    platformId: string;
    label: string;
    expiresAt?: Date | null;
    offrampAccess?: OfframpAccess | null;
    scopes?: KeyScope[] | null;
    allowedNetworks?: string[] | null;
    firstKeyId?: string | null;
  } & Partial<StoredLimit & StoredMaker>,
): Promise<{ id: string; value: string; row: ApiKeyRow }> {
  const key = newSecretKey("sk_");
  const [row] = await tx.db
    .insert(apiKeys)
    .values({
      id: newId(tx.now()),
      ...input,
      prefix: key.prefix,
      last4: key.last4,
      hash: key.hash,
      createdAt: tx.now(),
    })
    .returning();
  if (!row) throw new Error("a stored API key is missing");
  return { id: row.id, value: key.value, row };
}
