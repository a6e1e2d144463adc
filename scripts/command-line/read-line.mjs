import { Command, CommanderError, Option } from "commander";
import { COMMANDS, GROUPS } from "./table.mjs";

/** What a wrong call ends with. */
export const MISUSED = 2;

/**
 * Reads what was typed after `quittance`: the command that it names with its words and options, or what is to be printed in
 * its place, as for `--help` and for a command that does not exist.
 *
 * @param {readonly string[]} typed
 * @returns {{ name: string, words: string[], options: Record<string, string | string[] | boolean | undefined>, isJson: boolean, typed: string[] }
 *   | { output: string, errors: string, code: number }}
 */
export function readLine(typed) {
  const printed = { output: "", errors: "" };
  let read;
  const program = commandLine(
    {
      writeOut: (text) => {
        printed.output += text;
      },
      writeErr: (text) => {
        printed.errors += text;
      },
    },
    (chosen) => {
      read = chosen;
    },
  );
  try {
    program.parse([...typed], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help that was asked for is no mistake; help in place of a command is.
    const isAnswer = error.exitCode === 0;
    return { ...printed, code: isAnswer ? 0 : MISUSED };
  }
  return read ?? { ...printed, code: MISUSED };
}

/** What `--help` of a command or of a group says. */
export function helpOf(words) {
  const { output } = { output: "", ...readLine([...words, "--help"]) };
  return output;
}

function commandLine(writes, choose) {
  const program = prepared(new Command("quittance"), writes)
    .description("Payment requests for stablecoins: use the service, run it, look after it")
    .showHelpAfterError("quittance --help says what there is.")
    .addHelpText(
      "after",
      "\nExit codes: 0 done, 1 failed or differs, 2 called wrongly.\n--json makes every command that answers data print JSON.",
    );
  const groups = new Map();
  for (const [name, row] of Object.entries(COMMANDS)) {
    const [first, last] = name.split(" ");
    let parent = program;
    if (last !== undefined) {
      parent = groups.get(first) ?? groupOf(first, writes);
      if (!groups.has(first)) program.addCommand(parent);
      groups.set(first, parent);
    }
    parent.addCommand(commandOf(name, row, writes, choose));
  }
  return program;
}

function groupOf(name, writes) {
  return prepared(new Command(name), writes)
    .description(GROUPS[name])
    .showHelpAfterError(`quittance ${name} --help says what there is.`);
}

function commandOf(name, row, writes, choose) {
  const command = prepared(new Command(name.split(" ").at(-1)), writes);
  command.description(row.summary);
  for (const word of row.words?.split(" ") ?? []) command.argument(word);
  for (const [option, given] of Object.entries(row.options ?? {})) command.addOption(optionOf(option, given));
  if (row.program === undefined && name !== "completion") command.option("--json", "print JSON");
  if (row.details !== undefined) command.addHelpText("after", `\n${row.details}`);
  command.addHelpText(
    "after",
    `\nExamples:\n${row.examples.map((line) => `  quittance ${line}`).join("\n")}`,
  );
  command.showHelpAfterError(`quittance ${name} --help says how it is called.`);
  return command.action((...given) => {
    const values = command.opts();
    const options = Object.entries(row.options ?? {}).map(([option, { value }]) => {
      const typed = values[attributeOf(option)];
      // One that begins with no- is true where it was left out.
      return [option, value === undefined ? typed === !option.startsWith("no-") : typed];
    });
    choose({
      name,
      words: given
        .slice(0, -2)
        .flat()
        .filter((word) => word !== undefined),
      options: Object.fromEntries(options),
      isJson: values.json === true,
      // What a program of its own reads again.
      typed: typedOf(command),
    });
  });
}

function optionOf(name, { value, many, initial, summary }) {
  if (value === undefined) return new Option(`--${name}`, summary);
  // What stands between these signs would be read as two words.
  const shown = `<${value.replaceAll(/[<>]/g, "")}>`;
  const option = new Option(`--${name} ${shown}`, summary);
  if (many) return option.argParser((text, before) => [...before, text]).default([]);
  return initial === undefined ? option : option.default(initial);
}

const attributeOf = (option) => new Option(`--${option}`).attributeName();

/** The words and options that a command got, as they were typed. */
function typedOf(command) {
  let top = command;
  let depth = 0;
  for (; top.parent; top = top.parent) depth++;
  return top.rawArgs.slice(depth);
}

function prepared(command, writes) {
  return command
    .exitOverride()
    .configureOutput(writes)
    .configureHelp({ helpWidth: 110 })
    .allowExcessArguments(false)
    .showSuggestionAfterError(true);
}
