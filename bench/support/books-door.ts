import * as exporting from "@/app/v2/books/exports/route";
import { systemCaller } from "@/server/auth/callers";
import { app, boot, replaceApp } from "@/server/boot";
import { chainsOf } from "@/server/chains/adapter";
import { readConfig } from "@/server/config";
import { createFrontDoor } from "@/server/http/front-door/front-door";
import { routeTable } from "@/server/http/front-door/route-table";
import { closePeriod } from "@/server/ledger/closing/close";
import { comparePeriods } from "@/server/ledger/closing/compare";
import { freezePeriod } from "@/server/ledger/closing/freeze";
import { getPeriod } from "@/server/ledger/closing/read";

/**
 * Our own front door with the exports of the books behind it. A message with an account ends, compares and closes its month
 * first; every message is answered with the peak memory of the process in bytes.
 */
replaceApp(boot(readConfig(process.env), "books", { chains: chainsOf({}) }));
const server = createFrontDoor(
  routeTable([["/v2/books/exports", exporting]]),
  (_, response) => response.end(),
  app().log,
);

let peak = 0;
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 20).unref();

async function close(platformId: string, month: string): Promise<void> {
  const ctx = app().context(systemCaller(platformId));
  const { id } = await freezePeriod(ctx, { month, timeZone: "UTC" });
  while ((await comparePeriods(app().context(systemCaller("")))) > 0);
  const { differences } = await getPeriod(ctx, id);
  const explanations = differences.map((one) => ({ id: one.id, explanation: "a benchmark has no node" }));
  await closePeriod(ctx, id, { explanations });
}

process.on("message", async ({ platformId, month }: { platformId?: string; month?: string }) => {
  if (platformId !== undefined && month !== undefined) await close(platformId, month);
  process.send?.(Math.max(peak, process.memoryUsage.rss()));
});
process.once("disconnect", () => process.exit(0));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  process.send?.(address.port);
});
