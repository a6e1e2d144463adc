import { platforms } from "@/db/schema";
import type { Tx } from "@/server/context";
import { newId } from "@/server/lib/ids";

/** Creates a tenant with every ordinary right. `walletAddress` is in stored form, or null without a wallet. */
export async function createPlatform(
  tx: Pick<Tx, "db" | "now">,
  input: { name: string; walletAddress: string | null },
): Promise<{ id: string }> {
  const id = newId(tx.now());
  await tx.db.insert(platforms).values({ id, ...input, createdAt: tx.now() });
  return { id };
}
