import { z } from "zod";
import { LEDGER_ACCOUNTS } from "@/db/schema";
import { MAX_NAME, PROGRAMS } from "@/server/ledger/exports/names/account-names";

export const FORMAT_NAMES = [
  "journal_csv",
  "journal_json",
  "xero",
  "quickbooks_csv",
  "quickbooks_iif",
  "datev",
] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

export const ExportQuery = z.object({
  format: z
    .enum(FORMAT_NAMES)
    .describe(
      "The general journal, or a file for an accounting program: `xero` and `quickbooks_csv` are bank statements, `datev` is a Buchungsstapel in EUR (EXTF, Windows-1252).",
    ),
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .optional()
    .describe("The month, as `2026-10`."),
  from: z.iso
    .datetime({ offset: true })
    .optional()
    .describe("In place of `month`, with `to`: the first moment, as `2026-10-01T00:00:00Z`."),
  to: z.iso.datetime({ offset: true }).optional().describe("The first moment that does not count any more."),
  timeZone: z
    .string()
    .min(1)
    .max(64)
    .default("UTC")
    .describe("Time zone of the month and of the days in the file, as `Europe/Berlin`."),
  after: z
    .string()
    .max(128)
    .optional()
    .describe(
      "Goes on with a file that was cut off: the ID in its last whole line. What follows is what was missing, without the head. Of a period that has ended it is the same at any time.",
    ),
  wallet: z.string().max(64).optional().describe("Of a bank statement: the wallet that it is about."),
  currency: z
    .string()
    .max(128)
    .optional()
    .describe("Of a bank statement: the ID of its currency, as `USDC-base`."),
});
export type ExportQuery = z.infer<typeof ExportQuery>;

const ACCOUNT = new RegExp(`^(${LEDGER_ACCOUNTS.join("|")})(/[\\w.-]{1,64})?$`);

export const AccountMapping = z
  .object({
    accounts: z
      .record(z.string().regex(ACCOUNT), z.string().trim().min(1).max(MAX_NAME))
      .refine((accounts) => Object.keys(accounts).length <= 500, "No more than 500 accounts")
      .describe(
        "What accounts of the journal are called in your accounting program: by name (`receipts`), or by name and currency (`wallet/USDC-base`).",
      ),
  })
  .meta({ id: "AccountMapping" });
export type AccountMapping = z.infer<typeof AccountMapping>;

export const AccountMappingBody = AccountMapping.extend({
  program: z
    .enum(PROGRAMS)
    .optional()
    .describe(
      "The program that has to take the names: a name that it does not take is refused. Left out, only their length is looked at.",
    ),
}).meta({ id: "AccountMappingBody" });
export type AccountMappingBody = z.infer<typeof AccountMappingBody>;
