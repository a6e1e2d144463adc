/**
 * First in a file for people. Without it Excel reads UTF-8 in the code page of the machine and spoils every name
 * that is not plain ASCII; other spreadsheets and `Response.text()` take it off. Programs have the lists in JSON.
 */
export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Where a spreadsheet would begin to read a formula, in its ordinary or its full-width form: at the beginning,
 * behind blanks and marks nobody sees, and behind what separates cells or lines where commas do not. In half of
 * Europe Excel splits at semicolons, and then knows no quote in the middle of a cell.
 */
const FORMULA = /(^|[;\t\r\n])(?=(?:(?![\t\r\n])[\s\p{Cf}\p{Cc}])*[=+\-@＝＋－＠])/gu;
/** Beginnings that some spreadsheets drop, whatever follows. */
const DROPPED = /^[\t\r\n]/;

/**
 * One line of a CSV file (RFC 4180). Whatever would begin a formula in a spreadsheet is made text by an
 * apostrophe, because references and labels are written by strangers. Null is an empty cell.
 */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

function cellOf(value: string | null): string {
  if (value === null) return "";
  const marked = value.replace(FORMULA, "$1'");
  const inert = DROPPED.test(marked) ? `'${marked}` : marked;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
