/**
 * Text of others as a terminal may show it: without what moves the cursor, changes colours or turns the direction of writing,
 * by which it could look like another line.
 */
export function shown(text: unknown): string {
  return String(text).replaceAll(/\p{C}|\p{Zl}|\p{Zp}/gu, "\u{fffd}");
}

/** The fields of an answer, a line each; what holds others is left to `--json`. */
export function fieldLines(answer: object): string[] {
  const fields = Object.entries(answer).filter(
    ([, value]) => value !== null && value !== "" && typeof value !== "object",
  );
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${shown(value)}`);
}

/** Rows as columns, each as wide as its widest cell. */
export function columns(rows: readonly (readonly unknown[])[]): string[] {
  const cells = rows.map((row) => row.map((cell) => shown(cell ?? "-")));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
