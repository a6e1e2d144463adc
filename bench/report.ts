/** A promise about a figure: what was asked for, and what we would like. */
export interface Goal {
  better: "more" | "less";
  goal: number;
  stretch: number;
}

/** One measured figure; those without a goal are raw. */
export interface Figure {
  what: string;
  value: number;
  unit: string;
  goal?: Goal;
  /** The worst and the best of its rounds, of which `value` is the median. */
  spread?: { low: number; high: number };
}

/** What a benchmark gives back. */
export interface Report {
  name: string;
  figures: Figure[];
}

/** How large a benchmark makes its samples. Of quick ones only ratios say something, and only when they fall by much. */
export interface Effort {
  quick: boolean;
}

/** Which grade a figure reaches. */
export function reached({ value, goal }: Figure): "stretch" | "goal" | "missed" | null {
  if (!goal) return null;
  const reaches = (grade: number) => (goal.better === "more" ? value >= grade : value <= grade);
  if (reaches(goal.stretch)) return "stretch";
  return reaches(goal.goal) ? "goal" : "missed";
}

/** What the rounds lay between, where that is known. */
export function spreadOf({ unit, spread }: Pick<Figure, "unit" | "spread">): string {
  return spread ? ` (${format({ value: spread.low, unit })} to ${format({ value: spread.high, unit })})` : "";
}

/** Three significant digits are all that a measurement on a shared machine has. */
export function format({ value, unit }: Pick<Figure, "value" | "unit">): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toFixed(digits)}${unit && ` ${unit}`}`;
}

/** Prints a report by itself, for a benchmark that runs alone. */
export function printReport({ name, figures }: Report): void {
  process.stdout.write(`${name}\n`);
  for (const figure of figures) {
    const grade = reached(figure);
    process.stdout.write(
      `  ${figure.what}: ${format(figure)}${spreadOf(figure)}${grade ? ` (${grade})` : ""}\n`,
    );
  }
}

/** The effort asked for on the command line. */
export function effortOf(args: readonly string[]): Effort {
  return { quick: args.includes("--quick") };
}
