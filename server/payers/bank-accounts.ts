import { desc, eq } from "drizzle-orm";
import { payerBankAccounts, payers } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction } from "@/server/context";
import { ApiError } from "@/server/errors";
import { rememberAnswer } from "@/server/lib/idempotency";
import { derivedId, newId } from "@/server/lib/ids";
import { asking, providerOf, requireOfframp } from "@/server/payers/access";
import { checkedBankAccount } from "@/server/payers/bank-fields";
import { requireBirthDate } from "@/server/payers/birth-date";
import { type BankAccountRow, findBankAccount, findPayer } from "@/server/payers/find";
import { announceBankAccount, inCurrency, nextLookAt } from "@/server/payers/move";
import type { BankAccountCreated, BankAccountsListed, CreateBankAccountBody } from "@/server/payers/schema";
import { BankAccountData, keysOf, masked, openData, PayerData, sealData } from "@/server/payers/sealed-data";

/** Bank accounts of one payer: more is somebody trying numbers. */
const MAX_ACCOUNTS = 50;

/**
 * Registers a bank account of a payer with the provider (CF-08, CF-09). Its numbers go there and are not kept here,
 * but for their last digits. Throws 400 naming fields, also for a payer whose check is not approved (CF-12), 404 and 503.
 */
export async function addBankAccount(
  ctx: Ctx,
  clientUserId: string,
  body: CreateBankAccountBody,
): Promise<BankAccountCreated> {
  await requireOfframp(ctx);
  const payer = await findPayer(ctx, clientUserId);
  const account = checkedBankAccount(body);
  if (account.dateOfBirth !== undefined) requireBirthDate(ctx.now(), account.dateOfBirth);
  if (payer.kycStatus !== "approved" || payer.providerCustomerId === null) {
    throw new ApiError("validation_failed", "The identity check of this payer is not approved yet", {});
  }
  if ((await accountsOf(ctx, payer.id)).length >= MAX_ACCOUNTS) {
    throw new ApiError("validation_failed", `A payer can have ${MAX_ACCOUNTS} bank accounts`, {});
  }
  const id = newId(ctx.now());
  // The same call again is the same to the provider, also after this process died in between.
  const claim = ctx.idempotency;
  const reference = claim ? derivedId("bank account", payer.id, claim.key, claim.requestHash) : id;
  const person = openData(ctx.config, { kind: "payer", ...payer }, PayerData);
  const customerId = payer.providerCustomerId;
  const answered = await asking(
    () =>
      providerOf(ctx, payer.provider).addBankAccount(reference, customerId, {
        ...account,
        firstName: person.firstName,
        lastName: person.lastName,
      }),
    "Invalid bank account details",
  );
  const state = inCurrency(account.currency, answered);
  const now = ctx.now();
  const data: BankAccountData = {
    bankName: account.bankName,
    accountName: account.accountName,
    accountNumber: masked(account.accountNumber ?? account.iban ?? account.ribNumber),
    routingNumber: masked(account.routingNumber ?? account.sortCode ?? account.bsbNumber ?? account.ifsc),
  };
  const row: BankAccountRow = {
    id,
    platformId: payer.platformId,
    payerId: payer.id,
    provider: payer.provider,
    providerAccountId: state.accountId,
    beneficiaryType: account.beneficiaryType,
    currency: account.currency,
    rails: account.rails,
    country: account.country,
    status: state.status,
    rejectionMessage: state.rejectionMessage,
    sealed: sealData(ctx.config, "bank account", id, data),
    nextPollAt: null,
    moves: 0,
    createdAt: now,
    changedAt: now,
  };
  const answer = {
    payment_detail: {
      id,
      clientUserId,
      bankName: data.bankName,
      accountName: data.accountName,
      currency: row.currency,
      beneficiaryType: row.beneficiaryType,
    },
  };
  await inTransaction(ctx, async (tx) => {
    // An erased payer gets no new data.
    const [still] = await tx.db
      .update(payers)
      .set({ lastUsedAt: now })
      .where(eq(payers.id, payer.id))
      .returning({ erasedAt: payers.erasedAt });
    if (!still || still.erasedAt !== null) throw new ApiError("payer_not_found", "Payer not found");
    await tx.db.insert(payerBankAccounts).values({
      ...row,
      // The first look comes at once: most accounts are decided within seconds.
      nextPollAt: row.status === "pending" ? now : nextLookAt(now, row),
    });
    await recordAudit(tx, { action: "payer_bank_account.created", subject: id });
    await announceBankAccount(tx, row, clientUserId);
    await rememberAnswer(tx, answer, keysOf(tx.config));
  });
  return answer;
}

/** Bank accounts of a payer, the newest first, or the one with this ID (CF-10). Throws 404. */
export async function listBankAccounts(
  ctx: Pick<Ctx, "db" | "caller" | "config">,
  clientUserId: string,
  id: string | undefined,
): Promise<BankAccountsListed> {
  const payer = await findPayer(ctx, clientUserId);
  const rows = id === undefined ? await accountsOf(ctx, payer.id) : [await findBankAccount(ctx, payer, id)];
  return {
    paymentDetails: rows.map((row) => ({
      id: row.id,
      userId: payer.id,
      ...openData(ctx.config, { kind: "bank account", ...row }, BankAccountData),
      beneficiaryType: row.beneficiaryType,
      currency: row.currency,
      status: row.status,
      rails: row.rails,
    })),
  };
}

function accountsOf({ db }: Pick<Ctx, "db">, payerId: string): Promise<BankAccountRow[]> {
  return db
    .select()
    .from(payerBankAccounts)
    .where(eq(payerBankAccounts.payerId, payerId))
    .orderBy(desc(payerBankAccounts.id));
}
