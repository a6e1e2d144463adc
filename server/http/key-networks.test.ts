import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PUT as updateKey } from "@/app/v1/api-keys/[id]/route";
import { POST as makeApiKey } from "@/app/v1/api-keys/route";
import { POST as createClientId } from "@/app/v2/client-ids/route";
import { GET as listCurrencies } from "@/app/v2/currencies/route";
import { GET as listLinks } from "@/app/v2/orchestrators/client-ids/route";
import { POST as makeOrchestratorKey } from "@/app/v2/orchestrators/keys/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { replaceApp } from "@/server/boot";
import type { EndpointHandler } from "@/server/http/endpoint";
import { anotherProcess, startTestApi, type TestApi } from "@/server/testing/api";
import { anOrchestrator, aSession, type TestSession } from "@/server/testing/credentials";
import { ManualClock } from "@/server/testing/manual-clock";
import { send } from "@/server/testing/send";

const PROXY = "10.0.0.1";

let api: TestApi;
let owner: TestSession;

beforeAll(async () => {
  api = await startTestApi({ TRUSTED_PROXIES: "10.0.0.0/8" });
  owner = await aSession(api);
});
afterAll(() => api.close());

const make = (body: object) =>
  send(makeApiKey, "/v1/api-keys", {
    method: "POST",
    headers: owner.bearer,
    body: { label: "Server", ...body },
  });

interface From {
  /** The other end of the connection, undefined where it is unknown. */
  peer: string | undefined;
  forwarded?: string;
}

/** A call as the front door hands it over. */
async function callFrom(
  handler: EndpointHandler,
  { peer, forwarded }: From,
  headers: Record<string, string>,
  method = "GET",
) {
  const request = new Request("http://127.0.0.1/v2/x", {
    method,
    headers: {
      ...headers,
      ...(forwarded === undefined ? {} : { "x-forwarded-for": forwarded }),
      ...(method === "POST" ? { "content-type": "application/json" } : {}),
    },
    ...(method === "POST" ? { body: "{}" } : {}),
  });
  const answer = await handler.answer(request, {}, peer);
  return { status: answer.status, code: answer.headers["x-error-code"] };
}

const OUTSIDE = { status: 403, code: "ip_not_allowed" };

