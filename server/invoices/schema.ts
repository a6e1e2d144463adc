import { z } from "zod";
import { INVOICE_KINDS, INVOICE_STATES } from "@/db/schema";
import { pagingQuery } from "@/server/lib/paging";
import { PaperLanguageOnWire } from "@/server/papers/schema";

const words = (max: number) => z.string().trim().min(1).max(max);
const decimal = (whole: number, places: number) =>
  z.string().regex(new RegExp(`^\\d{1,${whole}}(\\.\\d{1,${places}})?$`), "A plain decimal number is needed");
const hash = z.templateLiteral(["0x", z.string().regex(/^[0-9a-f]{64}$/)]);

/** Who writes an invoice or gets it. No bank account: an invoice is paid by its link. */
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
    email: z.email().max(200).optional().describe("E-mail address; nothing is sent to it."),
  })
  .meta({ id: "InvoiceParty" });
export type Party = z.infer<typeof Party>;

/** Letters, signs, and `{year}`; a digit at the end would run into the number. */
const pattern = z
  .string()
  .regex(/^(?:[A-Za-z0-9/._-]|\{year\}){0,30}$/)
  .refine((text) => !/\d$/.test(text), "A pattern must not end with a digit");

export const InvoiceIssuer = z
  .object({
    details: Party.describe("Who writes the invoices."),
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

const InvoiceLine = z
  .object({
    description: words(1_000).describe("What was sold."),
    quantity: decimal(9, 6).describe("How many, a decimal with at most 6 places."),
    unitPrice: decimal(15, 8).describe("Price of one, a decimal in the currency with at most 8 places."),
    taxRate: decimal(2, 2).describe("Tax in percent, such as `19` or `5.5`; `0` for none."),
  })
  .meta({ id: "InvoiceLine" });

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
    issuer: Party.describe("Who issued it."),
    customerHash: hash.describe("SHA-256 of the salt and the customer, whose name can be erased."),
    written: InvoiceDraft.describe("What was written."),
    decimals: z.number().int().min(0).max(255).describe("Places of the currency."),
    sums: InvoiceSums.describe("What it adds up to."),
    corrects: Corrected.nullable().describe("Of a credit note: what it takes back."),
    reason: z.string().nullable().describe("Of a credit note: why."),
  })
  .meta({ id: "InvoiceContent" });
export type InvoiceContent = z.infer<typeof InvoiceContent>;

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
