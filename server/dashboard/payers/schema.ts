import { z } from "zod";
import {
  AGREEMENT_STATUSES,
  BANK_ACCOUNT_STATUSES,
  KYC_STATUSES,
  OFFRAMP_PROVIDERS,
  OFFRAMP_STATUSES,
} from "@/db/schema";
import { searchedText, severalOf } from "@/server/dashboard/list-query";
import { pagingQuery } from "@/server/lib/paging";

/** What a list of payers holds, the newest first. All filters combine; several values of one by commas. */
export const PayersQuery = z.object({
  /** Part of a `clientUserId`, or a whole `userId`. */
  q: searchedText
    .optional()
    .describe("Searches references, identifiers, IDs, transaction hashes and wallet addresses."),
  kycStatus: severalOf("kycStatus", KYC_STATUSES).optional(),
  agreementStatus: severalOf("agreementStatus", AGREEMENT_STATUSES).optional(),
  /** `true`: checked and agreed, so that money may move. */
  isCompliant: z.enum(["true", "false"]).optional(),
  limit: pagingQuery.limit,
  /** `nextCursor` of the page before. */
  cursor: z.string().max(500).optional(),
});
export type PayersQuery = z.infer<typeof PayersQuery>;

/** A payer as lists show it; nothing of it says who it is. */
export const DashboardPayer = z
  .object({
    userId: z.string(),
    /** The platform's own name for it. */
    clientUserId: z.string(),
    provider: z.enum(OFFRAMP_PROVIDERS),
    kycStatus: z.enum(KYC_STATUSES),
    agreementStatus: z.enum(AGREEMENT_STATUSES),
    isCompliant: z.boolean(),
    /** Where its checks stand and what comes next, in words. */
    reason: z.string(),
    /** How many bank accounts it has in each state. */
    bankAccounts: z.object({
      approved: z.int().describe("Links on which a payment was approved in the wallet."),
      pending: z.int().describe("How many wait."),
      failed: z.int().describe("How many failed."),
    }),
    createdAt: z.iso.datetime(),
    /** When its checks last moved. */
    changedAt: z.iso.datetime(),
    /** Personal data is kept for `PERSONAL_DATA_DAYS` from here. */
    lastUsedAt: z.iso.datetime(),
  })
  .meta({ id: "DashboardPayer" });
export type DashboardPayer = z.infer<typeof DashboardPayer>;

export const PayerList = z.object({
  payers: z.array(DashboardPayer).describe("The payers."),
  /** Null on the last page. */
  nextCursor: z.string().nullable(),
  isGranted: z
    .boolean()
    .describe("Whether the operator lets an API key or a client ID of the account pay to bank accounts."),
});
export type PayerList = z.infer<typeof PayerList>;

/** `userId` of the payer: what a platform calls it can hold any character. */
export const DashboardPayerPath = z.object({ userId: z.string() });

/** A bank account; of its numbers the last digits (CF-19). */
export const DashboardBankAccount = z
  .object({
    id: z.string(),
    bankName: z.string(),
    accountName: z.string(),
    accountNumber: z.string().nullable(),
    routingNumber: z.string().nullable(),
    beneficiaryType: z.enum(["individual", "business"]),
    currency: z.string(),
    country: z.string(),
    rails: z.enum(["local", "swift", "wire"]),
    status: z.enum(BANK_ACCOUNT_STATUSES),
    /** Why it cannot be paid to; null for any other state, and where the provider does not say. */
    rejectionMessage: z.string().nullable().describe("In words, why the bank account was refused."),
    createdAt: z.iso.datetime(),
    changedAt: z.iso.datetime(),
  })
  .meta({ id: "DashboardBankAccount" });
export type DashboardBankAccount = z.infer<typeof DashboardBankAccount>;

/** A payment of this payer, which goes or went to one of its bank accounts. */
const PayerPayment = z.object({
  requestId: z.string(),
  paymentDetailsId: z.string(),
  /** Decimal string in the token. */
  amount: z.string(),
  currency: z.string(),
  /** What the bank account receives; null while the provider does not say. */
  destinationAmount: z
    .string()
    .nullable()
    .describe("What reaches the bank account; null while the provider does not say."),
  destinationCurrency: z.string().describe("Currency of the bank account."),
  subStatus: z.enum(OFFRAMP_STATUSES),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
});

/** One payer with who it is, its bank accounts and its newest payments. */
export const DashboardPayerDetail = z
  .object({
    payer: DashboardPayer,
    person: z
      .object({
        /** Of a business its own name. */
        name: z.string(),
        email: z.string(),
        beneficiaryType: z.enum(["individual", "business"]),
      })
      .describe("The personal data that is stored; null once it is erased."),
    /** Pages of the provider on which the payer goes on; null once that part is done. */
    kycUrl: z.string().nullable().describe("Page on which the payer proves who they are."),
    agreementUrl: z.string().nullable().describe("Page on which the payer agrees with the provider's terms."),
    /** The newest first. */
    bankAccounts: z.array(DashboardBankAccount),
    /** The newest 50, the newest first. */
    payments: z.array(PayerPayment),
  })
  .meta({ id: "DashboardPayerDetail" });
export type DashboardPayerDetail = z.infer<typeof DashboardPayerDetail>;
