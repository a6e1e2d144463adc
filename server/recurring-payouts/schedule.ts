import type { recurringInstalments, recurringPayments } from "@/db/schema";
import { type NetworkId, networkById } from "@/server/chains/networks";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { dueAt } from "@/server/recurring-payouts/calendar";

export type ScheduleRow = typeof recurringPayments.$inferSelect;
export type InstalmentRow = typeof recurringInstalments.$inferSelect;

/** How often an instalment is tried before its schedule is paused (RC-15). */
export const MAX_ATTEMPTS = 3;

/** Wait after the first and after the second failed attempt, by the chain's time. */
export const RETRY_AFTER_SECONDS = [3_600, 21_600] as const;

/**
 * When the next instalment is tried: at its due time, later after a failed attempt; of a schedule that is not signed
 * yet the first one. Null where nothing is going to be paid as things stand (RC-15).
 */
export function nextPaymentDate(row: ScheduleRow): Date | null {
  if (row.status !== "active" && row.status !== "pending") return null;
  if (row.processed >= row.totalExecutions) return null;
  return row.nextAttemptAt ?? dueAt(row, row.processed + 1);
}

/** What one instalment takes from the payer, base units. */
export function instalmentCost(row: Pick<ScheduleRow, "amount" | "feeAmount" | "gasFee">): bigint {
  return row.amount + row.feeAmount + row.gasFee;
}

/** Instalments that are not paid yet. */
export function remainingPayments(row: Pick<ScheduleRow, "totalExecutions" | "processed">): number {
  return row.totalExecutions - row.processed;
}

/** What a schedule can still take from the payer, base units. */
export function remainingAmount(row: ScheduleRow): bigint {
  return instalmentCost(row) * BigInt(remainingPayments(row));
}

export function tokenOf(row: Pick<ScheduleRow, "id" | "paymentCurrency">): Token {
  const token = tokenById(row.paymentCurrency);
  if (!token) throw new Error(`schedule ${row.id} is in ${row.paymentCurrency}, which is not a token`);
  return token;
}

export function networkOf(row: Pick<ScheduleRow, "network">): NetworkId {
  const network = networkById(row.network);
  if (!network) throw new Error(`${row.network} is not a network`);
  return network.id;
}
