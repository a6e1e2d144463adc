/** A line of a paragraph: its characters `start` to `end` (exclusive). */
export interface Line {
  start: number;
  end: number;
}

/** A word with the blanks before it, a Chinese character with the closing marks after it: what a line may end behind. */
const UNIT =
  / *(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][，。、；：？！）》」』”’]*|[^ \p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+)| +$/gu;

/**
 * Breaks a paragraph into lines of at most `width`, as `measure` counts it: between words, between Chinese characters,
 * and inside a word that has no room on a line of its own. An empty text is one empty line.
 */
export function linesOf(text: string, width: number, measure: (text: string) => number): Line[] {
  const lines: Line[] = [];
  let line: (Line & { width: number }) | undefined;
  for (const match of text.matchAll(UNIT)) {
    const end = match.index + match[0].length;
    const wide = measure(match[0]);
    if (line && line.width + wide <= width) {
      line.end = end;
      line.width += wide;
      continue;
    }
    if (line) lines.push({ start: line.start, end: line.end });
    // Blanks at the start of a line are not drawn.
    const start = match.index + (lines.length > 0 ? match[0].length - match[0].trimStart().length : 0);
    const parts = partsOf(text, start, end, width, measure);
    lines.push(...parts.slice(0, -1));
    const rest = parts.at(-1);
    line = rest && { ...rest, width: measure(text.slice(rest.start, rest.end)) };
  }
  if (line) lines.push({ start: line.start, end: line.end });
  return lines.length > 0 ? lines : [{ start: 0, end: 0 }];
}

/** A word cut where the line is full; one piece where it has room. */
function partsOf(text: string, start: number, end: number, width: number, measure: (text: string) => number) {
  const parts: Line[] = [];
  let from = start;
  while (from < end) {
    let to = end;
    while (to > from + 1 && measure(text.slice(from, to)) > width) {
      // A guess by proportion, then a step at a time: measuring every length of a long word would be slow.
      const guess = from + Math.floor(((to - from) * width) / measure(text.slice(from, to)));
      to = Math.max(from + 1, Math.min(to - 1, guess));
    }
    parts.push({ start: from, end: to });
    from = to;
  }
  return parts;
}
