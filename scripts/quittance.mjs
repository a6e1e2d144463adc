#!/usr/bin/env node
import { resolve } from "node:path";
import { readLine } from "./command-line/read-line.mjs";
import { runCommand } from "./command-line/run-command.mjs";
import { FORMER_NAMES } from "./command-line/table.mjs";

// `quittance <command>`: everything that the service, its operators and its integrators run (docs/commands.md). Only what the
// command needs is loaded.
const typed = process.argv.slice(2);

// What npm was asked to run.
const script = process.env.npm_lifecycle_event;
if (/^run/.test(process.env.npm_command ?? "") && Object.hasOwn(FORMER_NAMES, script)) {
  const now = `npm run -s q -- ${FORMER_NAMES[script]}`;
  process.stderr.write(`npm run ${script} goes away with the next release. Its name is now: ${now}\n`);
}

// Whoever reads our output may stop reading, as head does.
process.stdout.on("error", (error) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

const line = readLine(typed);
if (line.name === undefined) {
  process.stdout.write(line.output);
  process.stderr.write(line.errors);
  process.exitCode = line.code;
} else {
  await runCommand(resolve(import.meta.dirname, ".."), line);
}
