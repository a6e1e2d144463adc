import { and, eq } from "drizzle-orm";
import { clientIds } from "@/db/schema";
import type { Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { isRecordId } from "@/server/lib/ids";
import type { ClientIdRow } from "@/server/platforms/client-ids/describe";

/** The condition that keeps a caller inside its own client IDs. */
export function ownClientId(ctx: Pick<Tx, "caller">, id: string) {
  return and(eq(clientIds.id, id), eq(clientIds.platformId, ctx.caller.platformId));
}

/** The caller's client ID, locked until the transaction ends. Unknown, malformed and foreign IDs are one 404. */
export async function lockClientId(tx: Pick<Tx, "db" | "caller">, id: string): Promise<ClientIdRow> {
  if (!isRecordId(id)) throw clientIdNotFound();
  const [row] = await tx.db.select().from(clientIds).where(ownClientId(tx, id)).for("update");
  if (!row) throw clientIdNotFound();
  return row;
}

export function clientIdNotFound(): ApiError {
  return new ApiError("not_found", "Client ID not found");
}
