import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiRoutes } from "@/app/api-routes";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession, type TestSession } from "@/server/testing/credentials";

let api: TestApi;
let session: TestSession;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" });
  session = await aSession(api);
});
afterAll(() => api.close());

const METHODS = ["POST", "PUT", "PATCH", "DELETE"] as const;
const ID = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

/** Every call that changes something and that a session may make. */
const calls: { at: string; send(headers: Record<string, string>): Promise<Response> }[] = [];
for (const [pattern, module] of apiRoutes) {
  for (const method of METHODS) {
    const { def } = module[method];
    if (!def?.auth.includes("session")) continue;
    const names = [...pattern.matchAll(/\[(\w+)\]/g)].map(([, name]) => name ?? "");
    const segments = Object.fromEntries(names.map((name) => [name, ID]));
    const url = `http://127.0.0.1${pattern.replace(/\[\w+\]/g, ID)}`;
    calls.push({
      at: `${method} ${pattern}`,
      send: (headers) =>
        module[method](
          new Request(url, {
            method,
            headers: { "content-type": "application/json", ...headers },
            ...(method === "DELETE" ? {} : { body: "{}" }),
          }),
          { params: Promise.resolve(segments) },
        ),
    });
  }
}

const FOREIGN: [who: string, headers: Record<string, string>][] = [
  ["a foreign page", { origin: "https://evil.example" }],
  ["a page on a neighbouring host", { origin: "https://evil.127.0.0.1.example" }],
  ["a sandboxed frame", { origin: "null" }],
  ["a foreign form, where the browser names no origin", { "sec-fetch-site": "cross-site" }],
  ["a sibling host, where the browser names no origin", { "sec-fetch-site": "same-site" }],
];

test("the calls of the dashboard are among them", () => {
  expect(calls.map(({ at }) => at)).toEqual(
    expect.arrayContaining([
      "POST /v2/secure-payments",
      "POST /v2/secure-payments/payouts",
      "POST /v2/secure-payments/batch-payouts",
      "POST /v2/secure-payments/multicall-payouts",
      "POST /v1/dashboard/payouts/check",
      "POST /v1/payee-destination",
      "PUT /v1/payee-destination",
      "PATCH /v1/payee-destination/deactivate",
      "POST /v1/client-ids",
      "PUT /v1/client-ids/[id]",
      "DELETE /v1/client-ids/[id]",
      "POST /v1/api-keys",
      "PUT /v1/api-keys/[id]",
      "DELETE /v1/api-keys/[id]",
      "POST /v1/webhook",
      "PUT /v1/webhook/[webhookId]",
      "DELETE /v1/webhook/[webhookId]",
      "POST /v1/webhook/test",
      "POST /v1/webhook/[webhookId]/rotate-secret",
      "POST /v1/webhook/[webhookId]/replay",
      "POST /v1/webhook/deliveries/[deliveryId]/replay",
    ]),
  );
});

describe.each(calls)("$at with somebody else's cookie", ({ send }) => {
  test.each(FOREIGN)("403 from %s", async (_, headers) => {
    const answer = await send({ ...session.cookie, ...headers });
    expect(answer.status).toBe(403);
    expect((await answer.json()).message).toBe("This origin may not use the session");
  });

  test("is let in from our own page", async () => {
    const answer = await send({
      ...session.cookie,
      origin: "http://127.0.0.1",
      "sec-fetch-site": "same-origin",
    });
    expect(answer.status === 403 && (await answer.json()).message).not.toBe(
      "This origin may not use the session",
    );
    expect(answer.status).not.toBe(401);
    // Signing out is one of the calls.
    if (answer.headers.get("set-cookie")?.includes("Max-Age=0")) session = await aSession(api);
  });
});
