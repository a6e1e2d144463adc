import { z } from "zod";
import { AGREEMENT_STATUSES, BANK_ACCOUNT_STATUSES, KYC_STATUSES } from "@/db/schema";
import { isCountryCode } from "@/server/lib/country";
import { plainLine } from "@/server/lib/text";
import { SANDBOX_ANSWERS } from "@/server/providers/offramp/provider";

const name = (max: number) => plainLine.min(1).max(max);

const Country = z
  .string()
  .length(2)
  .refine(isCountryCode, "Must be a country code of ISO 3166-1 alpha-2")
  .transform((text) => text.toUpperCase());

/** A day of the calendar; which days can be a birth date is for the verb, which knows today. */
const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "Must be a date as YYYY-MM-DD")
  .refine(isDay, "Is not a day of the calendar");

const BeneficiaryType = z.enum(["individual", "business"]);

/** The platform's own name for its payer: any text (CF-01). */
export const ClientUserId = plainLine.min(1).max(200);

/** A payer to be checked (CF-03). Of all this only name, e-mail address and kind are kept, sealed. */
export const CreatePayerBody = z.object({
  clientUserId: ClientUserId,
  email: z.email().max(255),
  firstName: name(100),
  lastName: name(100),
  beneficiaryType: BeneficiaryType,
  companyName: name(200).optional().describe("Name of the company."),
  dateOfBirth: Day.describe("Date of birth, `YYYY-MM-DD`."),
  addressLine1: name(200).describe("Street and number."),
  addressLine2: name(200).optional().describe("What else the address needs."),
  city: name(100),
  state: name(100).describe("State or province."),
  postcode: name(20).describe("Postal code."),
  country: Country,
  nationality: Country.describe("Nationality as two letters, ISO 3166-1."),
  phone: z
    .string()
    .regex(/^\+?[1-9]\d{1,14}$/, "Must be a phone number as +14155550123")
    .describe("Telephone number with its country code."),
  ssn: name(50).describe("Social security number, where the provider asks for it."),
  sourceOfFunds: name(200).optional().describe("Where the payer's money comes from."),
  businessActivity: name(500).optional().describe("What the company or person does for a living."),
});
export type CreatePayerBody = z.infer<typeof CreatePayerBody>;

const KycStatus = z.enum(KYC_STATUSES);
const AgreementStatus = z.enum(AGREEMENT_STATUSES);

/** Where the checks stand, and the pages on which the payer goes on with them (CF-04). */
export const PayerCreated = z.object({
  agreementUrl: z.url().optional().describe("Page on which the payer agrees with the provider's terms."),
  kycUrl: z.url().optional().describe("Page on which the payer proves who they are."),
  status: z.object({ agreementStatus: AgreementStatus, kycStatus: KycStatus }),
  userId: z.uuid().optional(),
});
export type PayerCreated = z.infer<typeof PayerCreated>;

/** A payer's name for which there is none is an unknown one: 404. */
export const PayerPath = z.object({ clientUserId: z.string() });

export const PayerCompliance = z.object({
  kycStatus: KycStatus,
  agreementStatus: AgreementStatus,
  isCompliant: z.boolean(),
  userId: z.string(),
});
export type PayerCompliance = z.infer<typeof PayerCompliance>;

/** Both forms of CF-06. Which values are taken is for the verb. */
export const UpdatePayerBody = z.object({
  agreementCompleted: z.boolean().optional().describe("Whether the agreement is completed."),
  agreement_status: AgreementStatus.optional().describe("How far the agreement with the provider is."),
});
export type UpdatePayerBody = z.infer<typeof UpdatePayerBody>;

export const PayerUpdated = z.object({ success: z.boolean().describe("Whether it was done.") });

const digits = z.string().max(64).optional();

