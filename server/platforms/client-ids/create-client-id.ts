import { clientIds } from "@/db/schema";
import type { Tx } from "@/server/context";
import { newId } from "@/server/lib/ids";
import type { ClientIdRow } from "@/server/platforms/client-ids/describe";
import { newClientId } from "@/server/platforms/client-ids/new-client-id";
import { requireClientIdApproval } from "@/server/platforms/credential-approval";
import type { OfframpAccess } from "@/server/platforms/grant-offramp";

/** What a client ID is made with; settings that are left out are unset. */
export interface ClientIdFacts {
  platformId: string;
  label: string;
  /** Origins as browsers send them; without any it is a backend client ID (AU-13, AU-14). */
  allowedDomains: string[];
  feePercentage?: string | null | undefined;
  feeAddress?: string | null | undefined;
  operatorWalletAddress?: string | null | undefined;
  defaultPreApprovalExpiry?: number | undefined;
  defaultAuthorizationExpiry?: number | undefined;
  /** Record ID of a destination, which binds the client ID to it (CI-07). */
  payeeDestinationId?: string | undefined;
  offrampAccess?: OfframpAccess | undefined;
}

/**
 * Stores an active client ID. The facts are checked already. Every way to a new one passes here: `params` is with what it can
 * be made again where an account wants a second person for it.
 */
export async function createClientId(
  tx: Pick<Tx, "db" | "now" | "caller" | "approval">,
  facts: ClientIdFacts,
  params: Record<string, unknown> | null = null,
): Promise<ClientIdRow> {
  const after: Partial<ClientIdRow> = Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined),
  );
  await requireClientIdApproval(tx, facts.platformId, "client_id.create", { after }, params);
  const now = tx.now();
  const [row] = await tx.db
    .insert(clientIds)
    .values({ id: newId(now), clientId: newClientId(), ...facts, createdAt: now, updatedAt: now })
    .returning();
  if (!row) throw new Error("a stored client ID is missing");
  return row;
}
