import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { isBusy } from "@/bench/support/quiet";
import { repositoryRoot } from "@/repository-root";

const MOST_LOAD_ALONE = 5;
const DIRECTORY = join(repositoryRoot(), "bench", "results");

const Run = z.object({
  /** The day, ISO 8601. */
  on: z.string(),
  /** Load average of the machine before the benchmark began. */
  load: z.number(),
  /** Share of the processors that others used before it began; absent in results that are older than this figure. */
  busy: z.number().optional(),
  machine: z.array(z.string()),
  report: z.object({
    name: z.string(),
    figures: z.array(
      z.object({
        what: z.string(),
        value: z.number(),
        unit: z.string(),
        goal: z
          .object({ better: z.enum(["more", "less"]), goal: z.number(), stretch: z.number() })
          .optional(),
        spread: z.object({ low: z.number(), high: z.number() }).optional(),
      }),
    ),
  }),
});
/** What one run of a benchmark measured, and where. */
export type Run = z.infer<typeof Run>;

const Result = Run.extend({
  /** The run on a quiet machine before the latest one: how far two runs lie apart. */
  before: Run.optional(),
});
/** What one benchmark measured last, and what it measured before. */
export type Result = z.infer<typeof Result>;

/** Keeps what a benchmark measured in place of what it measured before; says whether it did. */
export function keepResult(name: string, run: Run): boolean {
  const [stored] = readResults([name]);
  const result = followedBy(stored ?? null, run);
  if (!result) return false;
  writeFileSync(fileOf(name), `${JSON.stringify(Result.parse(result), null, 2)}\n`);
  return true;
}

/**
 * What is to be stored after another run, with the one before it; null where what is stored stays. What was measured
 * beside much else does not take the place of what was measured alone, and is no run before either.
 */
export function followedBy(stored: Result | null, run: Run): Result | null {
  if (!stored) return run;
  const { before: earlier, ...latest } = stored;
  if (wasBusy(run)) return wasBusy(latest) ? run : null;
  const before = wasBusy(latest) ? earlier : latest;
  return before ? { ...run, before } : run;
}

/**
 * Whether others used the machine too. Of results that are older than the share of others only the load average says so: of
 * benchmarks alone, one after another, it is never so high.
 */
export function wasBusy({ load, busy }: Pick<Run, "load" | "busy">): boolean {
  return busy === undefined ? load > MOST_LOAD_ALONE : isBusy(busy);
}

/** The latest results of these benchmarks, in this order; those never measured are left out. */
export function readResults(names: readonly string[]): Result[] {
  return names
    .map(fileOf)
    .filter(existsSync)
    .map((file) => Result.parse(JSON.parse(readFileSync(file, "utf8"))));
}

function fileOf(name: string): string {
  return join(DIRECTORY, `${name}.json`);
}
