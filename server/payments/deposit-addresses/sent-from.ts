import { and, eq, type SQL, sql } from "drizzle-orm";
import { isCounted, isNotCounted, transfers } from "@/db/schema";
import type { Reader } from "@/server/context";

/** Whether money came to the deposit address of a request from this address (20 bytes in hex), whether it counts or not. */
export async function wasSentFrom(db: Reader, requestId: string, sender: string): Promise<boolean> {
  const came = (kind: SQL) =>
    db
      .select({ one: sql`1` })
      .from(transfers)
      .where(and(eq(transfers.requestId, requestId), eq(transfers.sentFrom, sender), sql`(${kind})`))
      .limit(1);
  // Apart, because each has its index.
  const [counted, others] = await Promise.all([came(isCounted(transfers)), came(isNotCounted(transfers))]);
  return counted.length + others.length > 0;
}
