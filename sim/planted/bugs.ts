import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { repositoryRoot } from "@/repository-root";

const PlantedBug = z.strictObject({
  name: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  /** What goes wrong with it, in one sentence. */
  breaks: z.string().min(1),
  /** From the root of the repository. */
  file: z.string().min(1),
  /** Stands in the file exactly once. */
  search: z.string().min(1),
  replace: z.string(),
  /** The test against the real server that has to fail with it, where only that shows it. */
  test: z.strictObject({ file: z.string().min(1), name: z.string().min(1) }).optional(),
});

/** A fault of the service that the simulator, or the test it names, is expected to find: one place of one file is replaced. */
export type PlantedBug = z.infer<typeof PlantedBug>;

/** The bug does not fit the file any more: the code has changed. */
export class BugDoesNotFit extends Error {
  override readonly name = "BugDoesNotFit";
}

/** All planted bugs, in the order in which they are tried. */
export function plantedBugs(): PlantedBug[] {
  const path = join(repositoryRoot(), "sim", "planted", "bugs.json");
  return z.array(PlantedBug).parse(JSON.parse(readFileSync(path, "utf8")));
}

/** The text of its file with the bug in it. Throws `BugDoesNotFit` unless the place is there exactly once. */
export function withBug({ name, file, search, replace }: PlantedBug, text: string): string {
  const parts = text.split(search);
  if (parts.length !== 2) throw new BugDoesNotFit(`${name}: ${file} has its place ${parts.length - 1} times`);
  return parts.join(replace);
}
