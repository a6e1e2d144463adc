import { median, percentile, timed } from "@/bench/measure";
import type { Figure } from "@/bench/report";

const ROUNDS = 5;

interface Comparison<Book> {
  name: string;
  /** What a book holds, as "requests". */
  of: string;
  work: (book: Book) => Promise<unknown>;
  samples: number;
  isPromised: boolean;
}

/** The same work on a small and a large book in turn: the ratio of their p99, the median of five rounds, and both. */
export async function compareSizes<Book extends { count: number }>(
  small: Book,
  large: Book,
  { name, of, work, samples, isPromised }: Comparison<Book>,
): Promise<Figure[]> {
  const rounds: Record<"small" | "large", { p50: number; p99: number }>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const times = { small: [] as number[], large: [] as number[] };
    for (let sample = 0; sample < samples; sample++) {
      times.small.push(await timed(() => work(small)));
      times.large.push(await timed(() => work(large)));
    }
    rounds.push({
      small: { p50: percentile(times.small, 0.5), p99: percentile(times.small, 0.99) },
      large: { p50: percentile(times.large, 0.5), p99: percentile(times.large, 0.99) },
    });
  }
  const ratio: Figure = {
    what: `${name}: p99 at ${large.count} ${of} ÷ at ${small.count}`,
    value: median(rounds.map((round) => round.large.p99 / round.small.p99)),
    unit: "",
    ...(isPromised ? { goal: { better: "less", goal: 1.5, stretch: 1.2 } } : {}),
  };
  const at = (book: Book, size: "small" | "large", share: "p50" | "p99"): Figure => ({
    what: `${name}, ${share} at ${book.count}`,
    value: median(rounds.map((round) => round[size][share])),
    unit: "ms",
  });
  return [
    ratio,
    at(small, "small", "p50"),
    at(small, "small", "p99"),
    at(large, "large", "p50"),
    at(large, "large", "p99"),
  ];
}
