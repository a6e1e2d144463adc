/** Numbers that did not come, though later ones did. */
export interface Gap {
  from: number;
  to: number;
}

export interface GapWatch {
  /** Takes a number that came; gives the gaps that have become certain since the last time, each once. */
  note(sequence: number, now: number): Gap[];
}

interface Missing extends Gap {
  since: number;
}

/**
 * Watches the numbers of an account's events. Deliveries run in parallel and overtake each other, so that a number counts as
 * missing once it has not come for `patienceMs`. Numbers begin after `after`; left out, with the first one that comes.
 */
export function watchGaps(patienceMs: number, after?: number): GapWatch {
  let last = after ?? null;
  let missing: Missing[] = [];
  return {
    note(sequence, now) {
      if (last === null) last = sequence;
      else if (sequence > last) {
        if (sequence > last + 1) missing.push({ from: last + 1, to: sequence - 1, since: now });
        last = sequence;
      } else missing = missing.flatMap((gap) => without(gap, sequence));
      const isCertain = ({ since }: Missing) => now - since >= patienceMs;
      const certain = missing.filter(isCertain).map(({ from, to }) => ({ from, to }));
      missing = missing.filter((gap) => !isCertain(gap));
      return certain;
    },
  };
}

/** What is still missing of a gap when one of its numbers has come. */
function without({ from, to, since }: Missing, sequence: number): Missing[] {
  if (sequence < from || sequence > to) return [{ from, to, since }];
  return [
    { from, to: sequence - 1, since },
    { from: sequence + 1, to, since },
  ].filter((part) => part.from <= part.to);
}
