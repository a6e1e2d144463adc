/** Programs whose files name accounts. Bank statements (Xero, QuickBooks Online) name none. */
export const PROGRAMS = ["datev", "quickbooks", "other"] as const;
export type Program = (typeof PROGRAMS)[number];

/** Longest name of an account of any program. */
export const MAX_NAME = 100;

/** Digits of account numbers at DATEV where nobody has said how many. */
export const DATEV_DIGITS = 4;

/** Longest name of an account of QuickBooks Desktop; one below another is written `Assets:Wallet`, each part of this length. */
const QUICKBOOKS_PART = 31;

/**
 * What is wrong with the name of an account for a program, in words; null for a name that it takes. `digits` is the length of
 * account numbers at DATEV, whose accounts of persons have one more (developer.datev.de, field "Sachkontenlänge").
 */
export function accountNameProblem(program: Program, name: string, digits: number): string | null {
  if (name === "" || name.length > MAX_NAME) return `A name has 1 to ${MAX_NAME} signs`;
  if (program === "datev") {
    return new RegExp(`^(?!0+$)\\d{${digits},${digits + 1}}$`).test(name)
      ? null
      : `DATEV calls accounts by numbers of ${digits} or ${digits + 1} digits`;
  }
  if (program === "quickbooks") {
    if (/["\t]/.test(name)) return "QuickBooks takes no quotation mark and no tab in a name";
    if (name.split(":").some((part) => part.trim() === "" || part.length > QUICKBOOKS_PART)) {
      return `QuickBooks takes names of 1 to ${QUICKBOOKS_PART} signs, and a colon between an account and one below it`;
    }
  }
  return null;
}