describe("a key that is taken from some networks alone", () => {
  test.each<[string, From, object]>([
    ["inside", { peer: "203.0.113.9" }, { status: 200 }],
    ["inside, IPv4 as IPv6", { peer: "::ffff:203.0.113.9" }, { status: 200 }],
    ["inside, IPv6", { peer: "2001:db8::42" }, { status: 200 }],
    ["behind the trusted proxy", { peer: PROXY, forwarded: "203.0.113.9" }, { status: 200 }],
    ["outside", { peer: "198.51.100.1" }, OUTSIDE],
    ["outside, IPv6", { peer: "2001:db9::1" }, OUTSIDE],
    ["at an address that nobody knows", { peer: undefined }, OUTSIDE],
    ["outside, behind the proxy", { peer: PROXY, forwarded: "198.51.100.1" }, OUTSIDE],
    ["behind the proxy, which does not say for whom", { peer: PROXY }, OUTSIDE],
    [
      "outside, and claims an address that is allowed",
      { peer: "198.51.100.1", forwarded: "203.0.113.9" },
      OUTSIDE,
    ],
    [
      "outside, behind the proxy, and claimed an address that is allowed before it",
      { peer: PROXY, forwarded: "203.0.113.9, 198.51.100.1" },
      OUTSIDE,
    ],
  ])("used from %s", async (_where, from, expected) => {
    const { body } = await make({ allowedNetworks: ["203.0.113.0/24", "2001:db8::/32"] });
    expect(await callFrom(listCurrencies, from, { "x-api-key": body.value })).toMatchObject(expected);
  });

  test("says in the documented body why it is refused, and not which scopes it has", async () => {
    const { body } = await make({ allowedNetworks: ["203.0.113.0/24"], scopes: ["read"] });
    const refused = await send(createLink, "/v2/secure-payments", {
      method: "POST",
      headers: { "x-api-key": body.value },
      body: {},
    });
    expect(refused.body).toEqual({ statusCode: 403, message: expect.any(String), error: "Forbidden" });
    expect(refused.headers.get("x-error-code")).toBe("ip_not_allowed");
  });

  test("stores each network in its one form, tells it, and is let go by its owner", async () => {
    const { body } = await make({ allowedNetworks: ["203.0.113.9/24", "203.0.113.0/24", "198.51.100.7"] });
    expect(body.allowedNetworks).toEqual(["203.0.113.0/24", "198.51.100.7/32"]);
    const from = { peer: "192.0.2.1" };
    const headers = { "x-api-key": body.value };
    expect(await callFrom(listCurrencies, from, headers)).toMatchObject(OUTSIDE);
    const change = (allowedNetworks: unknown) =>
      send(updateKey, `/v1/api-keys/${body.id}`, {
        method: "PUT",
        headers: owner.bearer,
        body: { allowedNetworks },
        params: { id: body.id },
      });
    expect((await change(["192.0.2.0/30"])).body.allowedNetworks).toEqual(["192.0.2.0/30"]);
    expect(await callFrom(listCurrencies, from, headers)).toMatchObject({ status: 200 });
    expect((await change([])).status).toBe(400);
    expect((await change(null)).body.allowedNetworks).toBeNull();
    expect(await callFrom(listCurrencies, { peer: "198.18.0.1" }, headers)).toMatchObject({ status: 200 });
  });

  test("is refused at once in another process too, which had just used it from there", async () => {
    const { body } = await make({});
    const use = () => callFrom(listCurrencies, { peer: "198.51.100.1" }, { "x-api-key": body.value });
    // Its clock stands still, so nothing it remembers grows old: it has to be told.
    const other = anotherProcess(
      api,
      { TRUSTED_PROXIES: "10.0.0.0/8" },
      { now: new ManualClock(Date.now()).now },
    );
    try {
      replaceApp(other);
      expect(await use()).toMatchObject({ status: 200 });
      replaceApp(api.app);
      await send(updateKey, `/v1/api-keys/${body.id}`, {
        method: "PUT",
        headers: owner.bearer,
        body: { allowedNetworks: ["203.0.113.0/24"] },
        params: { id: body.id },
      });
      replaceApp(other);
      await expect.poll(use).toMatchObject(OUTSIDE);
    } finally {
      replaceApp(api.app);
      await other.close();
    }
  });

  test("makes no client ID, which would be taken from everywhere", async () => {
    const { body } = await make({ allowedNetworks: ["203.0.113.0/24"] });
    expect(
      await callFrom(createClientId, { peer: "203.0.113.9" }, { "x-api-key": body.value }, "POST"),
    ).toEqual({
      status: 403,
      code: "scope_missing",
    });
  });

  test("an orchestrator's too, alone and in a pair", async () => {
    const { keyAlone, client } = await anOrchestrator(api);
    const { body } = await send(makeOrchestratorKey, "/v2/orchestrators/keys", {
      method: "POST",
      headers: keyAlone,
      body: { allowedNetworks: ["203.0.113.0/24"] },
    });
    const key = { "x-orchestrator-key": body.rawKey };
    expect(await callFrom(listLinks, { peer: "203.0.113.9" }, key)).toMatchObject({ status: 200 });
    expect(await callFrom(listLinks, { peer: "198.51.100.1" }, key)).toMatchObject(OUTSIDE);
    const pair = { ...client.headers, ...key };
    expect(await callFrom(createLink, { peer: "203.0.113.9" }, pair, "POST")).toMatchObject({ status: 400 });
    expect(await callFrom(createLink, { peer: "198.51.100.1" }, pair, "POST")).toMatchObject(OUTSIDE);
  });

  test.each([
    [["203.0.113.0/33"]],
    [["203.0.113"]],
    [["1"]],
    [["010.0.0.1"]],
    [["2001:db8::/129"]],
    [["fe80::1%eth0"]],
    [["shop.example"]],
    [["203.0.113.0/24, 10.0.0.0/8"]],
    [[""]],
    [["x".repeat(10_000)]],
    [Array.from({ length: 21 }, (_, at) => `203.0.113.${at}`)],
    ["203.0.113.0/24"],
  ])("400 for the networks %j", async (allowedNetworks) => {
    expect((await make({ allowedNetworks })).status).toBe(400);
  });
});
