import { z } from "zod";
import { FORMAT_NAMES } from "@/server/ledger/exports/schema";

export const ExportHistoryQuery = z.object({
  before: z.string().max(64).optional().describe("Only exports before this one: `next` of the page before."),
});
export type ExportHistoryQuery = z.infer<typeof ExportHistoryQuery>;

export const ExportParams = z.object({ id: z.string().describe("ID of the export.") });

const ExportRecord = z
  .object({
    id: z.string().describe("ID of the export."),
    startedAt: z.iso.datetime().describe("When it was downloaded."),
    format: z.enum(FORMAT_NAMES).describe("Its format."),
    month: z.string().nullable().describe("The month, as `2026-10`; null for a time that is none."),
    from: z.iso.datetime().describe("First moment of its time."),
    to: z.iso.datetime().describe("First moment after it."),
    timeZone: z.string().describe("Time zone of its days."),
    wallet: z.string().nullable().describe("Of a bank statement: the wallet."),
    currency: z.string().nullable().describe("Of a bank statement: ID of the currency."),
    fileName: z.string().describe("Name of the file."),
    by: z
      .string()
      .nullable()
      .describe(
        "Who downloaded it: a wallet or the name of a passkey, or the label of an API key; null where it is gone.",
      ),
    isWhole: z.boolean().describe("Whether all of it was sent."),
    rows: z.int().nullable().describe("How many entries it has; null where not all of it was sent."),
    bytes: z.int().nullable().describe("Its length; null where not all of it was sent."),
    sha256: z.string().nullable().describe("SHA-256 of the file in hex; null where not all of it was sent."),
  })
  .meta({ id: "ExportRecord" });

export const ExportHistory = z
  .object({
    exports: z.array(ExportRecord).describe("The exports, the newest first."),
    next: z.string().nullable().describe("What to ask for `before` in the next page; null on the last."),
  })
  .meta({ id: "ExportHistory" });
export type ExportHistory = z.infer<typeof ExportHistory>;
