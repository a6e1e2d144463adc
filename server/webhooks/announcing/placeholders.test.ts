import { expect, test } from "vitest";
import { z } from "zod";
import { EVENTS, type EventName } from "@/server/webhooks/announcing/events";
import { placeholders } from "@/server/webhooks/announcing/placeholders";

const config = {
  wire: { headerPrefix: "x-service-", network: "service-network", tech: "service-tech" },
  urls: { api: "https://a.example", auth: "https://a.example", pay: "https://a.example/pay", dashboard: "" },
};
const names = z.object(EVENTS).keyof().options;

test.each([null, "cli_abc"])(
  "every event has a placeholder of exactly its shape (TD-05), for %j",
  (clientId) => {
    const all = placeholders(config, { id: "01", clientId, now: new Date(0) });
    expect(Object.keys(all).sort()).toEqual([...names].sort());
    for (const name of names) {
      expect(strict(name).safeParse(all[name]), name).toMatchObject({ success: true });
    }
  },
);

test("the values are those of the guides, and nobody's", () => {
  const { "payment.confirmed": payload } = placeholders(config, {
    id: "01",
    clientId: null,
    now: new Date(0),
  });
  expect(payload).toMatchObject({
    requestId: "req_test123456789abcdef",
    amount: "100.0",
    expectedAmount: "100.0",
  });
});

/** The shape without room for more. */
function strict(name: EventName) {
  return z.strictObject(EVENTS[name].shape);
}
