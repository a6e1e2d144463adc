/**
 * Checks of plain JSON that also give its type, for answers that a browser reads: a schema library would be more to
 * load than the page itself has, and would need a policy that allows scripts made at run time.
 */
export type Is<T> = (value: unknown) => value is T;

/** What a check lets pass. */
export type Checked<Check> = Check extends Is<infer T> ? T : never;

export const text: Is<string> = (value) => typeof value === "string";
export const flag: Is<boolean> = (value) => typeof value === "boolean";
/** How many: blocks, rows, decimals. */
export const count: Is<number> = (value): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
/** Decimals of a token. */
export const decimals: Is<number> = (value): value is number => count(value) && value < 256;
/** Base units as text; no token has more than 78 digits of them. */
export const units: Is<string> = (value): value is string => text(value) && /^\d{1,78}$/.test(value);
/** A decimal amount as text. */
export const decimal: Is<string> = (value): value is string =>
  text(value) && /^\d{1,78}(?:\.\d{1,255})?$/.test(value);
export const moment: Is<string> = (value): value is string => text(value) && !Number.isNaN(Date.parse(value));
export const webAddress: Is<string> = (value): value is string => text(value) && /^https?:\/\//i.test(value);

export function orNull<T>(is: Is<T>): Is<T | null> {
  return (value): value is T | null => value === null || is(value);
}

/** A field that may be left out. */
export function optional<T>(is: Is<T>): Is<T | undefined> {
  return (value): value is T | undefined => value === undefined || is(value);
}

export function listOf<T>(is: Is<T>): Is<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(is);
}

export function oneOf<const T extends string>(...words: readonly T[]): Is<T> {
  return (value): value is T => words.some((word) => word === value);
}

/** An object with these fields; others may stand beside them. */
export function shape<const Fields extends Record<string, Is<unknown>>>(
  fields: Fields,
): Is<{ [Name in keyof Fields]: Checked<Fields[Name]> }> {
  const all = Object.entries(fields);
  return (value): value is { [Name in keyof Fields]: Checked<Fields[Name]> } =>
    typeof value === "object" &&
    value !== null &&
    all.every(([name, is]) => is(Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined));
}
