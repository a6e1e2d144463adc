import { and, asc, eq, inArray, isNull, lt, notExists } from "drizzle-orm";
import { offramps, payerBankAccounts, payers } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import type { Ctx, Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { findPayer, findPayerById, type PayerRow } from "@/server/payers/find";
import type { PersonalData } from "@/server/payers/schema";
import { BankAccountData, openData, PayerData } from "@/server/payers/sealed-data";
import type { OfframpStatus } from "@/server/providers/offramp/provider";

/** All that is kept of a payer, in clear, for that person. Throws 404. */
export async function showPersonalData(
  ctx: Pick<Ctx, "db" | "caller" | "config">,
  clientUserId: string,
): Promise<PersonalData> {
  const row = await findPayer(ctx, clientUserId);
  const { email, firstName, lastName, companyName, beneficiaryType } = openData(
    ctx.config,
    { kind: "payer", ...row },
    PayerData,
  );
  const accounts = await ctx.db
    .select()
    .from(payerBankAccounts)
    .where(eq(payerBankAccounts.payerId, row.id))
    .orderBy(asc(payerBankAccounts.id));
  return {
    clientUserId,
    userId: row.id,
    provider: row.provider,
    email,
    firstName,
    lastName,
    companyName,
    beneficiaryType,
    kycStatus: row.kycStatus,
    agreementStatus: row.agreementStatus,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    bankAccounts: accounts.map((account) => ({
      id: account.id,
      ...openData(ctx.config, { kind: "bank account", ...account }, BankAccountData),
      currency: account.currency,
      country: account.country,
      createdAt: account.createdAt.toISOString(),
    })),
  };
}

/**
 * Erases what is kept of a payer: its name, its bank accounts and what the platform calls it. Payments stay, without
 * any of it. The provider has its own copy, and its own duties to keep it. Throws 404, and 409 while money of this payer
 * is on its way to a bank: until it has arrived or is back, somebody may have to be asked.
 */
export async function erasePayer(tx: Tx, clientUserId: string): Promise<void> {
  await eraseOnceArrived(tx, await findPayer(tx, clientUserId));
}

/** As `erasePayer`, of the payer with this `userId`. */
export async function erasePayerById(tx: Tx, userId: string): Promise<void> {
  await eraseOnceArrived(tx, await findPayerById(tx, userId));
}

async function eraseOnceArrived(tx: Tx, row: PayerRow): Promise<void> {
  const [underway] = await tx.db
    .select({ id: offramps.id })
    .from(offramps)
    .where(and(eq(offramps.payerId, row.id), inArray(offramps.status, ON_ITS_WAY)))
    .limit(1);
  if (underway) {
    throw new ApiError(
      "conflict",
      "A payment of this payer is on its way to a bank; erase it once that has ended",
    );
  }
  await erase(tx, row);
}

/** The provider has the money, and has not brought it anywhere. */
const ON_ITS_WAY: OfframpStatus[] = [
  "initiated",
  "pending_internal_assessment",
  "ongoing_checks",
  "sending_fiat",
  "bounced",
  "retry_required",
];

/** Erases payers that nobody has used for as long as personal data is kept (`PERSONAL_DATA_DAYS`). */
export async function eraseUnused(tx: Tx, limit: number): Promise<number> {
  const before = new Date(tx.now().getTime() - tx.config.personalData.days * 24 * 3_600_000);
  const rows = await tx.db
    .select()
    .from(payers)
    .where(
      and(
        lt(payers.lastUsedAt, before),
        isNull(payers.erasedAt),
        notExists(
          tx.db
            .select({ id: offramps.id })
            .from(offramps)
            .where(and(eq(offramps.payerId, payers.id), inArray(offramps.status, ON_ITS_WAY))),
        ),
      ),
    )
    .limit(limit)
    .for("update", { skipLocked: true });
  for (const row of rows) await erase(tx, row);
  return rows.length;
}

async function erase(tx: Tx, { id, platformId }: PayerRow): Promise<void> {
  await tx.db
    .update(payers)
    .set({ sealed: null, clientUserId: `erased:${id}`, nextPollAt: null, erasedAt: tx.now() })
    .where(eq(payers.id, id));
  await tx.db
    .update(payerBankAccounts)
    .set({ sealed: null, nextPollAt: null })
    .where(eq(payerBankAccounts.payerId, id));
  await recordAudit(tx, { action: "payer.erased", subject: id, platformId });
}
