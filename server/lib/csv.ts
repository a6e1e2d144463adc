/** Beginnings that spreadsheets take for a formula, in their ordinary and their full-width form. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * One line of a CSV file (RFC 4180). Whatever would begin a formula in a spreadsheet is made text by an
 * apostrophe, because references and labels are written by strangers. Null is an empty cell.
 */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

function cellOf(value: string | null): string {
  if (value === null) return "";
  const inert = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
