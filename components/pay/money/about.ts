/** An estimate as a person reads it: three significant digits, rounded up, so that it promises no less. */
export function about(decimal: string): string {
  const match = /^(\d+)\.(0*)(\d+)$/.exec(decimal);
  if (!match) return decimal;
  const [, whole = "0", zeros = "", rest = ""] = match;
  const kept = whole === "0" ? 3 : Math.max(0, 3 - whole.length - zeros.length);
  if (rest.length <= kept) return decimal;
  const length = whole === "0" ? zeros.length + kept : Math.max(2, zeros.length + kept);
  const fraction = zeros + rest;
  const scaled = BigInt(whole + fraction.slice(0, length)) + 1n;
  const digits = scaled.toString().padStart(length + 1, "0");
  return `${digits.slice(0, -length)}.${digits.slice(-length)}`.replace(/\.?0+$/, "");
}
