import { eq } from "drizzle-orm";
import { payerBankAccounts, payers } from "@/db/schema";
import type { Tx } from "@/server/context";
import type { BankAccountRow, PayerRow } from "@/server/payers/find";
import { agreementTable, bankAccountTable, isCompliant, kycTable, moved } from "@/server/payers/state";
import type { BankAccountState, CustomerState } from "@/server/providers/offramp/provider";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";

/** How often a provider is asked about what still waits, and about what may be taken back. */
const POLL_MS = { waiting: 15_000, settled: 3_600_000 };

/** Takes over what the provider says of a payer and announces it where it moved, in one commit (events.md §3.7). */
export async function movePayer(tx: Tx, id: string, state: CustomerState): Promise<PayerRow | null> {
  const [row] = await tx.db.select().from(payers).where(eq(payers.id, id)).for("update");
  if (!row || row.erasedAt !== null) return null;
  const now = tx.now();
  const to = {
    kycStatus: moved(kycTable, row.kycStatus, state.kycStatus),
    agreementStatus: moved(agreementTable, row.agreementStatus, state.agreementStatus),
  };
  const hasMoved = to.kycStatus !== row.kycStatus || to.agreementStatus !== row.agreementStatus;
  const waits = !isCompliant(to);
  const changes = {
    ...to,
    providerCustomerId: state.customerId ?? row.providerCustomerId,
    nextPollAt: new Date(now.getTime() + (waits ? waitingMs(now, row) : POLL_MS.settled)),
    ...(hasMoved ? { moves: row.moves + 1, changedAt: now } : {}),
  };
  await tx.db.update(payers).set(changes).where(eq(payers.id, id));
  if (hasMoved) await announceCompliance(tx, { ...row, ...changes }, state.raw);
  return { ...row, ...changes };
}

/** Tells the account where the checks of its payer stand. */
export async function announceCompliance(tx: Tx, row: PayerRow, raw: Record<string, string>): Promise<void> {
  const { clientUserId, kycStatus, agreementStatus } = row;
  await enqueueEvents(tx, [
    {
      platformId: row.platformId,
      clientIdId: null,
      name: "compliance.updated",
      payload: { clientUserId, kycStatus, agreementStatus, isCompliant: isCompliant(row), rawPayload: raw },
      dedupeKey: `${row.id}:compliance:${row.moves}`,
    },
  ]);
}

/** Takes over what the provider says of a bank account and announces it where it moved, in one commit (§3.8). */
export async function moveBankAccount(tx: Tx, id: string, answered: BankAccountState): Promise<void> {
  const [found] = await tx.db
    .select({ row: payerBankAccounts, clientUserId: payers.clientUserId })
    .from(payerBankAccounts)
    .innerJoin(payers, eq(payers.id, payerBankAccounts.payerId))
    .where(eq(payerBankAccounts.id, id))
    .for("update", { of: payerBankAccounts });
  if (!found || found.row.sealed === null) return;
  const { row, clientUserId } = found;
  const state = inCurrency(row.currency, answered);
  const now = tx.now();
  const status = moved(bankAccountTable, row.status, state.status);
  const hasMoved = status !== row.status;
  const changes = {
    status,
    nextPollAt: nextLookAt(now, { ...row, status }),
    ...(hasMoved ? { rejectionMessage: state.rejectionMessage, moves: row.moves + 1, changedAt: now } : {}),
  };
  await tx.db.update(payerBankAccounts).set(changes).where(eq(payerBankAccounts.id, id));
  if (hasMoved) await announceBankAccount(tx, { ...row, ...changes }, clientUserId);
}

/** An account that the provider has in another currency than was asked for is not the one that was meant. */
export function inCurrency(currency: string, state: BankAccountState): BankAccountState {
  if (state.currency === null || state.currency === currency) return state;
  return { ...state, status: "failed", rejectionMessage: "the provider has it in another currency" };
}

/** Tells the account whether a bank account can be paid to. */
export async function announceBankAccount(tx: Tx, row: BankAccountRow, clientUserId: string): Promise<void> {
  await enqueueEvents(tx, [
    {
      platformId: row.platformId,
      clientIdId: null,
      name: "payment_detail.updated",
      payload: {
        status: row.status,
        paymentDetailsId: row.id,
        clientUserId,
        ...(row.rejectionMessage === null ? {} : { rejectionMessage: row.rejectionMessage }),
      },
      dedupeKey: `${row.id}:bank-account:${row.moves}`,
    },
  ]);
}

/** When a bank account is looked at again; never for one that is not taken. */
export function nextLookAt(
  now: Date,
  row: Pick<BankAccountRow, "status" | "createdAt"> & { providerAccountId: string | null },
): Date | null {
  if (row.status === "failed" || row.providerAccountId === null) return null;
  return new Date(now.getTime() + (row.status === "pending" ? waitingMs(now, row) : POLL_MS.settled));
}

/** The longer it has waited, the longer it can: a tenth of its age, a quarter of an hour at most. */
export function waitingMs(now: Date, { createdAt }: { createdAt: Date }): number {
  const age = now.getTime() - createdAt.getTime();
  return Math.min(15 * 60_000, Math.max(POLL_MS.waiting, age / 10));
}
