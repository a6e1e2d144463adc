import { and, desc, eq, isNull } from "drizzle-orm";
import { offramps, payerBankAccounts, requests } from "@/db/schema";
import type { Ctx } from "@/server/context";
import { tokenById } from "@/server/currencies/tokens";
import { describePayers } from "@/server/dashboard/payers/list";
import type { DashboardBankAccount, DashboardPayerDetail } from "@/server/dashboard/payers/schema";
import { formatAmount } from "@/server/lib/amount";
import { type BankAccountRow, findPayerById } from "@/server/payers/find";
import { BankAccountData, openData, PayerData } from "@/server/payers/sealed-data";

const MAX_PAYMENTS = 50;

type Reading = Pick<Ctx, "db" | "caller" | "config">;

/** A payer of the account with its bank accounts and payments. Throws 404, for an erased and a foreign one alike. */
export async function getDashboardPayer(ctx: Reading, userId: string): Promise<DashboardPayerDetail> {
  const row = await findPayerById(ctx, userId);
  const [[payer], accounts, payments] = await Promise.all([
    describePayers(ctx, [row]),
    ctx.db
      .select()
      .from(payerBankAccounts)
      .where(eq(payerBankAccounts.payerId, row.id))
      .orderBy(desc(payerBankAccounts.id)),
    paymentsOf(ctx, row.id),
  ]);
  if (!payer) throw new Error(`payer ${userId} was not described`);
  const data = openData(ctx.config, { kind: "payer", ...row }, PayerData);
  const { email, beneficiaryType, kycUrl, agreementUrl } = data;
  return {
    payer,
    person: { name: data.companyName ?? `${data.firstName} ${data.lastName}`, email, beneficiaryType },
    kycUrl: row.kycStatus === "approved" ? null : (kycUrl ?? null),
    agreementUrl: row.agreementStatus === "completed" ? null : (agreementUrl ?? null),
    bankAccounts: accounts.map((account) => describeBankAccount(ctx, account)),
    payments,
  };
}

/** A bank account with its numbers masked. Throws `SealBroken` without the key of personal data. */
export function describeBankAccount(
  { config }: Pick<Ctx, "config">,
  row: BankAccountRow,
): DashboardBankAccount {
  const data = openData(config, { kind: "bank account", ...row }, BankAccountData);
  const { id, beneficiaryType, currency, country, rails, status, rejectionMessage } = row;
  return {
    id,
    bankName: data.bankName,
    accountName: data.accountName,
    accountNumber: data.accountNumber ?? null,
    routingNumber: data.routingNumber ?? null,
    beneficiaryType,
    currency,
    country,
    rails,
    status,
    rejectionMessage,
    createdAt: row.createdAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
  };
}

async function paymentsOf({ db }: Reading, payerId: string): Promise<DashboardPayerDetail["payments"]> {
  const rows = await db
    .select({ offramp: offramps, requestId: requests.requestId, paymentCurrency: requests.paymentCurrency })
    .from(offramps)
    .innerJoin(requests, eq(requests.id, offramps.requestId))
    .where(and(eq(offramps.payerId, payerId), isNull(offramps.replacedAt)))
    .orderBy(desc(offramps.createdAt))
    .limit(MAX_PAYMENTS);
  return rows.map(({ offramp, requestId, paymentCurrency }) => {
    const token = tokenById(paymentCurrency);
    if (!token) throw new Error(`request ${offramp.requestId} is paid in an unknown currency`);
    return {
      requestId: requestId.slice(2),
      paymentDetailsId: offramp.bankAccountId,
      amount: formatAmount(offramp.amount, token.decimals),
      currency: token.symbol,
      destinationAmount: offramp.destinationAmount,
      destinationCurrency: offramp.destinationCurrency,
      subStatus: offramp.status,
      createdAt: offramp.createdAt.toISOString(),
      changedAt: offramp.changedAt.toISOString(),
    };
  });
}
