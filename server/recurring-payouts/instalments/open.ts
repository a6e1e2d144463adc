import { and, asc, eq, gte, lte } from "drizzle-orm";
import { recurringInstalments } from "@/db/schema";
import { referenceTopic } from "@/server/chains/reference-topic";
import type { Tx } from "@/server/context";
import { derivedId } from "@/server/lib/ids";
import { dueAt } from "@/server/recurring-payouts/calendar";
import { type InstalmentRow, type ScheduleRow, tokenOf } from "@/server/recurring-payouts/schedule";
import { bytes } from "@/server/recurring-payouts/signing/permit";
import { instalmentReference } from "@/server/recurring-payouts/signing/typed-data";
import { draftRequest, type RequestDraft } from "@/server/requests/draft";
import { insertRequests } from "@/server/requests/insert";
import { StoredCustomerInfo } from "@/server/requests/schema";

/**
 * The instalments `from` to `to` of a schedule whose row is locked, in their order. One that is opened for the first
 * time becomes a request of its own, with the payment reference that the contract derives, so that its payment is
 * found like any other.
 */
export async function openInstalments(
  tx: Tx,
  schedule: ScheduleRow,
  { from, to }: { from: number; to: number },
): Promise<InstalmentRow[]> {
  const ofSchedule = eq(recurringInstalments.recurringPaymentId, schedule.id);
  const known = await tx.db
    .select()
    .from(recurringInstalments)
    .where(and(ofSchedule, gte(recurringInstalments.index, from), lte(recurringInstalments.index, to)))
    .orderBy(asc(recurringInstalments.index));
  const missing: number[] = [];
  for (let index = from; index <= to; index++) {
    if (!known.some((row) => row.index === index)) missing.push(index);
  }
  if (missing.length === 0) return known;
  const drafts = missing.map((index) => draftInstalment(tx, schedule, index));
  const stored = await insertRequests(tx, drafts);
  const rows = stored.map((request, i): InstalmentRow => {
    const index = missing[i];
    if (index === undefined) throw new Error("a request was stored for no instalment");
    return {
      id: derivedId("instalment", schedule.digest, index),
      recurringPaymentId: schedule.id,
      index,
      requestId: request.id,
      status: "due",
      dueAt: dueAt(schedule, index),
      createdAt: tx.now(),
    };
  });
  await tx.db.insert(recurringInstalments).values(rows);
  return [...known, ...rows].sort((a, b) => a.index - b.index);
}

function draftInstalment(tx: Tx, schedule: ScheduleRow, index: number): RequestDraft {
  const { feePercentage, customerInfo } = schedule;
  const draft = draftRequest(
    {
      config: tx.config,
      now: tx.now,
      caller: {
        kind: "system",
        platformId: schedule.platformId,
        clientId: schedule.clientIdId === null ? null : { id: schedule.clientIdId },
        origin: schedule.origin,
      },
    },
    {
      kind: "payout",
      token: tokenOf(schedule),
      payee: schedule.payee,
      payer: schedule.payer,
      amount: schedule.amount,
      customerInfo: customerInfo === null ? undefined : StoredCustomerInfo.parse(customerInfo),
      reference: schedule.reference ?? undefined,
      fee: feePercentage === null ? null : { percentage: feePercentage, address: schedule.feeAddress },
      // What the permit holds is all that is charged.
      plan: [],
    },
  );
  const paymentReference = instalmentReference(bytes(schedule.digest), index);
  const topic1 = referenceTopic(paymentReference);
  const { source } = schedule;
  return { ...draft, row: { ...draft.row, paymentReference, topic1, source, isListening: true } };
}
