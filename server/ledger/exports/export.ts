import { and, eq } from "drizzle-orm";
import { type ExportInputs, ledgerEntries } from "@/db/schema";
import type { Ctx } from "@/server/context";
import { invalidField } from "@/server/errors";
import { entryOfId } from "@/server/ledger/entries";
import { quickbooksCsv, xero } from "@/server/ledger/exports/bank-statement";
import { datev } from "@/server/ledger/exports/datev/batch";
import { requireDatev, requireNumbers, requireWorths } from "@/server/ledger/exports/datev/require";
import { windows1252 } from "@/server/ledger/exports/datev/windows-1252";
import { describedEntries, describedWorths } from "@/server/ledger/exports/described-entry";
import { spanOf } from "@/server/ledger/exports/export-span";
import type { Format, FormatOptions } from "@/server/ledger/exports/format";
import { readInputs } from "@/server/ledger/exports/inputs";
import { journalCsv, journalJson } from "@/server/ledger/exports/journal";
import { quickbooksIif } from "@/server/ledger/exports/quickbooks-iif";
import type { ExportQuery, FormatName } from "@/server/ledger/exports/schema";
import { isShortId, shortId } from "@/server/ledger/exports/short-id";
import type { Span } from "@/server/ledger/month";
import { Download } from "@/server/lib/downloads/download";

const FORMATS: Readonly<Record<FormatName, Format>> = {
  journal_csv: journalCsv,
  journal_json: journalJson,
  xero,
  quickbooks_csv: quickbooksCsv,
  quickbooks_iif: quickbooksIif,
  datev,
};

/** How much was written into a file so far. */
export interface Tally {
  /** Entries and later worths that have a line. */
  rows: number;
}

/**
 * The entries of a month as a file for an accounting program, written while it is read: neither memory nor a transaction grows
 * with it. `stillAllowed` is asked before every page. Throws 400 for a bank statement without its wallet and currency; of a file for
 * DATEV 409 where the books are not in EUR, or an entry has no worth or an account no number.
 */
export async function exportBooks(
  ctx: Ctx,
  query: ExportQuery,
  stillAllowed: () => Promise<void>,
): Promise<Download> {
  const inputs = await readInputs(ctx, query);
  return writeBooks(ctx, query, inputs, { stillAllowed, tally: { rows: 0 } });
}

/** The same, made with inputs that were read before; `tally` counts while it is written. */
export async function writeBooks(
  ctx: Ctx,
  query: ExportQuery,
  inputs: ExportInputs,
  watch: { stillAllowed: () => Promise<void>; tally: Tally },
): Promise<Download> {
  const { format: name, timeZone, wallet, currency } = query;
  const span = spanOf(query);
  const format = FORMATS[name];
  if (format.isBankStatement && (wallet === undefined || currency === undefined)) {
    throw invalidField("wallet", "A bank statement is about one wallet and one currency: name both");
  }
  const { accounts } = inputs;
  const options: FormatOptions = {
    timeZone,
    nameOf: (account, currencyId) =>
      accounts[`${account}/${currencyId}`] ?? accounts[account] ?? `${account} ${currencyId}`,
    wallet: wallet ?? "",
    currency: currency ?? "",
    month: query.month ?? "",
    span,
    isClosed: inputs.isClosed,
    createdAt: new Date(inputs.createdAt),
    datev: null,
  };
  const writing = { format, options, currency: inputs.currency, after: query.after ?? null };
  if (query.after !== undefined) await requirePart(ctx, span, query.after);
  if (format !== datev) {
    return new Download(
      `${name.replaceAll("_", "-")}-${nameOfSpan(query)}.${format.extension}`,
      format.contentType,
      chunksOf(ctx, writing, watch),
    );
  }
  if (query.month === undefined) throw invalidField("month", "A file for DATEV is about one month");
  const settings = requireDatev(inputs);
  await requireWorths(ctx, span);
  await requireNumbers(ctx, span, { ...settings, nameOf: options.nameOf });
  const text = chunksOf(ctx, { ...writing, options: { ...options, datev: settings } }, watch);
  // DATEV takes files whose names begin so.
  return new Download(`EXTF_Buchungsstapel_${query.month}.csv`, format.contentType, valued(ctx, span, text));
}

/** Throws 400 where a file goes on after something that cannot be in it. What it is that the file ends with, an entry or its worth, is seen while it is written. */
async function requirePart(ctx: Ctx, span: Span, after: string): Promise<void> {
  if (isShortId(after)) return;
  const parts = entryOfId(after.replace(/-worth-\d+$/, ""));
  const [row] = parts
    ? await ctx.db
        .select({ bookedAt: ledgerEntries.bookedAt })
        .from(ledgerEntries)
        .where(
          and(
            eq(ledgerEntries.source, parts.source),
            eq(ledgerEntries.part, parts.part),
            eq(ledgerEntries.turn, parts.turn),
            eq(ledgerEntries.platformId, ctx.caller.platformId),
          ),
        )
    : [];
  const isOfPeriod = row && row.bookedAt < span.endsAt;
  if (!isOfPeriod) throw invalidField("after", "No entry of this period has this ID");
}

/** `2026-10`, or the first and the last moment as letters and digits. */
function nameOfSpan({ month, from = "", to = "" }: ExportQuery): string {
  if (month !== undefined) return month;
  return [from, to].map((at) => new Date(at).toISOString().replace(/[^0-9T]|\.\d+Z$/g, "")).join("-");
}

interface Writing {
  format: Format;
  options: FormatOptions;
  /** Of the books; null before it is named. */
  currency: string | null;
  /** The last entry that was sent before; null for a whole file. */
  after: string | null;
}

async function* chunksOf(
  ctx: Ctx,
  { format, options, currency, after }: Writing,
  { stillAllowed, tally }: { stillAllowed: () => Promise<void>; tally: Tally },
): AsyncGenerator<string> {
  const { head, line, worthLine, tail } = format.start(options);
  let isBefore = after !== null;
  // What was sent before is written again, and not sent: rounding goes on from it.
  const later =
    <Entry extends { id: string }>(write: (entry: Entry) => string) =>
    (entry: Entry): string => {
      const text = write(entry);
      if (text !== "") tally.rows++;
      if (!isBefore) return text;
      isBefore = entry.id !== after && shortId(entry.id) !== after;
      return "";
    };
  if (!isBefore) yield head;
  await stillAllowed();
  for await (const page of describedEntries(ctx, options.span, currency)) {
    yield page.map(later(line)).join("");
    await stillAllowed();
  }
  if (worthLine) {
    for await (const page of describedWorths(ctx, options.span, currency)) {
      yield page.map(later(worthLine)).join("");
      await stillAllowed();
    }
  }
  if (isBefore) throw new Error("what the file goes on after is not in it");
  if (tail !== "") yield tail;
}

/** A file in Windows-1252. Ends it abnormally where an entry without a worth was entered while it was written. */
async function* valued(ctx: Ctx, span: Span, text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of text) yield windows1252(chunk);
  await requireWorths(ctx, span);
}
