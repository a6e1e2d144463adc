import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { repositoryRoot } from "@/repository-root";

const PastFailure = z.strictObject({
  /** What plays it. */
  play: z.string().min(1),
  found: z.string().min(1),
  /** Where the fault was. */
  fault: z.enum(["service", "model", "workload", "simulator"]),
  /** Subject of the commit that mended it. */
  commit: z.string().min(1),
});

/** A run that failed, and what mended it. */
export type PastFailure = z.infer<typeof PastFailure>;

/** All of them, the oldest first. */
export function pastFailures(): PastFailure[] {
  const path = join(repositoryRoot(), "sim", "report", "past.json");
  return z.array(PastFailure).parse(JSON.parse(readFileSync(path, "utf8")));
}
