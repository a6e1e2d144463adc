import { readLine } from "@/scripts/command-line/read-line.mjs";
import { functionOf } from "@/scripts/command-line/run-command.mjs";
import { FORMER_NAMES } from "@/scripts/command-line/table.mjs";
import type { Program } from "@/scripts/command-line/terminal";

const MODULES: Record<string, () => Promise<Record<string, unknown>>> = {
  audit: () => import("@/scripts/commands/audit"),
  backup: () => import("@/scripts/commands/backup"),
  chaos: () => import("@/scripts/commands/chaos"),
  chain: () => import("@/scripts/commands/chain"),
  demo: () => import("@/scripts/commands/demo"),
  held: () => import("@/scripts/commands/held"),
  incidents: () => import("@/scripts/commands/incidents"),
  doctor: () => import("@/scripts/commands/doctor"),
  events: () => import("@/scripts/commands/events"),
  links: () => import("@/scripts/commands/links"),
  listen: () => import("@/scripts/commands/listen"),
  login: () => import("@/scripts/commands/login"),
  logout: () => import("@/scripts/commands/logout"),
  logs: () => import("@/scripts/commands/logs"),
  migrate: () => import("@/scripts/commands/migrate"),
  orchestrators: () => import("@/scripts/commands/orchestrators"),
  payers: () => import("@/scripts/commands/payers"),
  payouts: () => import("@/scripts/commands/payouts"),
  platforms: () => import("@/scripts/commands/platforms"),
  recover: () => import("@/scripts/commands/recover"),
  requests: () => import("@/scripts/commands/requests"),
  reseal: () => import("@/scripts/commands/reseal"),
  restore: () => import("@/scripts/commands/restore"),
  trigger: () => import("@/scripts/commands/trigger"),
  webhooks: () => import("@/scripts/commands/webhooks"),
  whoami: () => import("@/scripts/commands/whoami"),
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

/** The same for what is typed after `quittance`. `interrupt` is what Ctrl-C is, `onPrint` hears what is printed at once. */
export async function quittanceHere(
  typed: readonly string[],
  env: Record<string, string>,
  { interrupt, onPrint }: { interrupt?: AbortSignal; onPrint?: (text: string) => void } = {},
): Promise<{ output: string; errors: string; code: number }> {
  const line = readLine(typed);
  if (!("name" in line)) return line;
  const { source, exported } = functionOf(line.name);
  const load = MODULES[source.replace(/^scripts\/commands\/(.*)\.ts$/, "$1")];
  // Its options are those that the table has for it: the compiler holds the function to them where it is written.
  const program = (await load?.())?.[exported] as Program | undefined;
  if (program === undefined) throw new Error(`no function for ${line.name}`);
  const [output, errors]: string[][] = [[], []];
  const code = await program({
    words: line.words,
    options: line.options as never,
    isJson: line.isJson,
    env: { NODE_ENV: "test", ...env },
    print: (text) => {
      output?.push(text);
      onPrint?.(text);
    },
    complain: (text) => void errors?.push(text),
    interrupted: () => interrupt ?? new AbortController().signal,
  });
  return { output: (output ?? []).join(""), errors: (errors ?? []).join(""), code };
}
