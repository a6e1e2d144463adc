import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

interface SourceMap {
  sourcesContent?: unknown;
  /** A map of several parts has each of them here. */
  sections?: { map: SourceMap }[];
}

/**
 * Leaves the texts of the sources out of the source maps below `folder`. A process keeps in memory what it has read of a
 * map, for stacks with the lines of our sources; the texts are two thirds of it, and no stack shows them. Returns how
 * many maps were written.
 */
export async function leaveOutSources(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const maps = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".map"));
  for (const { parentPath, name } of maps) {
    const file = join(parentPath, name);
    const map: SourceMap = JSON.parse(await readFile(file, "utf8"));
    for (const part of [map, ...(map.sections ?? []).map((section) => section.map)]) {
      delete part.sourcesContent;
    }
    await writeFile(file, JSON.stringify(map));
  }
  return maps.length;
}
