import { relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { HELP } from "./help.mjs";
import { currentFileOf } from "./programs/manifest.mjs";

/**
 * `node scripts/run.mjs <program.ts> [arguments]` runs a TypeScript program of ours: from `dist/`, where it was built of
 * the sources as they are, else from a module that is made for this one run (`docs/decisions/running-commands.md`).
 */
const root = resolve(import.meta.dirname, "..");
const [program, ...args] = process.argv.slice(2);
if (program === undefined) throw new Error("node scripts/run.mjs <program.ts> [arguments]");
const entry = resolve(root, program);
const name = relative(root, entry).split(sep).join("/");

const help = HELP[name];
if (help && args.some((one) => one === "--help" || one === "-h")) {
  process.stdout.write(`${help.join("\n")}\n`);
  process.exit(0);
}

process.setSourceMapsEnabled(true);
process.argv = [process.execPath, entry, ...args];
const built = currentFileOf(root, name);
const module = built ?? (await (await import("./programs/run-once.mjs")).moduleOnce(root, entry));
await import(pathToFileURL(module).href);
