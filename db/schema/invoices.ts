import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { hex, moment, references } from "@/db/columns";

/** What an account says of itself on its invoices, and how they are numbered; absent before it does. */
export const invoiceIssuers = pgTable("invoice_issuers", {
  platformId: text().primaryKey(),
  details: jsonb().$type<unknown>().notNull(),
  /** Series of invoices and of credit notes, with `{year}` for the year. */
  invoicePattern: text().notNull(),
  creditNotePattern: text().notNull(),
  /** The first number of a series that has none. */
  firstNumber: integer().notNull(),
  /** Whose calendar the day and the year of a paper are of. */
  timeZone: text().notNull(),
  updatedAt: moment().notNull(),
});

/** The last number of each series. Drawn in the commit that issues, so that a number without an invoice is never stored. */
export const invoiceSeries = pgTable(
  "invoice_series",
  {
    platformId: text().notNull(),
    series: text().notNull(),
    lastNumber: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.platformId, t.series] })],
);

export const INVOICE_STATES = ["draft", "issued", "cancelled"] as const;
export const INVOICE_KINDS = ["invoice", "credit_note"] as const;

/** Invoices and the credit notes that correct them. What is issued is never changed or removed: the database refuses it. */
export const invoices = pgTable(
  "invoices",
  {
    id: text().primaryKey(),
    platformId: text().notNull(),
    kind: text({ enum: INVOICE_KINDS }).notNull(),
    state: text({ enum: INVOICE_STATES }).notNull(),
    /** The request that it is paid by; null for none. */
    requestId: text(),
    /** What was entered, without the customer; null once it is issued. */
    draft: jsonb().$type<unknown>(),
    series: text(),
    sequence: integer(),
    number: text(),
    /** What was issued, as the exact text that was hashed; of the customer only a salted hash. */
    content: text(),
    contentHash: hex(),
    issuedAt: moment(),
    /** Of a credit note: the invoice that it takes back. */
    corrects: text(),
    /** Of a cancelled invoice: its credit note. */
    correctedBy: text(),
    createdAt: moment().notNull(),
  },
  (t) => [
    index("invoices_account").on(t.platformId, t.id),
    uniqueIndex("invoices_series").on(t.platformId, t.series, t.sequence).where(sql`${t.series} is not null`),
    uniqueIndex("invoices_number").on(t.platformId, t.number).where(sql`${t.number} is not null`),
    uniqueIndex("invoices_corrects").on(t.corrects).where(sql`${t.corrects} is not null`),
    uniqueIndex("invoices_request")
      .on(t.requestId)
      .where(sql`${t.requestId} is not null and ${t.kind} = 'invoice' and ${t.state} = 'issued'`),
    check(
      "invoices_issued",
      sql`(${t.state} = 'draft') = (${t.number} is null) and (${t.number} is null) = (${t.content} is null) and (${t.number} is null) = (${t.contentHash} is null) and (${t.number} is null) = (${t.sequence} is null) and (${t.number} is null) = (${t.issuedAt} is null)`,
    ),
    check("invoices_cancelled", sql`(${t.state} = 'cancelled') = (${t.correctedBy} is not null)`),
  ],
);

/** Whom an invoice is for: kept apart, so that it can be erased while the invoice stays what was issued. */
export const invoiceCustomers = pgTable("invoice_customers", {
  invoiceId: references(() => invoices.id).primaryKey(),
  platformId: text().notNull(),
  /** The exact text that was hashed; null once it is erased. */
  details: text(),
  /** Goes into the hash; removed with the details, so that the hash cannot be tried out. */
  salt: hex(),
  erasedAt: moment(),
});

export const INVOICE_MAIL_STATES = ["queued", "sent", "failed"] as const;

/**
 * E-mails with an issued invoice to its customer, each for one press of a member. Without the address: it is the customer's, who can be
 * erased.
 */
export const invoiceMails = pgTable(
  "invoice_mails",
  {
    id: text().primaryKey(),
    invoiceId: references(() => invoices.id),
    platformId: text().notNull(),
    /** Who pressed, and with which credential. */
    personId: text(),
    credentialId: text().notNull(),
    state: text({ enum: INVOICE_MAIL_STATES }).notNull(),
    createdAt: moment().notNull(),
    /** Not before this time is it sent. */
    dueAt: moment().notNull(),
    /** End of a sender's lease. */
    lockedUntil: moment(),
    /** Attempts that failed, and what the last one said. */
    attempts: smallint().notNull().default(0),
    error: text(),
    endedAt: moment(),
  },
  (t) => [
    index("invoice_mails_invoice").on(t.invoiceId, t.id),
    uniqueIndex("invoice_mails_queued").on(t.invoiceId).where(sql`${t.state} = 'queued'`),
    index("invoice_mails_due").on(t.dueAt).where(sql`${t.state} = 'queued'`),
    check("invoice_mails_ended", sql`(${t.state} = 'queued') = (${t.endedAt} is null)`),
  ],
);
