import { resolve } from "node:path";
import { loadProgram } from "../programs/load.mjs";
import { completionFor } from "./completion.mjs";
import { MISUSED } from "./read-line.mjs";
import { COMMANDS } from "./table.mjs";

/** Runs a command that was read, as this process. Loads nothing of the others. */
export async function runCommand(root, line) {
  const terminal = {
    ...line,
    env: process.env,
    print: (text) => void process.stdout.write(text),
    complain: (text) => void process.stderr.write(text),
    interrupted,
  };
  const { program } = COMMANDS[line.name];
  if (program !== undefined) {
    process.argv = [process.execPath, resolve(root, program.source), ...program.words, ...line.typed];
    await loadProgram(root, program.source);
  } else if (line.name === "completion") {
    process.exitCode = printCompletion(terminal);
  } else {
    const { source, exported } = functionOf(line.name);
    const module = await loadProgram(root, source);
    process.exitCode = await module[exported](terminal);
  }
}

function interrupted() {
  const wish = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => wish.abort());
  return wish.signal;
}

/** Where the function of a command is: the file of its first word, and the name that it has there. */
export function functionOf(name) {
  const words = name.split(" ");
  const exported = words.at(-1).replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
  return { source: `scripts/commands/${words[0]}.ts`, exported };
}

function printCompletion({ words: [shell], print, complain }) {
  const script = completionFor(shell);
  if (script === undefined) {
    complain(`There is no completion for ${shell}: bash, zsh or fish\n`);
    return MISUSED;
  }
  print(script);
  return 0;
}
