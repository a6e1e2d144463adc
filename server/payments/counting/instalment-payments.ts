import { and, inArray, type SQL, sql } from "drizzle-orm";
import { transfers } from "@/db/schema";
import type { Reader } from "@/server/context";

type Transfer = typeof transfers.$inferSelect;

/** What the contract paid for an instalment. */
export type InstalmentPayment = Pick<Transfer, "txHash" | "blockTime" | "state">;

/** Transfers that no reorganisation is expected to take back. */
const SURE: readonly Transfer["state"][] = ["confirmed", "final"];

/** Which transfers the contract says it made for these requests. Anybody can pay the reference of an instalment. */
export function isInstalmentPayment(
  requestIds: readonly string[],
  states: readonly Transfer["state"][] = SURE,
): SQL | undefined {
  return and(
    inArray(transfers.requestId, [...requestIds]),
    // Written out, so that the index of such transfers is used.
    sql`${transfers.type} = 'recurring' and ${transfers.mismatch} is null`,
    inArray(transfers.state, [...states]),
  );
}

/** What the contract paid of these, by row of their request. */
export async function instalmentPayments(
  { db }: { db: Reader },
  instalments: readonly { requestId: string }[],
  states?: readonly Transfer["state"][],
): Promise<Map<string, InstalmentPayment>> {
  if (instalments.length === 0) return new Map();
  const { requestId, txHash, blockTime, state } = transfers;
  const ids = instalments.map((instalment) => instalment.requestId);
  const rows = await db
    .select({ requestId, txHash, blockTime, state })
    .from(transfers)
    .where(isInstalmentPayment(ids, states));
  return new Map(rows.map((row) => [row.requestId, row]));
}
