/** What settings are made of. */
export type Plain =
  | string
  | number
  | boolean
  | readonly Plain[]
  | { readonly [key: string]: Plain | undefined };

/** Settings as YAML, one thing on a line; texts are quoted, so that none is taken for something else. */
export function asYaml(settings: Plain): string {
  return `${linesOf(settings).join("\n")}\n`;
}

function linesOf(value: Plain): string[] {
  if (typeof value !== "object") return [JSON.stringify(value)];
  if (isList(value)) return value.flatMap((one) => behind("-", linesOf(one), true));
  return Object.entries(value).flatMap(([key, one]) =>
    one === undefined ? [] : behind(`${key}:`, linesOf(one), typeof one !== "object"),
  );
}

/** The first line behind a mark, or below it. */
function behind(mark: string, lines: readonly string[], isOnItsLine: boolean): string[] {
  const below = lines.map((line) => `  ${line}`);
  return isOnItsLine ? [`${mark} ${lines[0]}`, ...below.slice(1)] : [mark, ...below];
}

function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value);
}
