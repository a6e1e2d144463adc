/** Twelve months by their names, the given one first, then those before it. */
export function lastMonths(newest: string): string[] {
  const [year = 0, number = 1] = newest.split("-").map(Number);
  return Array.from({ length: 12 }, (_, i) =>
    new Date(Date.UTC(year, number - 1 - i)).toISOString().slice(0, 7),
  );
}