/** A bank account of a payer (CF-08). What its country and rails need is in `bank-fields.ts`. */
export const CreateBankAccountBody = z.object({
  bankName: name(100),
  accountName: name(100),
  accountNumber: digits,
  routingNumber: digits,
  beneficiaryType: BeneficiaryType,
  currency: z
    .string()
    .regex(/^[a-z]{3}$/i, "Must be a currency code of ISO 4217")
    .transform((text) => text.toUpperCase()),
  addressLine1: name(200).describe("Street and number."),
  addressLine2: name(200).optional().describe("What else the address needs."),
  city: name(100),
  state: name(100).optional().describe("State or province."),
  country: Country,
  /** Of a person; a business has none. */
  dateOfBirth: Day.optional().describe("Date of birth, `YYYY-MM-DD`."),
  postalCode: name(20),
  rails: z.enum(["local", "swift", "wire"]).default("local"),
  sortCode: digits.describe("Sort code of a British account."),
  iban: digits.describe("IBAN of the account."),
  swiftBic: digits.describe("SWIFT/BIC of the bank."),
  documentNumber: digits.describe("Number of the document of identity."),
  documentType: digits.describe("Kind of the document of identity."),
  accountType: z.enum(["checking", "savings"]).optional().describe("Kind of the bank account."),
  ribNumber: digits.describe("RIB number of the account."),
  bsbNumber: digits.describe("BSB number of an Australian account."),
  ncc: digits.describe("National code of the bank."),
  branchCode: digits.describe("Code of the branch, where the country has one."),
  bankCode: digits.describe("Code of the bank, where the country has one."),
  ifsc: digits.describe("IFSC of an Indian account."),
});
export type CreateBankAccountBody = z.infer<typeof CreateBankAccountBody>;

export const BankAccountCreated = z.object({
  payment_detail: z
    .object({
      id: z.string(),
      clientUserId: z.string(),
      bankName: z.string(),
      accountName: z.string(),
      currency: z.string(),
      beneficiaryType: BeneficiaryType,
    })
    .describe("The bank account that was stored."),
});
export type BankAccountCreated = z.infer<typeof BankAccountCreated>;

export const ListBankAccountsQuery = z.object({ paymentDetailsId: z.string().optional() });

/** Numbers are masked down to their last digits (CF-19). */
export const BankAccountsListed = z.object({
  paymentDetails: z
    .array(
      z.object({
        id: z.string(),
        userId: z.string(),
        bankName: z.string(),
        accountName: z.string(),
        beneficiaryType: z.string(),
        accountNumber: z.string().optional(),
        routingNumber: z.string().optional(),
        currency: z.string(),
        status: z.enum(BANK_ACCOUNT_STATUSES),
        rails: z.string(),
      }),
    )
    .describe("The bank accounts of the payer."),
});
export type BankAccountsListed = z.infer<typeof BankAccountsListed>;

/** What a tester lets the sandbox say of a payer (pages.md, second half). */
export const SandboxPayerBody = z.object({
  kycStatus: KycStatus.optional(),
  agreementStatus: AgreementStatus.optional(),
  /** How the sandbox answers about this payer from now on: `slow` after seconds, `down` not at all. */
  answers: z
    .enum(SANDBOX_ANSWERS)
    .optional()
    .describe(
      "How the stand-in answers about it from now on: `normal`, `slow` after seconds, `down` not at all.",
    ),
});
/** What a payer can press on a page of the sandbox. */
export const SandboxPageBody = SandboxPayerBody.omit({ answers: true });
export const SandboxBankAccountPath = z.object({ paymentDetailsId: z.string() });
export const SandboxBankAccountBody = z.object({ status: z.enum(BANK_ACCOUNT_STATUSES) });

/** All that is kept of a person, for the person. */
export const PersonalData = z.object({
  clientUserId: z.string(),
  userId: z.string(),
  provider: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string().optional().describe("Name of the company."),
  beneficiaryType: z.string(),
  kycStatus: KycStatus,
  agreementStatus: AgreementStatus,
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  bankAccounts: z.array(
    z.object({
      id: z.string(),
      bankName: z.string(),
      accountName: z.string(),
      accountNumber: z.string().optional(),
      routingNumber: z.string().optional(),
      currency: z.string(),
      country: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
});
export type PersonalData = z.infer<typeof PersonalData>;

export const PayerErased = z.object({ erased: z.boolean().describe("Whether personal data was erased.") });

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The part of a sandbox page's address that stands for its payer. */
export const SandboxLinkPath = z.object({
  link: z.string().describe("Token of the stand-in's page."),
});
export const SandboxDecided = z.object({ decided: z.boolean().describe("Whether the decision was taken.") });
export const NoticeTaken = z.object({ received: z.boolean().describe("Whether the notice was taken.") });
