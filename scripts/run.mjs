import { relative, resolve, sep } from "node:path";
import { HELP } from "./help.mjs";
import { loadProgram } from "./programs/load.mjs";

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

process.argv = [process.execPath, entry, ...args];
await loadProgram(root, name);
