import { asc, eq } from "drizzle-orm";
import { orchestrators } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import type { Reads, Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { Label } from "@/server/lib/text";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";
import { createOrchestratorKey } from "@/server/platforms/orchestrators/create";

type OrchestratorRow = typeof orchestrators.$inferSelect;

/** Every orchestrator of this service, oldest first. */
export function allOrchestrators({ db }: Pick<Reads, "db">): Promise<OrchestratorRow[]> {
  return db.select().from(orchestrators).orderBy(asc(orchestrators.id));
}

/** Gives an orchestrator another key, as for one that lost its own. Throws 404. */
export async function issueKeyFor(tx: Tx, id: string, label: string): Promise<{ rawKey: string }> {
  const { ownerPlatformId } = await locked(tx, id);
  const { row, value } = await createOrchestratorKey(
    tx,
    { orchestratorId: id, label: Label.parse(label) },
    ownerPlatformId,
    null,
  );
  await recordAudit(tx, {
    action: "orchestrator_key.created",
    subject: row.id,
    platformId: ownerPlatformId,
    details: { orchestrator: id, label, last4: row.last4 },
  });
  announceCredentialChange(tx);
  return { rawKey: value };
}

/** Refuses all keys of an orchestrator, or lets them in again. Throws 404, and 409 where that is so already. */
export async function switchOrchestrator(
  tx: Tx,
  id: string,
  status: OrchestratorRow["status"],
): Promise<void> {
  const row = await locked(tx, id);
  if (row.status === status) throw new ApiError("conflict", `Orchestrator ${id} is ${status} already`);
  await tx.db.update(orchestrators).set({ status }).where(eq(orchestrators.id, id));
  await recordAudit(tx, {
    action: status === "active" ? "orchestrator.enabled" : "orchestrator.disabled",
    subject: id,
    platformId: row.ownerPlatformId,
  });
  announceCredentialChange(tx);
}

async function locked(tx: Tx, id: string): Promise<OrchestratorRow> {
  const [row] = await tx.db.select().from(orchestrators).where(eq(orchestrators.id, id)).for("no key update");
  if (!row) throw new ApiError("not_found", `There is no orchestrator ${id}`);
  return row;
}
