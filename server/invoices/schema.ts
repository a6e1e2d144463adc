import { z } from "zod";
import { INVOICE_KINDS, INVOICE_MAIL_STATES, INVOICE_STATES } from "@/db/schema";
import { LINE_NUMBERS } from "@/server/invoices/amounts";
import { isBic, isIban } from "@/server/lib/iban";
import { pagingQuery } from "@/server/lib/paging";
import { PaperLanguageOnWire } from "@/server/papers/schema";

const words = (max: number) => z.string().trim().min(1).max(max);
const lineNumber = (name: keyof typeof LINE_NUMBERS) =>
  z.string().regex(LINE_NUMBERS[name], "A plain decimal number is needed");
const hash = z.templateLiteral(["0x", z.string().regex(/^[0-9a-f]{64}$/)]);

/** Who writes an invoice or gets it. */
export const Party = z
  .object({
    name: words(200).describe("Name of the company or person."),
    street: words(200).optional().describe("Street and number."),
    postcode: words(20).optional().describe("Postcode."),
    city: words(100).optional().describe("City."),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .describe("Country, two letters of ISO 3166-1."),
    taxNumber: words(40).optional().describe("Tax number, as the tax office writes it."),
    vatId: z
      .string()
      .regex(/^[A-Z]{2}[0-9A-Z+*.]{2,18}$/)
      .optional()
      .describe("VAT ID with the letters of its country."),
    email: z
      .email()
      .max(200)
      .optional()
      .describe(
        "E-mail address. A customer gets the invoice there when a member of the account has it sent; nothing else is sent to it.",
      ),
    registrationNumber: words(50).optional().describe("Number in the register of companies."),
    contact: words(100).optional().describe("Person or department to ask."),
    phone: words(40).optional().describe("Telephone number of the contact."),
    electronicAddress: z
      .string()
      .regex(/^(?:EM|\d{4}):\S{1,200}$/, "A scheme of the EAS list, a colon and an address are needed")
      .optional()
      .describe(
        "Where e-invoices are taken: scheme of the EAS list, colon, address, such as `0204:991-12345-67`. The e-mail address unless said.",
      ),
  })
  .meta({ id: "InvoiceParty" });
export type Party = z.infer<typeof Party>;

/** Where an invoice is paid that has no payment link (BG-17 of EN 16931). */
export const BankAccount = z
  .object({
    holder: words(70).describe("Name of the account holder."),
    iban: z
      .string()
      .max(34)
      .refine(isIban, "An IBAN without blanks, whose check digits fit, is needed")
      .describe("IBAN, without blanks."),
    bic: z
      .string()
      .max(11)
      .refine(isBic, "A BIC has 8 or 11 letters and digits")
      .optional()
      .describe("BIC of the bank."),
  })
  .meta({ id: "InvoiceBankAccount" });
export type BankAccount = z.infer<typeof BankAccount>;

/** Who writes an invoice. Its JSON is part of what is hashed: a field that is added later stands at the end. */
export const Issuer = Party.extend({
  bankAccount: BankAccount.optional().describe(
    "Where invoices without a payment link are paid; absent where they name no account.",
  ),
}).meta({ id: "InvoiceIssuerDetails" });
export type Issuer = z.infer<typeof Issuer>;

/** Letters, signs, and `{year}`; a digit at the end would run into the number. */
const pattern = z
  .string()
  .regex(/^(?:[A-Za-z0-9/._-]|\{year\}){0,30}$/)
  .refine((text) => !/\d$/.test(text), "A pattern must not end with a digit");

export const InvoiceIssuer = z
  .object({
    details: Issuer.describe("Who writes the invoices."),
    invoicePattern: pattern.describe("What stands before the number of an invoice, such as `INV-{year}-`."),
    creditNotePattern: pattern.describe(
      "What stands before the number of a credit note, such as `CN-{year}-`.",
    ),
    firstNumber: z
      .number()
      .int()
      .min(1)
      .max(1_000_000_000)
      .describe("The first number of a series that has none yet; later ones follow without a gap."),
    timeZone: z.string().describe("Time zone of the days on invoices, such as `Europe/Berlin`."),
  })
  .meta({ id: "InvoiceIssuer" });
export type InvoiceIssuer = z.infer<typeof InvoiceIssuer>;

