import { audit } from "@/scripts/operator/audit";
import { backup } from "@/scripts/operator/backup";
import { chain } from "@/scripts/operator/chain";
import { createPlatform } from "@/scripts/operator/create-platform";
import { createWebhook } from "@/scripts/operator/create-webhook";
import { held } from "@/scripts/operator/held";
import { migrate } from "@/scripts/operator/migrate";
import { orchestrators } from "@/scripts/operator/orchestrators";
import { payers } from "@/scripts/operator/payers";
import { platforms } from "@/scripts/operator/platforms";
import { reseal } from "@/scripts/operator/reseal";
import { restore } from "@/scripts/operator/restore";
import type { Program } from "@/scripts/operator/terminal";

const PROGRAMS = {
  audit,
  backup,
  chain,
  held,
  migrate,
  orchestrators,
  payers,
  "platform:create": createPlatform,
  platforms,
  reseal,
  restore,
  "webhook:create": createWebhook,
} satisfies Record<string, Program>;

export type OperatorCommand = keyof typeof PROGRAMS;

/**
 * What `npm run <name> -- <args>` does in this environment and no other, without a process of its own: to start one takes
 * longer than most commands. Each is also started once as a process, by `scripts/help.test.ts` or its own test.
 */
export async function runCommandHere(
  name: OperatorCommand,
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ output: string; errors: string; code: number }> {
  const [output, errors]: string[][] = [[], []];
  const code = await PROGRAMS[name]({
    args,
    env: { NODE_ENV: "test", ...env },
    print: (text) => void output?.push(text),
    complain: (text) => void errors?.push(text),
  });
  return { output: (output ?? []).join(""), errors: (errors ?? []).join(""), code };
}
