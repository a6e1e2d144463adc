import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DIST, nameOf } from "./list.mjs";

// Beside each program in `dist/` lies its manifest: the file to run, and every source it was made of as it was then.
// Nothing in it says where that was.

/** Where the manifest of a program is. */
export const manifestOf = (program) => join(DIST, `${nameOf(program)}.json`);

/** A source as it is: when it was written, its size, and the digest of its text. Undefined where it is gone. */
export function stampOf(root, source) {
  const stats = statSync(join(root, source), { throwIfNoEntry: false });
  return stats && [stats.mtimeMs, stats.size, digestOf(root, source)];
}

const digestOf = (root, source) =>
  createHash("sha256")
    .update(readFileSync(join(root, source)))
    .digest("base64url");

/**
 * The file of a program in `dist/`, where every source that it was made of is as it was then; else undefined. A copy of the
 * folder has other times, so a source that was written at another time is read.
 */
export function currentFileOf(root, program) {
  let manifest;
  try {
    manifest = JSON.parse(readFileSync(join(root, manifestOf(program)), "utf8"));
  } catch (error) {
    // Not built yet, or one that was stopped while it was written by hand.
    if (error.code === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
  const { file, sources } = manifest;
  const isCurrent = Object.entries(sources).every(([source, [mtimeMs, size, digest]]) => {
    const stats = statSync(join(root, source), { throwIfNoEntry: false });
    if (!stats || stats.size !== size) return false;
    return stats.mtimeMs === mtimeMs || digestOf(root, source) === digest;
  });
  const path = join(root, DIST, file);
  return isCurrent && statSync(path, { throwIfNoEntry: false }) ? path : undefined;
}
