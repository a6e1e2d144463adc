import { clientIds } from "@/db/schema";
import { changesBetween } from "@/server/audit/changes-between";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import type { Done } from "@/server/lib/done";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";
import { type ClientIdRow, describeClientId } from "@/server/platforms/client-ids/describe";
import { lockClientId, ownClientId } from "@/server/platforms/client-ids/find";
import { bindableDestination, requireWholeFee } from "@/server/platforms/client-ids/rules";
import type { ClientIdChanges, ClientIdRecord } from "@/server/platforms/client-ids/schema";
import { moveClientId } from "@/server/platforms/client-ids/state";
import { requireClientIdApproval } from "@/server/platforms/credential-approval";

/**
 * Changes what the body names and unsets what it names as null (CI-04). Throws 404 for a foreign or unknown
 * client ID, and 400 for leaving `revoked` (CI-05), half a fee, or a destination it cannot be bound to.
 */
export function updateClientId(ctx: Ctx, id: string, body: ClientIdChanges): Promise<ClientIdRecord> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockClientId(tx, id);
    const changes = await checkedChanges(tx, row, body);
    if (givesRights(row, changes)) {
      const facts = { subject: id, before: row, after: { ...row, ...changes } };
      await requireClientIdApproval(tx, row.platformId, "client_id.update", facts, { id, body });
    }
    return describeClientId(await write(tx, row, changes));
  });
}

/** Revokes for ever (CI-05). Doing it again changes nothing. Throws 404 for a foreign or unknown client ID. */
export function revokeClientId(ctx: Ctx, id: string): Promise<Done> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockClientId(tx, id);
    if (row.status !== "revoked") await write(tx, row, { status: moveClientId(row.status, "revoked") });
    return { success: true, message: "Client ID revoked" };
  });
}

type Changes = Partial<ClientIdRow>;

/** A name, and switching it off, give no right; all else decides what a client ID is held to. */
function givesRights(row: ClientIdRow, { label, status, ...others }: Changes): boolean {
  return Object.keys(others).length > 0 || (status === "active" && row.status !== "active");
}

async function checkedChanges(tx: Tx, row: ClientIdRow, body: ClientIdChanges): Promise<Changes> {
  const { payeeDestinationId, status, ...plain } = body;
  const changes: Changes = Object.fromEntries(
    Object.entries(plain).filter(([, value]) => value !== undefined),
  );
  if (status !== undefined) changes.status = moveClientId(row.status, status);
  if (payeeDestinationId === null) changes.payeeDestinationId = null;
  else if (payeeDestinationId !== undefined) {
    changes.payeeDestinationId = await bindableDestination(tx, payeeDestinationId);
  }
  requireWholeFee({ ...row, ...changes });
  return changes;
}

async function write(tx: Tx, row: ClientIdRow, changes: Changes): Promise<ClientIdRow> {
  const [updated] = await tx.db
    .update(clientIds)
    .set({ ...changes, updatedAt: tx.now() })
    .where(ownClientId(tx, row.id))
    .returning();
  if (!updated) throw new Error("a locked client ID is missing");
  const isRevoked = updated.status === "revoked" && row.status !== "revoked";
  await recordAudit(tx, {
    action: isRevoked ? "client_id.revoked" : "client_id.updated",
    subject: row.id,
    details: { clientId: row.clientId, changes: plainChanges(changes) },
    ...changesBetween(plainChanges(row), plainChanges({ ...updated, updatedAt: row.updatedAt })),
  });
  announceCredentialChange(tx);
  return updated;
}

function plainChanges(changes: Changes): Record<string, string | number | boolean | null> {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(" ") : value instanceof Date ? value.toISOString() : value,
    ]),
  );
}