/** Codes of UN/ECE Recommendation 20: one, minute, hour, day, week, month, year, gram, kilogram, litre, metre, kilometre. */
export const UNITS = [
  "C62",
  "MIN",
  "HUR",
  "DAY",
  "WEE",
  "MON",
  "ANN",
  "GRM",
  "KGM",
  "LTR",
  "MTR",
  "KMT",
] as const;
export type Unit = (typeof UNITS)[number];

/** Codes of UNTDID 5305 that EN 16931 allows, without those that hold on the Canary Islands and in Ceuta, and without `O`. */
export const TAX_CATEGORIES = ["S", "Z", "E", "AE", "K", "G"] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** Whether a decimal text is 0. */
export const isZero = (decimalText: string) => /^[0.]+$/.test(decimalText);

const InvoiceLine = z
  .object({
    description: words(1_000).describe("What was sold."),
    quantity: lineNumber("quantity").describe("How many, a decimal with at most 6 places."),
    unitPrice: lineNumber("unitPrice").describe(
      "Price of one, a decimal in the currency with at most 8 places.",
    ),
    taxRate: lineNumber("taxRate").describe("Tax in percent, such as `19` or `5.5`; `0` for none."),
    unit: z
      .enum(UNITS)
      .optional()
      .describe(
        "What the quantity counts, as a code of UN/ECE Recommendation 20, such as `HUR` for hours. `C62` (one) unless said.",
      ),
    taxCategory: z
      .enum(TAX_CATEGORIES)
      .optional()
      .describe(
        "Why the rate is what it is: `S` taxed, `Z` zero rated, `E` exempt, `AE` the customer owes the tax (reverse charge), `K` supply inside the EU, `G` export. `S` unless said, where the rate is not 0.",
      ),
    taxExemptionReason: words(200)
      .optional()
      .describe("Why no tax is due, such as the paragraph of the law; stands on the invoice."),
  })
  .refine(
    ({ taxRate, taxCategory }) => (isZero(taxRate) ? taxCategory !== "S" : (taxCategory ?? "S") === "S"),
    { path: ["taxCategory"], message: "S needs a rate above 0, and every other category the rate 0" },
  )
  .meta({ id: "InvoiceLine" });
export type InvoiceLine = z.infer<typeof InvoiceLine>;

const day = z.iso.date();

/** What is written of an invoice, without whom it is for. */
const Written = z.object({
  requestId: z
    .string()
    .nullable()
    .default(null)
    .describe("ID of the request that it is paid by, of its link; null for none."),
  currency: z.string().describe("Currency it is written in: a fiat code or the ID of a token."),
  prices: z
    .enum(["net", "gross"])
    .describe("Whether prices are without tax (`net`) or include it (`gross`)."),
  language: PaperLanguageOnWire,
  lines: z.array(InvoiceLine).min(1).max(1_000).describe("What is invoiced."),
  deliveredOn: day.nullable().default(null).describe("Day on which it was delivered."),
  dueOn: day.nullable().default(null).describe("Day until which it is to be paid."),
  notes: z.string().max(4_000).default("").describe("Text below the sums."),
  buyerReference: words(100)
    .optional()
    .describe("Reference that the customer wants to find on it; of an authority in Germany its Leitweg-ID."),
});

export const InvoiceBody = Written.extend({ customer: Party.describe("Whom the invoice is for.") });
export type InvoiceBody = z.infer<typeof InvoiceBody>;

export const InvoiceDraft = Written;
export type InvoiceDraft = z.infer<typeof InvoiceDraft>;

const InvoiceTax = z
  .object({
    rate: z.string().describe("Tax in percent."),
    net: z.string().describe("Sum of the lines of this rate, without tax."),
    tax: z.string().describe("Tax on it, rounded once."),
  })
  .meta({ id: "InvoiceTax" });

const InvoiceSums = z
  .object({
    lines: z.array(z.string()).describe("Each line, with or without tax as its price."),
    netLines: z.array(z.string()).describe("Each line without tax; they add up to `net`."),
    taxes: z.array(InvoiceTax).describe("Tax by rate, the highest first."),
    net: z.string().describe("Sum without tax."),
    tax: z.string().describe("All tax."),
    total: z.string().describe("What is to be paid."),
  })
  .meta({ id: "InvoiceSums" });
export type InvoiceSums = z.infer<typeof InvoiceSums>;

const Corrected = z.object({
  id: z.string().describe("ID of the invoice that is taken back."),
  number: z.string().describe("Its number."),
  issuedOn: day.describe("Its day."),
});

/**
 * What was issued. Its JSON, in this order of fields, is the text that is stored and hashed, for ever; a field that is added
 * later is optional and stands at the end.
 */
