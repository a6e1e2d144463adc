import { and, eq, isNull } from "drizzle-orm";
import { payerBankAccounts, payers } from "@/db/schema";
import type { Caller, Reader, Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { isRecordId } from "@/server/lib/ids";
import { ClientUserId } from "@/server/payers/schema";

export type PayerRow = typeof payers.$inferSelect;
export type BankAccountRow = typeof payerBankAccounts.$inferSelect;

/** The account's payer of this name. Throws 404 for an unknown one and for one of another account alike. */
export async function findPayer(
  { db, caller }: { db: Reader; caller: Pick<Caller, "platformId"> },
  clientUserId: string,
): Promise<PayerRow> {
  const [row] = await db
    .select()
    .from(payers)
    .where(and(eq(payers.platformId, caller.platformId), eq(payers.clientUserId, clientUserId)));
  if (!row || row.erasedAt !== null) throw payerNotFound(clientUserId);
  return row;
}

/** Names the payer that was asked for; what could be no name of one is not repeated. */
function payerNotFound(clientUserId: string): ApiError {
  const { success } = ClientUserId.safeParse(clientUserId);
  const name = success ? `Payer with client user ID ${clientUserId}` : "Payer";
  return new ApiError("payer_not_found", `${name} not found`);
}

/** The account's payer of this `userId`. Throws 404 for an unknown, a foreign and an erased one alike. */
export async function findPayerById(
  { db, caller }: { db: Reader; caller: Pick<Caller, "platformId"> },
  userId: string,
): Promise<PayerRow> {
  const [row] = await db
    .select()
    .from(payers)
    .where(and(eq(payers.platformId, caller.platformId), eq(payers.id, userId), isNull(payers.erasedAt)));
  if (!row) throw new ApiError("payer_not_found", "Payer not found");
  return row;
}

/** The payer's bank account with this ID. Throws 404 for an unknown one and for one of another payer alike. */
export async function findBankAccount(
  { db, caller }: { db: Reader; caller: Pick<Caller, "platformId"> },
  payer: Pick<PayerRow, "id"> | null,
  id: string,
): Promise<BankAccountRow> {
  const [row] = isRecordId(id)
    ? await db
        .select()
        .from(payerBankAccounts)
        .where(
          and(
            eq(payerBankAccounts.platformId, caller.platformId),
            eq(payerBankAccounts.id, id),
            payer ? eq(payerBankAccounts.payerId, payer.id) : undefined,
          ),
        )
    : [];
  if (!row || row.sealed === null) {
    throw new ApiError("payment_details_not_found", "Payment details not found");
  }
  return row;
}

/** Notes that somebody is in use: what is kept of them is kept on. */
export async function markUsed(tx: Pick<Tx, "db" | "now">, payerId: string): Promise<void> {
  await tx.db.update(payers).set({ lastUsedAt: tx.now() }).where(eq(payers.id, payerId));
}
