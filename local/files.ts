import { readFileSync, renameSync, writeFileSync } from "node:fs";

/** Write a file that only its owner can read, whole or not at all: readers never meet a half of it. */
export function writePrivateFile(path: string, content: string | Uint8Array): void {
  const partial = `${path}.${process.pid}.tmp`;
  writeFileSync(partial, content, { mode: 0o600 });
  renameSync(partial, path);
}

/** What a JSON file holds; undefined for a text that is none, as one that was cut off. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text of a file, or `undefined` when there is none. */
export function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
