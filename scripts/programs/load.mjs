import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { currentFileOf } from "./manifest.mjs";

/**
 * Loads a program by the path of its source from the root: from `dist/`, where it was built of the sources as they are, else
 * from a module that is made for this one start. Returns what it exports.
 */
export async function loadProgram(root, source) {
  process.setSourceMapsEnabled(true);
  const built = currentFileOf(root, source);
  const module = built ?? (await (await import("./run-once.mjs")).moduleOnce(root, resolve(root, source)));
  return import(pathToFileURL(module).href);
}
