import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseJson, readIfExists, writePrivateFile } from "@/local/files";
import { PLACE_OF_DATABASE } from "@/local/postgres/postgres-data-dir";

/** `place.json`: which data directory this is, and where it was at the last start. A copy has the same in it. */
const Place = z.object({ id: z.string(), path: z.string() });
const FILE = "place.json";

/** Of a running stack: in a copy they would name the processes, the database and the keys of the original. */
const OF_RUNNING = [FILE, "running.json", "stack.json", PLACE_OF_DATABASE];
const SET_ASIDE = "copied-";

/**
 * Whether the directory is a copy of one that is still where it was. One that was moved is none: its former place is
 * empty or holds another. Where nobody can tell, it counts as a copy.
 */
export function isCopy(dataDir: string): boolean {
  const place = readPlace(dataDir);
  if (place === undefined || place.path === realpathSync(dataDir)) return false;
  try {
    // One directory can have two paths (bind mounts).
    const [there, here] = [statSync(place.path), statSync(dataDir)];
    if (there.dev === here.dev && there.ino === here.ino) return false;
    return readPlace(place.path)?.id === place.id;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ENOENT");
  }
}

/**
 * Notes where this directory is. The files of a copy are set aside first, whole, in a folder that is a data directory
 * of its own: a copied checkout starts empty, and works neither on the data nor with the processes of the original.
 */
export function notePlace(dataDir: string, log: (line: string) => void): void {
  if (isCopy(dataDir)) setAside(dataDir, log);
  const id = readPlace(dataDir)?.id ?? randomBytes(16).toString("hex");
  writePrivateFile(join(dataDir, FILE), JSON.stringify({ id, path: realpathSync(dataDir) }));
}

function setAside(dataDir: string, log: (line: string) => void): void {
  const original = readPlace(dataDir)?.path;
  const names = readdirSync(dataDir).filter((name) => !name.startsWith(SET_ASIDE));
  let number = 1;
  while (existsSync(join(dataDir, `${SET_ASIDE}${number}`))) number += 1;
  const folder = join(dataDir, `${SET_ASIDE}${number}`);
  mkdirSync(folder, { mode: 0o700 });
  for (const name of names) renameSync(join(dataDir, name), join(folder, name));
  for (const name of OF_RUNNING) rmSync(join(folder, name), { force: true });
  log(`${dataDir} was copied from ${original}: this one starts empty, and what was copied is in ${folder}`);
}

function readPlace(dataDir: string): z.infer<typeof Place> | undefined {
  const text = readIfExists(join(dataDir, FILE));
  return text === undefined ? undefined : Place.safeParse(parseJson(text)).data;
}
