import { z } from "zod";
import { boot } from "@/server/boot";
import { readConfig } from "@/server/config";
import { Loop } from "@/server/worker/loop";
import { chainLoop } from "@/server/worker/transfers/chain-loop";
import { partLoop } from "@/server/worker/transfers/part-loop";

const Order = z.object({ run: z.boolean(), loops: z.number().default(1) });

/**
 * A worker that does nothing but watch: its watcher and its parts run from one order to the next. Answers each order with
 * the processor time of this process until then, ms.
 */
const app = boot(readConfig(process.env), "worker");
let running: Loop[] = [];

async function follow({ run, loops }: z.infer<typeof Order>): Promise<void> {
  await Promise.all(running.map((loop) => loop.stop()));
  running = [];
  if (!run) return;
  for (const chain of app.chains.list()) {
    const owner = `bench ${process.pid}`;
    const parts = Array.from({ length: loops }, (_, i) => partLoop(app, chain, `${owner} ${i}`)).flat();
    running.push(...[chainLoop(app, chain, owner), ...parts].map((loop) => new Loop(loop, app.log)));
  }
  for (const loop of running) loop.start();
}

process.on("message", (message) => {
  follow(Order.parse(message)).then(() => {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1_000);
  });
});
process.once("disconnect", () => process.exit(0));
process.send?.("ready");
