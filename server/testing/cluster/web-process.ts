import { apiRouteTable } from "@/app/api-routes";
import { systemCaller } from "@/server/auth/callers";
import { app, compareClocks } from "@/server/boot";
import { createFrontDoor } from "@/server/http/front-door/front-door";
import { keepProving } from "@/server/keys/keep-proving";
import { outliveDatabase } from "@/server/lib/database/outlive";

/** The web process without the pages of Next, which would have to be built: the same door, routes and pools. */
const current = app();
outliveDatabase(current.log);
// As the real one, it starts while the database is away.
await new Promise<void>((resolve, reject) => {
  keepProving(current.context(systemCaller("")), resolve).then(resolve, reject);
});
await compareClocks(current);
const server = createFrontDoor(apiRouteTable, (_, response) => response.writeHead(404).end(), current.log);
server.listen(current.config.port, "127.0.0.1", () => process.send?.("ready"));
// Started by a test: without it nobody would end us.
process.once("disconnect", () => process.exit(0));
