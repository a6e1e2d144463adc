/** An address or hash in groups of four, `0x` standing alone, so that an eye can keep its place. */
export function inGroups(text: string): string {
  const prefix = text.startsWith("0x") ? "0x " : "";
  return prefix + (text.slice(prefix ? 2 : 0).match(/.{1,4}/g) ?? []).join(" ");
}

/** First six and last four characters. */
export function shortened(text: string): string {
  return text.length <= 14 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`;
}
