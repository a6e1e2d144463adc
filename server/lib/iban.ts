/** Whether an account number is an IBAN, written without blanks. ISO 13616: moved by four characters and read with letters as numbers, it leaves 1 when divided by 97. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

/** Whether a text has the form of a BIC (ISO 9362): 8 or 11 letters and digits. Nothing in it can be checked. */
export function isBic(text: string): boolean {
  return /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text);
}

/** An IBAN as people read it, in groups of four. */
export function groupedIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, "$1 ");
}
