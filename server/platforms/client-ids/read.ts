import { desc, eq } from "drizzle-orm";
import { clientIds } from "@/db/schema";
import type { Reads } from "@/server/context";
import { isRecordId } from "@/server/lib/ids";
import { describeClientId } from "@/server/platforms/client-ids/describe";
import { clientIdNotFound, ownClientId } from "@/server/platforms/client-ids/find";
import type { ClientIdRecord } from "@/server/platforms/client-ids/schema";

/** The account's client IDs in every status, newest first. */
export async function listClientIds(ctx: Pick<Reads, "db" | "caller">): Promise<ClientIdRecord[]> {
  const rows = await ctx.db
    .select()
    .from(clientIds)
    .where(eq(clientIds.platformId, ctx.caller.platformId))
    .orderBy(desc(clientIds.id));
  return rows.map(describeClientId);
}

/** One client ID by its record ID (CI-06). Throws 404 for unknown and foreign ones alike. */
export async function getClientId(ctx: Pick<Reads, "db" | "caller">, id: string): Promise<ClientIdRecord> {
  if (!isRecordId(id)) throw clientIdNotFound();
  const [row] = await ctx.db.select().from(clientIds).where(ownClientId(ctx, id));
  if (!row) throw clientIdNotFound();
  return describeClientId(row);
}
