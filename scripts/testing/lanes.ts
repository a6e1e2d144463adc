import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { canMeasure, secondsOfEndedChildren } from "@/server/testing/processor-time/process-tree";

/** A command of a lane. */
export interface Step {
  name: string;
  command: readonly [string, ...string[]];
  /** Our own where nothing is said. */
  env?: NodeJS.ProcessEnv;
}

/** How a step ended: its exit code, null where a step before it failed and it was not run. */
export interface StepResult {
  name: string;
  code: number | null;
  seconds: number;
  /** Of its processes, where the system tells it. */
  processorSeconds?: number;
}

/**
 * Runs lanes beside each other, and the steps of a lane one after the other until one fails. The other lanes go on
 * then, so that one run tells everything that is wrong. `print` hears every line, after the name of its step.
 */
export async function runLanes(
  lanes: readonly (readonly Step[])[],
  print: (line: string) => void,
): Promise<StepResult[]> {
  const width = Math.max(...lanes.flat().map(({ name }) => name.length));
  const results = await Promise.all(
    lanes.map(async (steps) => {
      const ended: StepResult[] = [];
      for (const step of steps) {
        const { name } = step;
        const isOver = ended.some(({ code }) => code !== 0);
        ended.push(
          isOver
            ? { name, code: null, seconds: 0 }
            : await run(step, (line) => print(`${name.padEnd(width)} | ${line}`)),
        );
      }
      return ended;
    }),
  );
  return results.flat();
}

/** What the steps that have ended used. A process counts when it ends, so the difference is the one that just did. */
let counted = canMeasure() ? secondsOfEndedChildren() : 0;

async function run(
  { name, command, env = process.env }: Step,
  print: (line: string) => void,
): Promise<StepResult> {
  const started = performance.now();
  const [program, ...args] = command;
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", print);
  let processorSeconds: number | undefined;
  child.once("exit", () => {
    if (!canMeasure()) return;
    const before = counted;
    counted = secondsOfEndedChildren();
    processorSeconds = Math.round(counted - before);
  });
  const [code] = await once(child, "close");
  const seconds = Math.round((performance.now() - started) / 1000);
  // A signal ended it: no code.
  return { name, code: typeof code === "number" ? code : 1, seconds, processorSeconds };
}

/** A line for each step: how it ended and how long it took. */
export function summaryOf(results: readonly StepResult[]): string[] {
  const width = Math.max(...results.map(({ name }) => name.length));
  return results.map(({ name, code, seconds, processorSeconds }) => {
    const outcome = code === null ? "not run" : code === 0 ? "passed" : "failed";
    const used = processorSeconds === undefined ? "" : `, ${processorSeconds} s of processor time`;
    return `${name.padEnd(width)}  ${outcome}${code === null ? "" : `, ${seconds} s${used}`}`;
  });
}
