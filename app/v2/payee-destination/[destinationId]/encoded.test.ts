import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiRouteTable } from "@/app/api-routes";
import { createFrontDoor } from "@/server/http/front-door/front-door";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aBoundClient } from "@/server/testing/credentials";

let api: TestApi;
let server: Server;

beforeAll(async () => {
  api = await startTestApi();
  server = createFrontDoor(apiRouteTable, (_, response) => response.end("a page"), api.app.log);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(async () => {
  server?.close();
  await api?.close();
});

test("a destination ID goes percent-encoded through the door and comes out whole (IA-11)", async () => {
  const client = await aBoundClient(api);
  const { port } = server.address() as AddressInfo;
  const read = (path: string) =>
    fetch(`http://127.0.0.1:${port}/v2/payee-destination/${path}`, { headers: client.headers });
  const encoded = await read(encodeURIComponent(client.destinationId));
  expect(encoded.status).toBe(200);
  expect(await encoded.json()).toMatchObject({ destinationId: client.destinationId });
  // Without encoding, what follows the # never leaves the client.
  expect((await read(client.destinationId)).status).toBe(400);
});
