import type { Ctx } from "@/server/context";
import { invalidField } from "@/server/errors";
import type { LedgerAccount } from "@/server/ledger/accounts";
import { quickbooksCsv, xero } from "@/server/ledger/exports/bank-statement";
import { describedEntries, describedWorths } from "@/server/ledger/exports/described-entry";
import type { Format, FormatOptions } from "@/server/ledger/exports/format";
import { journalCsv, journalJson } from "@/server/ledger/exports/journal";
import { readMapping } from "@/server/ledger/exports/mapping";
import { quickbooksIif } from "@/server/ledger/exports/quickbooks-iif";
import type { ExportQuery, FormatName } from "@/server/ledger/exports/schema";
import { isTimeZone, monthIn, type Span } from "@/server/ledger/month";
import { readBooksSettings } from "@/server/ledger/worth/settings";
import { Download } from "@/server/lib/downloads/download";

const FORMATS: Readonly<Record<FormatName, Format>> = {
  journal_csv: journalCsv,
  journal_json: journalJson,
  xero,
  quickbooks_csv: quickbooksCsv,
  quickbooks_iif: quickbooksIif,
};

/**
 * The entries of a month as a file for an accounting program, written while it is read: neither memory nor a transaction grows
 * with it. `stillAllowed` is asked before every page. Throws 400 for a bank statement without its wallet and currency.
 */
export async function exportBooks(
  ctx: Ctx,
  { format: name, month, timeZone, wallet, currency }: ExportQuery,
  stillAllowed: () => Promise<void>,
): Promise<Download> {
  if (!isTimeZone(timeZone)) throw invalidField("timeZone", `${timeZone} is no time zone`);
  const format = FORMATS[name];
  if (format.isBankStatement && (wallet === undefined || currency === undefined)) {
    throw invalidField("wallet", "A bank statement is about one wallet and one currency: name both");
  }
  const books = await readBooksSettings(ctx);
  const mapping = await readMapping(ctx);
  const nameOf = (account: LedgerAccount, currencyId: string) =>
    mapping[`${account}/${currencyId}`] ?? mapping[account] ?? `${account} ${currencyId}`;
  const options = { timeZone, nameOf, wallet: wallet ?? "", currency: currency ?? "" };
  return new Download(
    `${name.replaceAll("_", "-")}-${month}.${format.extension}`,
    format.contentType,
    chunksOf(
      ctx,
      { format, options, span: monthIn(month, timeZone), currency: books.currency },
      stillAllowed,
    ),
  );
}

interface Writing {
  format: Format;
  options: FormatOptions;
  span: Span;
  /** Of the books; null before it is named. */
  currency: string | null;
}

async function* chunksOf(
  ctx: Ctx,
  { format, options, span, currency }: Writing,
  stillAllowed: () => Promise<void>,
): AsyncGenerator<string> {
  const { head, line, worthLine, tail } = format.start(options);
  yield head;
  await stillAllowed();
  for await (const page of describedEntries(ctx, span, currency)) {
    yield page.map(line).join("");
    await stillAllowed();
  }
  if (worthLine) {
    for await (const page of describedWorths(ctx, span, currency)) {
      yield page.map(worthLine).join("");
      await stillAllowed();
    }
  }
  if (tail !== "") yield tail;
}
