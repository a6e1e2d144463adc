import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { repositoryRoot } from "@/repository-root";

const DIRECTORY = join(repositoryRoot(), "bench", "results");

const Result = z.object({
  /** The day, ISO 8601. */
  on: z.string(),
  /** Load average of the machine before the benchmark began. */
  load: z.number(),
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
      }),
    ),
  }),
});
/** What one benchmark measured last, and where. */
export type Result = z.infer<typeof Result>;

/** Keeps what a benchmark measured in place of what it measured before. */
export function keepResult(name: string, result: Result): void {
  writeFileSync(fileOf(name), `${JSON.stringify(Result.parse(result), null, 2)}\n`);
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
