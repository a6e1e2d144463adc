import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { repositoryRoot } from "@/repository-root";

const Counts = z.record(z.string(), z.number().int());

const Outcome = z.strictObject({
  fault: z.string(),
  /** The longest time in which no create was acknowledged. */
  longestGapMs: z.number(),
  /** Answers by status. */
  creates: Counts,
  reads: Counts,
  /** What else was seen. */
  notes: z.array(z.string()),
});

const Run = z.strictObject({
  /** The day. */
  on: z.iso.date(),
  seconds: z.number().int(),
  outcomes: z.array(Outcome),
  /** What this machine could not be brought to, and what that needs. */
  untried: z.array(z.strictObject({ fault: z.string(), needs: z.string() })),
});

/** One fault, and what callers saw of it. */
export type Outcome = z.infer<typeof Outcome>;
/** A run of `npm run test:cluster` in which nothing that was acknowledged was lost. */
export type Run = z.infer<typeof Run>;

/** As many as the report is about. */
const KEPT = 3;
const FILE = join(repositoryRoot(), "server", "testing", "cluster", "runs.json");

/** The last runs, the oldest first. */
export function storedRuns(): Run[] {
  return existsSync(FILE) ? z.array(Run).parse(JSON.parse(readFileSync(FILE, "utf8"))) : [];
}

/** Keeps a run beside the ones before it. */
export function storeRun(run: Run): void {
  writeFileSync(FILE, `${JSON.stringify([...storedRuns(), run].slice(-KEPT), null, 2)}\n`);
}
