import type { Problem, ProblemField } from "@/components/pay/safety/comparison";

/** Ends a comparison. Never leaves this folder: `compare` turns it into its answer. */
export class Mismatch extends Error {
  override readonly name = "Mismatch";
  readonly problem: Problem;

  constructor(field: ProblemField, expected: string, got: unknown) {
    const problem = { field, expected, got: shortened(printed(got)) };
    super(`${field}: ${problem.expected} expected, ${problem.got} found`);
    this.problem = problem;
  }
}

/** What a comparison answers that ended with this. Whatever could not be compared is refused; its text goes into the report. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Mismatch) return error.problem;
  return { field: "answer", expected: "something to compare", got: String(error) };
}

/** Throws `Mismatch` unless both are the same. */
export function requireSame(
  field: ProblemField,
  expected: string | number | boolean | null,
  got: unknown,
): void {
  if (got !== expected) throw new Mismatch(field, String(expected), got);
}

function printed(value: unknown): string {
  return typeof value === "object" && value !== null ? "something else" : String(value);
}

/** What an answer holds may be of any length; a problem is read by a person. */
function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
