import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apiRouteTable } from "@/app/api-routes";
import { type Stack, stackPath } from "@/local/running-stack/stack-file";
import type { App } from "@/server/boot";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { createFrontDoor } from "@/server/http/front-door/front-door";

/** An app of a test that commands take for a stack of `npm start`. */
export interface RunningStack {
  dataDir: string;
  /** What `npm start` would have written, as far as commands read it. */
  stack: Stack;
  stop(): void;
}

/** Serves the API of the app, and writes the stack into a data directory of its own. */
export async function runAsStack(
  app: App,
  facts: Pick<Stack, "networks" | "credentials" | "demo">,
): Promise<RunningStack> {
  const { config, log } = app;
  const dataDir = mkdtempSync(join(tmpdir(), "quittance-stack-"));
  const server = createFrontDoor(apiRouteTable, (_, response) => response.end("a page"), log);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has an address with one.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stack: Stack = {
    version: 1,
    apiUrl: url,
    authUrl: url,
    payUrl: url,
    dashboardUrl: url,
    databaseUrl: config.databaseUrl,
    wire: config.wire,
    accounts: developmentAccounts(),
    processes: { web: process.pid, worker: process.pid },
    ...facts,
  };
  writeFileSync(stackPath(dataDir), JSON.stringify(stack));
  const stop = () => {
    server.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { dataDir, stack, stop };
}
