/**
 * An address, hash or ID in groups of four, `0x` standing alone, so that an eye can keep its place. The gaps are
 * margins and not text: what is selected and copied is the value as it is.
 */
export function Grouped({ value }: { value: string }) {
  return groupsOf(value).map((part, index) =>
    // Every other group has the gaps of both its sides: half the elements do.
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one value never move
      <span key={index} className="mx-[0.4em] inline-block [text-decoration:inherit]">
        {part}
      </span>
    ),
  );
}

/** The groups one sees; together they are the value. */
export function groupsOf(value: string): string[] {
  const prefix = value.startsWith("0x") ? ["0x"] : [];
  return [...prefix, ...(value.slice(prefix.length * 2).match(/.{1,4}/g) ?? [])];
}

/** First six and last four characters; as it is when that would save nothing. */
export function shorten(value: string): string {
  return value.length <= 14 ? value : `${value.slice(0, 6)}…${value.slice(-4)}`;
}
