import { and, eq, lte } from "drizzle-orm";
import { clientIds, requests } from "@/db/schema";
import type { Caller, Tx } from "@/server/context";
import { invoiceCurrencyOf } from "@/server/currencies/invoice-currency";
import { tokenById } from "@/server/currencies/tokens";
import { draftRequest, type RequestDraft, type RequestRow } from "@/server/requests/draft";
import { insertRequests } from "@/server/requests/insert";
import { nextDueAfter, occurrenceNumber } from "@/server/requests/recurring-invoices/next-occurrence";
import { StoredCustomerInfo } from "@/server/requests/schema";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";

/**
 * Creates the request of the due period of a recurring invoice, moves the invoice to its next period and
 * announces `request.recurring`, all in this commit (RQ-13, events.md 3.6). False when nothing is due any
 * more or another worker holds the invoice. `originalId` is the row ID of the invoice.
 */
export async function createNextOccurrence(tx: Tx, originalId: string): Promise<boolean> {
  const [original] = await tx.db
    .select()
    .from(requests)
    .where(and(eq(requests.id, originalId), lte(requests.nextOccurrenceAt, tx.now())))
    .for("update", { skipLocked: true });
  const {
    nextOccurrenceAt: due,
    recurrenceStartDate: startDate,
    recurrenceFrequency: frequency,
  } = original ?? {};
  if (!original || !due || !startDate || !frequency) return false;

  const schedule = { startDate, frequency };
  const clientId = await clientIdOf(tx, original);
  const draft = draftOccurrence(tx, original, clientId, occurrenceNumber(schedule, due));
  const [created] = await insertRequests(tx, [draft]);
  if (!created) throw new Error("a stored request is missing");
  await tx.db
    .update(requests)
    .set({ nextOccurrenceAt: nextDueAfter(schedule, due) })
    .where(eq(requests.id, original.id));
  await announce(tx, original, created, clientId?.publicId ?? null);
  return true;
}

function draftOccurrence(
  tx: Tx,
  original: RequestRow,
  clientId: Caller["clientId"],
  occurrence: number,
): RequestDraft {
  const token = tokenById(original.paymentCurrency);
  if (!token) throw new Error(`request ${original.id} is paid in an unknown currency`);
  const { feePercentage, feeAddress, customerInfo } = original;
  const caller = {
    kind: "system" as const,
    platformId: original.platformId,
    clientId,
    origin: original.origin,
  };
  return draftRequest(
    { config: tx.config, now: tx.now, caller },
    {
      kind: original.kind,
      token,
      invoice: invoiceCurrencyOf(original),
      payee: original.payee,
      payer: original.payer,
      amount: original.amount,
      tolerance:
        original.leastAmount !== null && original.tolerates !== null
          ? { leastAmount: original.leastAmount, tolerates: original.tolerates }
          : null,
      requiredConfirmations: original.requiredConfirmations,
      customerInfo: customerInfo === null ? undefined : StoredCustomerInfo.parse(customerInfo),
      reference: original.reference ?? undefined,
      fee: feePercentage && feeAddress ? { percentage: feePercentage, address: feeAddress } : null,
      original: {
        requestId: original.requestId,
        paymentReference: original.paymentReference,
        occurrence,
      },
    },
  );
}

async function clientIdOf(tx: Tx, original: RequestRow): Promise<Caller["clientId"]> {
  if (original.clientIdId === null) return null;
  const [row] = await tx.db.select().from(clientIds).where(eq(clientIds.id, original.clientIdId));
  if (!row) throw new Error(`client ID ${original.clientIdId} is missing`);
  return {
    id: row.id,
    publicId: row.clientId,
    isBrowser: row.allowedDomains.length > 0,
    payeeDestinationId: row.payeeDestinationId,
  };
}

async function announce(
  tx: Tx,
  original: RequestRow,
  created: RequestRow,
  clientId: string | null,
): Promise<void> {
  await enqueueEvents(tx, [
    {
      platformId: original.platformId,
      clientIdId: original.clientIdId,
      name: "request.recurring",
      payload: {
        requestId: created.requestId.slice(2),
        originalRequestId: original.requestId.slice(2),
        paymentReference: created.paymentReference,
        originalRequestPaymentReference: original.paymentReference,
        paymentProcessor: tx.config.wire.network,
        ...(clientId === null ? {} : { clientId, origin: original.origin }),
      },
      dedupeKey: `${original.id}:recurring:${created.occurrence}`,
    },
  ]);
}
