import * as exporting from "@/app/v1/dashboard/payments/export/route";
import { app, boot, replaceApp } from "@/server/boot";
import { readConfig } from "@/server/config";
import { createFrontDoor } from "@/server/http/front-door/front-door";
import { routeTable } from "@/server/http/front-door/route-table";

/** Our own front door with the export behind it. Answers any message with its peak memory in bytes. */
replaceApp(boot(readConfig(process.env), "export"));
const routes = routeTable([["/v1/dashboard/payments/export", exporting]]);
const server = createFrontDoor(routes, (_, response) => response.end(), app().log);

let peak = 0;
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 20).unref();

process.on("message", () => process.send?.(Math.max(peak, process.memoryUsage.rss())));
process.once("disconnect", () => process.exit(0));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  process.send?.(address.port);
});
