import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of what `npm run build` makes, beside Next's own. */
export const DIST = "dist";

/** Long-running, started by these names; one file each, so that a build beside them takes nothing away. */
export const SERVICES = { "server/main.ts": "main", "server/worker/main.ts": "worker" };
/** Started by other programs of ours. */
const OTHERS = ["local/crosschain/main.ts"];
/** Here lie the functions that subcommands of `quittance` are; other subcommands start programs. */
const COMMANDS = "scripts/commands";
const STARTED_BY_COMMANDS = ["local/main.ts", "contracts/deploy.ts"];

/**
 * Every program that is built: the services, the subcommands of `quittance`, and what the scripts of `package.json` run by
 * `scripts/run.mjs`. Paths of sources from the root.
 */
export function programsOf(root) {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const run = Object.values(scripts).flatMap((line) =>
    [...line.matchAll(/scripts\/run\.mjs (\S+\.ts)/g)].map(([, program]) => program),
  );
  return [...new Set([...Object.keys(SERVICES), ...OTHERS, ...commandsIn(root), ...run])];
}

/** The name of a program's files in `dist/`, without what follows the dot. */
export function nameOf(program) {
  return SERVICES[program] ?? program.replace(/\.ts$/, "").replaceAll("/", "-");
}

function commandsIn(root) {
  if (!existsSync(join(root, COMMANDS))) return [];
  const files = readdirSync(join(root, COMMANDS)).filter((name) => /(?<!\.test)\.ts$/.test(name));
  return [...files.map((name) => `${COMMANDS}/${name}`).sort(), ...STARTED_BY_COMMANDS];
}
