import type { KeyScope } from "@/db/key-scopes";
import { apiKeys } from "@/db/schema";
import type { ApprovalInput } from "@/server/approvals/require-approval";
import type { Tx } from "@/server/context";
import { newId } from "@/server/lib/ids";
import type { ApiKeyRow } from "@/server/platforms/api-keys/describe";
import { type KeyFacts, requireKeyApproval } from "@/server/platforms/credential-approval";
import type { OfframpAccess } from "@/server/platforms/grant-offramp";
import type { StoredLimit } from "@/server/platforms/key-bounds/daily-limit";
import type { StoredMaker } from "@/server/platforms/key-bounds/maker";
import { newSecretKey } from "@/server/platforms/new-secret-key";

/** With what a new key can be asked for again, and which key it takes the place of, with all that it may. */
interface AskedKey {
  input: ApprovalInput;
  replaces?: KeyFacts & { id: string };
}

/**
 * Stores a new API key. `value` is shown to its owner once; the database keeps its hash (AK-03, D-11). Every way to a new key
 * passes here: `asked` is with what it can be made again where an account wants a second person for it.
 */
export async function createApiKey(
  tx: Pick<Tx, "db" | "now" | "caller" | "approval">,
  facts: {
    platformId: string;
    label: string;
    expiresAt?: Date | null;
    offrampAccess?: OfframpAccess | null;
    scopes?: KeyScope[] | null;
    allowedNetworks?: string[] | null;
    firstKeyId?: string | null;
  } & Partial<StoredLimit & StoredMaker>,
  asked: AskedKey | null = null,
): Promise<{ id: string; value: string; row: ApiKeyRow }> {
  const { input: again = null, replaces } = asked ?? {};
  // The end of one that takes another's place is counted from the moment that makes it.
  const change = replaces ? { subject: replaces.id, before: replaces, after: replaces } : { after: facts };
  await requireKeyApproval(tx, facts.platformId, change, again);
  const key = newSecretKey("sk_");
  const [row] = await tx.db
    .insert(apiKeys)
    .values({
      id: newId(tx.now()),
      ...facts,
      prefix: key.prefix,
      last4: key.last4,
      hash: key.hash,
      createdAt: tx.now(),
    })
    .returning();
  if (!row) throw new Error("a stored API key is missing");
  return { id: row.id, value: key.value, row };
}
