/** Words in which `marked` parts are names of the API. */
export function WordsOf({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
      <code key={index} className="font-mono text-[0.8125em] text-ink wrap-anywhere">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
