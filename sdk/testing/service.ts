import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { apiRouteTable } from "@/app/api-routes";
import { createFrontDoor } from "@/server/http/front-door/front-door";
import { startTestApi, type TestApi } from "@/server/testing/api";

export interface TestService {
  api: TestApi;
  /** Where it listens. */
  url: string;
  close(): Promise<void>;
}

/** The API itself on a port of this machine, with a database of its own. */
export async function startService(
  env: Record<string, string> = {},
  parts: Parameters<typeof startTestApi>[1] = {},
): Promise<TestService> {
  const api = await startTestApi({ RATE_LIMITS: "off", ...env }, parts);
  const server = createFrontDoor(apiRouteTable, (_, response) => response.writeHead(404).end(), api.app.log);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    api,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      api.app.eventWatch.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await api.close();
    },
  };
}
