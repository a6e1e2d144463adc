import { and, asc, eq, inArray } from "drizzle-orm";
import { auditLog } from "@/db/schema";
import type { Reads } from "@/server/context";
import type {
  ScheduleRow as ListedSchedule,
  ScheduleInstalment,
  ScheduleStep,
} from "@/server/dashboard/schedules/schema";
import { writtenAmount } from "@/server/lib/sentences/written-amount";
import { MAX_ATTEMPTS, type ScheduleRow } from "@/server/recurring-payouts/schedule";

const WHO: Record<ListedSchedule["source"]["kind"], string> = {
  manual: "in the dashboard",
  api: "with an API key",
  client_id: "with a client ID",
  unknown: "by the account",
};

/** What happened to a schedule, oldest first. */
export async function scheduleTimeline(
  ctx: Pick<Reads, "db">,
  row: ScheduleRow,
  listed: ListedSchedule,
  instalments: readonly ScheduleInstalment[],
): Promise<ScheduleStep[]> {
  const steps = [
    ...attemptSteps(listed, instalments),
    ...(await decisions(ctx, row)),
    ...ends(row),
    ...(row.activatedAt
      ? [
          step(
            "signed",
            row.activatedAt,
            "The payer signed the permit. From now on the instalments are paid.",
          ),
        ]
      : []),
  ].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const label = listed.source.label === null ? "" : ` (${listed.source.label})`;
  const created = `${listed.totalPayments} instalments of ${writtenAmount(listed.amount, listed.currency)} were set up ${WHO[listed.source.kind]}${label}.`;
  // A block's clock is not ours: whatever it says, this came first.
  return [step("created", row.createdAt, created), ...steps];
}

function step(kind: ScheduleStep["kind"], at: Date, reason: string, txHash: string | null = null) {
  return { kind, at: at.toISOString(), reason, txHash } satisfies ScheduleStep;
}

function attemptSteps(
  { amount, currency }: ListedSchedule,
  instalments: readonly ScheduleInstalment[],
): ScheduleStep[] {
  return instalments.flatMap(({ index, paidAt, txHash, attempts }) => {
    const paid: ScheduleStep[] = paidAt
      ? [
          {
            kind: "paid",
            at: paidAt,
            reason: `Instalment ${index} of ${writtenAmount(amount, currency)} was paid.`,
            txHash,
          },
        ]
      : [];
    const others = attempts.flatMap(
      ({ outcome, number, reason, endedAt, startedAt, txHash }): ScheduleStep[] =>
        outcome === "failed" || outcome === "reorged"
          ? [
              {
                kind: outcome,
                at: endedAt ?? startedAt,
                reason: `Instalment ${index}, attempt ${number}: ${reason}.`,
                txHash,
              },
            ]
          : [],
    );
    return [...others, ...paid];
  });
}

/** What the account decided, from its audit log. */
async function decisions(ctx: Pick<Reads, "db">, { id, platformId }: ScheduleRow): Promise<ScheduleStep[]> {
  const rows = await ctx.db
    .select({ at: auditLog.at, action: auditLog.action, actor: auditLog.actorKind })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subject, id),
        eq(auditLog.platformId, platformId),
        inArray(auditLog.action, ["recurring_payment.paused", "recurring_payment.resumed"]),
      ),
    )
    .orderBy(asc(auditLog.id));
  return rows.map(({ at, action, actor }) => {
    const by = actor === "session" ? "in the dashboard" : "with an API key or a client ID";
    return action === "recurring_payment.paused"
      ? step("paused", at, `Paused ${by}. No instalment is begun until it is resumed.`)
      : step("resumed", at, `Resumed ${by}. What was missed is paid now, in order.`);
  });
}

function ends(row: ScheduleRow): ScheduleStep[] {
  const { status, pausedBy, changedAt, cancelledBy, endedAt } = row;
  if (status === "paused" && pausedBy !== "platform") {
    return [
      step("paused", changedAt, `Paused after ${MAX_ATTEMPTS} failed attempts at the same instalment.`),
    ];
  }
  if (!endedAt) return [];
  if (status === "completed") return [step("completed", endedAt, "Every instalment was paid.")];
  switch (cancelledBy) {
    case "platform":
      return [step("cancelled", endedAt, "Cancelled by the platform. No instalment is begun any more.")];
    case "payer":
      return [step("cancelled", endedAt, "Cancelled by the payer in the contract, for good.")];
    case "deadline":
      return [step("expired", endedAt, "The permit ran out before every instalment was paid.")];
    case null:
      return [];
  }
}
