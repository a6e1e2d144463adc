import { inArray } from "drizzle-orm";
import { clientIds } from "@/db/schema";
import type { Reads } from "@/server/context";
import { healthOf, reasonOf } from "@/server/dashboard/schedules/health";
import type { ScheduleRow as ListedSchedule } from "@/server/dashboard/schedules/schema";
import { formatAmount } from "@/server/lib/amount";
import {
  instalmentCost,
  nextPaymentDate,
  type ScheduleRow,
  tokenOf,
} from "@/server/recurring-payouts/schedule";

/** Schedules as a list shows them, in their order; `clock` is the time of each network. */
export async function describeSchedules(
  { db }: Pick<Reads, "db">,
  rows: readonly ScheduleRow[],
  clock: (network: string) => Date,
): Promise<ListedSchedule[]> {
  const clients = [...new Set(rows.flatMap(({ clientIdId }) => clientIdId ?? []))];
  const named =
    clients.length === 0
      ? []
      : await db
          .select({ id: clientIds.id, label: clientIds.label })
          .from(clientIds)
          .where(inArray(clientIds.id, clients));
  const labels = new Map(named.map(({ id, label }) => [id, label]));
  return rows.map((row) => {
    const { decimals, symbol, id } = tokenOf(row);
    const health = healthOf(row, clock(row.network));
    return {
      id: row.id,
      status: row.status,
      health,
      reason: reasonOf(row, health),
      reference: row.reference,
      payee: row.payee,
      payer: row.payer,
      network: row.network,
      currency: symbol,
      currencyId: id,
      amount: formatAmount(row.amount, decimals),
      cost: formatAmount(instalmentCost(row), decimals),
      frequency: row.frequency,
      processedPayments: row.processed,
      totalPayments: row.totalExecutions,
      nextPaymentDate: nextPaymentDate(row)?.toISOString() ?? null,
      lastPaymentDate: row.lastPaymentAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      signedAt: row.activatedAt?.toISOString() ?? null,
      cancelledBy: row.cancelledBy,
      source:
        row.clientIdId === null
          ? { kind: row.source ?? "unknown", label: null }
          : { kind: "client_id", label: labels.get(row.clientIdId) ?? null },
    };
  });
}
