import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { repositoryRoot } from "@/repository-root";

/** Where the parts of a run say what they used, a line each; `npm test` empties it before and reads it after. */
export const NOTES = join(repositoryRoot(), "test-results", "processor-time.jsonl");

/** Says what a test file used, or something that many files share. */
export function noteSeconds(file: string, seconds: number): void {
  mkdirSync(dirname(NOTES), { recursive: true });
  appendFileSync(NOTES, `${JSON.stringify({ file, seconds: Math.round(seconds * 100) / 100 })}\n`);
}
