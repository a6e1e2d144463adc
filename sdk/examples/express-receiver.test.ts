import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createShopApp } from "@/sdk/examples/express-receiver";
import { sign } from "@/sdk/webhooks/index";

test("a shop in Express sends the goods of a payment once, and of nothing that is altered or a stranger's", async () => {
  const fulfilled: string[] = [];
  const payments = new Set<string>();
  const server = createShopApp("secret", {
    knows: async (paymentId) => payments.has(paymentId),
    async fulfil(requestId, paymentId) {
      if (requestId === "broken") throw new Error("the shop's database is away");
      fulfilled.push(requestId);
      payments.add(paymentId);
    },
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  const tell = async (body: string, { by = "secret", sent = body } = {}) => {
    const headers = await sign(body, by, { deliveryId: "d", sentAt: new Date() });
    const answer = await fetch(url, {
      method: "POST",
      body: sent,
      headers: { ...headers, "content-type": "application/json" },
    });
    return answer.status;
  };
  const event = (requestId: string, paymentId: string) =>
    JSON.stringify({ event: "payment.confirmed", sequence: 1, requestId, paymentId });

  expect(await tell(event("r", "p"))).toBe(200);
  expect(await tell(event("r", "p"))).toBe(200);
  expect(await tell(event("r", "q"), { by: "of a stranger" })).toBe(400);
  expect(await tell(event("r", "q"), { sent: `${event("r", "q")} ` })).toBe(400);
  expect(await tell(event("broken", "b"))).toBe(500);
  expect(await tell(event("x".repeat(1_200_000), "big"))).toBe(413);
  expect(fulfilled).toEqual(["r"]);
  server.closeAllConnections();
  server.close();
});
