import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { PrimaryFinder } from "@/db/connecting/primary";

/**
 * Takes every connection and resets it, as a proxy does whose server is being replaced: after a moment, so that its client
 * has it already.
 */
async function resetting() {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    setImmediate(() => socket.resetAndDestroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

test("servers that reset each connection as it opens end no process, and are said to be away", async () => {
  const servers = [await resetting(), await resetting()];
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(",");
  for (let i = 0; i < 30; i++) {
    const socket = await new PrimaryFinder(`postgres://nobody@${hosts}/none`).open();
    const [error] = await once(socket, "error").catch((thrown: unknown) => [thrown]);
    expect(error).toMatchObject({ name: "NoPrimary" });
  }
  for (const server of servers) server.close();
});
