/**
 * The signs of the bytes 0x80 to 0x9F, in their order; a space for the five that are none. All other bytes are the sign with their
 * number. Source: the index of windows-1252 in the Encoding Standard. Not asked of `TextDecoder`, which in Node takes it for Latin-1.
 */
const SIGNS = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";
const FIRST = 0x80;
const UNKNOWN = "?".charCodeAt(0);
const BYTES = new Map(
  Array.from(SIGNS, (sign, i) => [sign, FIRST + i] as const).filter(([sign]) => sign !== " "),
);

/** A text in Windows-1252, which DATEV calls ANSI, a byte for each sign; `?` for what that has no sign for. */
export function windows1252(text: string): Uint8Array {
  return Uint8Array.from(Array.from(text, byteOf));
}

function byteOf(sign: string): number {
  const code = sign.codePointAt(0) ?? UNKNOWN;
  const isSame = code < FIRST || (code >= FIRST + SIGNS.length && code <= 0xff);
  return isSame ? code : (BYTES.get(sign) ?? UNKNOWN);
}
