import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { POST as postChallenge } from "@/app/v1/auth/wallet/challenge/route";
import { GET as listRequests } from "@/app/v2/request/route";
import { clientIds } from "@/db/schema";
import type { Handler } from "@/server/http/handler";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aBoundClient, aSession, aWallet } from "@/server/testing/credentials";
import { call } from "@/server/testing/paying";

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({
    RATE_LIMITS: "production",
    RATE_LIMIT_STORE: "database",
    TRUSTED_PROXIES: "10.0.0.0/8",
  });
});
afterAll(() => api.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

let lastAddress = 0;
const anAddress = () => `198.51.100.${++lastAddress}`;

async function statuses(
  times: number,
  handler: Handler,
  request: () => Request,
  peer: string,
): Promise<number[]> {
  const seen: number[] = [];
  for (let made = 0; made < times; made++) {
    seen.push((await handler.answer(request(), {}, peer)).status);
  }
  return seen;
}

const list = (headers: Record<string, string>) => () => call("GET", "/v2/request", headers);

describe("429 (RL-07, RL-10, D-25)", () => {
  test("has the documented body and Retry-After, and a browser may read it", async () => {
    const [{ headers }, peer] = [await aBoundClient(api), anAddress()];
    await statuses(5, listRequests, list(headers), peer);
    const refused = await listRequests.answer(list({ ...headers, origin: "https://x.example" })(), {}, peer);
    expect(refused.status).toBe(429);
    expect(JSON.parse(String(refused.body))).toEqual({
      statusCode: 429,
      message: "Too many requests",
      error: "Too Many Requests",
    });
    expect(refused.headers).toMatchObject({
      "retry-after": "1",
      "x-error-code": "too_many_requests",
      "access-control-expose-headers": expect.stringMatching(/x-error-code.*retry-after/),
    });
  });
});

describe("who is counted how", () => {
  test("API keys and client IDs: five a second each, per address (RL-02, RL-09)", async () => {
    const peer = anAddress();
    const credentials = [{ "x-api-key": (await aTenant(api)).apiKey }, (await aBoundClient(api)).headers];
    for (const headers of credentials) {
      expect(await statuses(6, listRequests, list(headers), peer)).toEqual([200, 200, 200, 200, 200, 429]);
      expect(await statuses(1, listRequests, list(headers), anAddress())).toEqual([200]);
    }
  });

  test("a higher tier is assigned to a client (RL-02)", async () => {
    const { id, headers } = await aBoundClient(api);
    await api.app.database.db.update(clientIds).set({ rateTier: "premium" }).where(eq(clientIds.id, id));
    const seen = await statuses(11, listRequests, list(headers), anAddress());
    expect(seen).toEqual([...Array(10).fill(200), 429]);
  });

  test("sessions of one account share its allowance", async () => {
    const peer = anAddress();
    const first = await aSession(api);
    const second = await aSession(api, { wallet: first.wallet });
    expect(await statuses(3, listRequests, list(first.bearer), peer)).toEqual([200, 200, 200]);
    expect(await statuses(3, listRequests, list(second.bearer), peer)).toEqual([200, 200, 429]);
  });

  test("callers without credentials: two a second per address (RL-08)", async () => {
    const ask = () => call("POST", "/v1/auth/wallet/challenge", {}, { address: aWallet() });
    expect(await statuses(3, postChallenge, ask, anAddress())).toEqual([201, 201, 429]);
    expect(await statuses(1, postChallenge, ask, anAddress())).toEqual([201]);
  });

  test("guessing keys: wrong credentials count against the address, whichever they are", async () => {
    const peer = anAddress();
    let guess = 0;
    const guesses = () => list({ "x-api-key": `sk_${++guess}` })();
    expect(await statuses(3, listRequests, guesses, peer)).toEqual([401, 401, 429]);
    const { apiKey } = await aTenant(api);
    expect(await statuses(1, listRequests, list({ "x-api-key": apiKey }), peer)).toEqual([200]);
  });

  test("behind a trusted proxy the client is counted; a direct caller cannot pretend to be many", async () => {
    const { headers } = await aBoundClient(api);
    const claim = () => list({ ...headers, "x-forwarded-for": anAddress() })();
    expect(await statuses(6, listRequests, claim, "10.0.0.1")).toEqual(Array(6).fill(200));
    expect((await statuses(6, listRequests, claim, anAddress())).at(-1)).toBe(429);
  });
});
