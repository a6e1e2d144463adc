import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import type { Ctx } from "@/server/context";
import type { LoopDefinition } from "@/server/worker/loop";

interface Passes {
  name: string;
  everyMs: number;
  /** Of how many things a pass takes care at the most. */
  perPass: number;
}

/**
 * A task that takes care of what is due, by the system. `work` returns of how many things it did; a pass that reaches
 * `perPass` is repeated at once.
 */
export function inPasses(
  app: App,
  { name, everyMs, perPass }: Passes,
  work: (ctx: Ctx, most: number) => Promise<number>,
): LoopDefinition {
  return {
    name,
    everyMs,
    pass: async () => ((await work(app.context(systemCaller("")), perPass)) >= perPass ? "more" : "idle"),
  };
}
