import { once } from "node:events";
import { join } from "node:path";
import { type ManagedProcess, startProcess } from "@/local/processes/process";
import { repositoryRoot } from "@/repository-root";
import { buildAsService } from "@/scripts/programs/build.mjs";

export const ROOT = repositoryRoot();

/** A helper of a benchmark in a process of its own, so that it does not share our event loop. */
export interface Program {
  /** What it said when it was ready. */
  ready: unknown;
  /** Sends a message and gives the answer; one at a time. */
  ask(message: object): Promise<unknown>;
  stop(): Promise<void>;
}

/** Multicalls `bench/support/<name>.ts` exactly as the production programs are and starts it. */
export async function startProgram(name: string, env: Record<string, string> = {}): Promise<Program> {
  const outfile = join("dist", "bench", `${name}.js`);
  await buildAsService(ROOT, join("bench", "support", `${name}.ts`), outfile);
  const program = await startNode([outfile], env);
  const answer = async (): Promise<unknown> => {
    const [message] = await Promise.race([once(program.child, "message"), endOf(program, name)]);
    return message;
  };
  return {
    ready: await answer(),
    ask: (message) => {
      const answered = answer();
      program.child.send(message);
      return answered;
    },
    stop: async () => void (await program.stop()),
  };
}

/** Starts a bundle as the supervisor does. */
export function startNode(args: string[], env: Record<string, string>, logFile?: string) {
  return startProcess({
    name: args.join(" "),
    command: process.execPath,
    args: ["--enable-source-maps", ...args],
    cwd: ROOT,
    env: { ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    output: logFile ? { file: logFile } : "inherit",
    ipc: true,
  });
}

async function endOf(program: ManagedProcess, name: string): Promise<never> {
  const { code, signal } = await program.exited;
  throw new Error(`${name} ended with ${signal ?? code}`);
}
