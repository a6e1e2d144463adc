import type { ExportHistory } from "@/server/dashboard/books/schema";

export type FormatName = ExportHistory["exports"][number]["format"];

/** What each format is called. */
export const FORMAT_WORDS: Readonly<Record<FormatName, string>> = {
  journal_csv: "Journal (CSV)",
  journal_json: "Journal (JSON)",
  datev: "DATEV (Buchungsstapel)",
  quickbooks_iif: "QuickBooks Desktop (IIF)",
  quickbooks_csv: "QuickBooks Online (bank statement)",
  xero: "Xero (bank statement)",
};

/** About one wallet and one token. */
export const BANK_STATEMENTS: readonly FormatName[] = ["quickbooks_csv", "xero"];

/** `1,234 bytes`, `12.3 kB`, `4.5 MB`. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${value.toLocaleString("en", { maximumFractionDigits: 1 })} ${unit}`;
}
