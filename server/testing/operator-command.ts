import { readLine } from "@/scripts/command-line/read-line.mjs";
import { functionOf } from "@/scripts/command-line/run-command.mjs";
import { FORMER_NAMES } from "@/scripts/command-line/table.mjs";
import type { Program } from "@/scripts/command-line/terminal";
import * as audit from "@/scripts/commands/audit";
import * as backup from "@/scripts/commands/backup";
import * as chain from "@/scripts/commands/chain";
import * as held from "@/scripts/commands/held";
import * as migrate from "@/scripts/commands/migrate";
import * as orchestrators from "@/scripts/commands/orchestrators";
import * as payers from "@/scripts/commands/payers";
import * as platforms from "@/scripts/commands/platforms";
import * as reseal from "@/scripts/commands/reseal";
import * as restore from "@/scripts/commands/restore";
import * as webhooks from "@/scripts/commands/webhooks";

const MODULES: Record<string, Record<string, unknown>> = {
  audit,
  backup,
  chain,
  held,
  migrate,
  orchestrators,
  payers,
  platforms,
  reseal,
  restore,
  webhooks,
};

export type OperatorCommand = keyof typeof FORMER_NAMES;

/**
 * What `npm run <name> -- <args>`, or `quittance` with the words that it stands for, does in this environment and no other,
 * without a process of its own: to start one takes longer than most commands. Each is also started once as a process, by
 * `scripts/help.test.ts` or its own test.
 */
export function runCommandHere(name: OperatorCommand, args: readonly string[], env: Record<string, string>) {
  return quittanceHere([...FORMER_NAMES[name].split(" "), ...args], env);
}

/** The same for what is typed after `quittance`. */
export async function quittanceHere(
  typed: readonly string[],
  env: Record<string, string>,
): Promise<{ output: string; errors: string; code: number }> {
  const line = readLine(typed);
  if (!("name" in line)) return line;
  const { source, exported } = functionOf(line.name);
  const module = MODULES[source.replace(/^scripts\/commands\/(.*)\.ts$/, "$1")];
  // Its options are those that the table has for it: the compiler holds the function to them where it is written.
  const program = module?.[exported] as Program | undefined;
  if (program === undefined) throw new Error(`no function for ${line.name}`);
  const [output, errors]: string[][] = [[], []];
  const code = await program({
    words: line.words,
    options: line.options as never,
    isJson: line.isJson,
    env: { NODE_ENV: "test", ...env },
    print: (text) => void output?.push(text),
    complain: (text) => void errors?.push(text),
  });
  return { output: (output ?? []).join(""), errors: (errors ?? []).join(""), code };
}