export const InvoiceContent = z
  .object({
    version: z.literal(1).describe("Version of this form."),
    kind: z.enum(INVOICE_KINDS).describe("Whether it asks for money or takes an invoice back."),
    number: z.string().describe("Number; unique in the account."),
    issuedOn: day.describe("Day on which it was issued, in the time zone of its issuer."),
    issuedAt: z.iso.datetime().describe("Moment at which it was issued."),
    issuer: Issuer.describe("Who issued it."),
    customerHash: hash.describe("SHA-256 of the salt and the customer, whose name can be erased."),
    written: InvoiceDraft.describe("What was written."),
    decimals: z.number().int().min(0).max(255).describe("Places of the currency."),
    sums: InvoiceSums.describe("What it adds up to."),
    corrects: Corrected.nullable().describe("Of a credit note: what it takes back."),
    reason: z.string().nullable().describe("Of a credit note: why."),
  })
  .meta({ id: "InvoiceContent" });
export type InvoiceContent = z.infer<typeof InvoiceContent>;

/** What an e-invoice is made for. */
export const E_INVOICE_PROFILES = ["en16931", "xrechnung"] as const;
export type EInvoiceProfile = (typeof E_INVOICE_PROFILES)[number];

const InvoiceMailed = z
  .object({
    state: z
      .enum(INVOICE_MAIL_STATES)
      .describe(
        "`queued` until the mail server took it (`sent`) or it is given up (`failed`), two days later at the latest.",
      ),
    queuedAt: z.iso.datetime().describe("When a member had it sent."),
    endedAt: z.iso.datetime().nullable().describe("When it was sent or given up; null while it is queued."),
    by: z
      .string()
      .nullable()
      .describe(
        "What that member signs in with: a wallet or the name of a passkey; null where that is not known.",
      ),
    error: z.string().nullable().describe("Why the last attempt failed; null without one that failed."),
  })
  .meta({ id: "InvoiceMailed" });

export const Invoice = z
  .object({
    id: z.string().describe("ID of the invoice."),
    kind: z.enum(INVOICE_KINDS).describe("Whether it asks for money or takes an invoice back."),
    state: z
      .enum(INVOICE_STATES)
      .describe("`draft` until it is issued; `cancelled` once a credit note takes it back."),
    number: z.string().nullable().describe("Number; null for a draft."),
    issuedOn: day.nullable().describe("Day on which it was issued; null for a draft."),
    written: InvoiceDraft.describe("What was written."),
    customer: Party.nullable().describe("Whom it is for; null once that is erased."),
    isCustomerErased: z.boolean().describe("Whether whom it is for was erased."),
    sums: InvoiceSums.describe("What it adds up to."),
    payment: z
      .enum(["not_issued", "due", "in_part", "paid", "due_without_link", "to_correct", "void", "to_refund"])
      .nullable()
      .describe("What is to be said of its payment; null without a request."),
    corrects: z.string().nullable().describe("Of a credit note: ID of the invoice that it takes back."),
    correctedBy: z.string().nullable().describe("Of a cancelled invoice: ID of its credit note."),
    contentHash: hash.nullable().describe("SHA-256 of what was issued; null for a draft."),
    eInvoices: z
      .array(z.enum(E_INVOICE_PROFILES))
      .describe("E-invoices that its data suffice for; none for a draft."),
    isSendable: z
      .boolean()
      .describe(
        "Whether it can be mailed to its customer: it is issued, its customer has an e-mail address, and this service sends e-mail.",
      ),
    mail: InvoiceMailed.nullable().describe("The last e-mail with it; null where none was asked for."),
    createdAt: z.iso.datetime().describe("When it was first written."),
  })
  .meta({ id: "Invoice" });
export type Invoice = z.infer<typeof Invoice>;

export const InvoicesListed = z.object({
  invoices: z.array(Invoice).describe("Invoices and credit notes, the newest first."),
  total: z.number().int().nonnegative().describe("How many there are."),
});

export const InvoicesQuery = z.object(pagingQuery);
export const InvoicePath = z.object({ id: z.string() });
export const CancelBody = z.object({
  reason: words(500).describe("Why it is taken back; stands on the credit note."),
});

export const EInvoiceQuery = z.object({
  profile: z
    .enum(E_INVOICE_PROFILES)
    .default("en16931")
    .describe("`en16931` as Factur-X and ZUGFeRD have it, or `xrechnung` for authorities in Germany."),
});
