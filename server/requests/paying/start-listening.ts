import { and, eq, inArray, ne } from "drizzle-orm";
import { requests } from "@/db/schema";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import type { RequestRow } from "@/server/requests/draft";

/** Notes that calldata of these requests is being handed out (RS-07). Writes nothing that is already noted. */
export async function startListening(ctx: Ctx, rows: readonly RequestRow[]): Promise<void> {
  if (rows.every((row) => row.isListening)) return;
  await inTransaction(ctx, (tx) => noteListening(tx, rows));
}

/** Like `startListening`, inside a larger commit. A request that was paid meanwhile stays as it is. */
export async function noteListening(tx: Tx, rows: readonly RequestRow[]): Promise<void> {
  const ids = rows.filter((row) => !row.isListening).map((row) => row.id);
  if (ids.length === 0) return;
  await tx.db
    .update(requests)
    .set({ isListening: true })
    .where(and(inArray(requests.id, ids), eq(requests.isListening, false), ne(requests.status, "paid")));
}
