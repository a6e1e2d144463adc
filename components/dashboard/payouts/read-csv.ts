import Papa from "papaparse";

/** Columns of a payout list, and other names they go by in the files people have. */
const COLUMNS = {
  recipient: ["recipient", "address", "wallet", "to", "payee"],
  amount: ["amount", "value"],
  currency: ["currency", "token", "asset"],
  network: ["network", "chain"],
  reference: ["reference", "payment reference", "memo", "invoice"],
  recipientIdentifier: ["recipient id", "recipientidentifier", "name", "recipient identifier"],
} as const;

type Column = keyof typeof COLUMNS;
export type CsvPayout = Partial<Record<Column, string>>;

/** Most rows of one file: as many as one check takes. */
export const MAX_ROWS = 500;

/** Something about the whole file that keeps it from being read. */
export class CsvError extends Error {
  override readonly name = "CsvError";
}

/**
 * The text of a file in UTF-8. Throws `CsvError` for any other encoding: whoever guessed it would write a name or a
 * reference into a payment that nobody has typed.
 */
export function textOfFile(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new CsvError("The file is not in UTF-8. Save it as “CSV UTF-8” and choose it again.");
  }
}

/**
 * Reads a payout list. The first line names the columns; commas, semicolons or tabs separate them; blank lines
 * are skipped. Cells stay text: an amount is never read as a number. A network goes by its ID or its name, in
 * whatever case. Throws `CsvError`.
 */
export function readPayoutCsv(
  text: string,
  defaults: { network?: string; currency?: string },
  networks: readonly { id: string; name: string }[] = [],
): CsvPayout[] {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), { skipEmptyLines: "greedy" });
  const broken = errors.find(({ code }) => code !== "UndetectableDelimiter");
  if (broken) throw new CsvError(`Line ${(broken.row ?? 0) + 1} cannot be read: ${broken.message}`);
  const [head, ...lines] = data;
  if (!head || lines.length === 0) throw new CsvError("The file has no rows below its first line.");
  if (lines.length > MAX_ROWS)
    throw new CsvError(`The file has ${lines.length} rows; ${MAX_ROWS} is the most.`);
  const columns = head.map(columnOf);
  const missing = (["recipient", "amount"] as const).filter((column) => !columns.includes(column));
  if (missing.length > 0) throw new CsvError(`The first line names no column “${missing.join("” and “")}”.`);
  const twice = columns.find((column, at) => column !== null && columns.indexOf(column) !== at);
  if (twice) throw new CsvError(`The first line names the column “${twice}” twice.`);
  return lines.map((cells) => ({
    ...defaults,
    ...Object.fromEntries(
      columns.flatMap((column, at) => {
        const cell = cells[at]?.trim() ?? "";
        if (column === null || cell === "") return [];
        return [[column, column === "network" ? networkOf(cell, networks) : unquoted(cell)]];
      }),
    ),
  }));
}

function columnOf(name: string): Column | null {
  const wanted = name.trim().toLowerCase();
  const names = Object.keys(COLUMNS) as Column[];
  return names.find((column) => COLUMNS[column].some((known) => known === wanted)) ?? null;
}

/** What no network is called stays as it is, so that the check can say it is unknown. */
function networkOf(cell: string, networks: readonly { id: string; name: string }[]): string {
  const wanted = cell.toLowerCase();
  return networks.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted)?.id ?? cell;
}

/** Our own export marks cells that a spreadsheet would run as a formula. */
function unquoted(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
