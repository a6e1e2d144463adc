import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as listRequests } from "@/app/v2/request/route";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession } from "@/server/testing/credentials";
import { aRequest, aTransfer } from "@/server/testing/data/stored";
import { ManualClock } from "@/server/testing/manual-clock";
import { call } from "@/server/testing/paying";
import { aConfirmedPayment } from "@/server/testing/webhooks/webhook-events";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";
import { GET } from "./route";

let api: TestApi;
const clock = new ManualClock();
const MINUTE = 60_000;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" }, { now: clock.now });
});
afterAll(() => api.close());

const ask = (headers: Record<string, string>) => GET(call("GET", "/v1/dashboard/changes", headers));
const version = async (headers: Record<string, string>) => (await (await ask(headers)).json()).version;

describe("200 the version of an account", () => {
  test("is another one after a new request, a newly seen payment and an event, and only then", async () => {
    const { bearer, platformId } = await aSession(api);
    const stranger = await aSession(api);
    const seen = new Set([await version(bearer)]);
    const changes: (() => Promise<unknown>)[] = [
      () => aRequest(api.app, { platformId }),
      async () => aTransfer(api.app, await aRequest(api.app, { platformId }), { state: "seen" }),
      () =>
        inTransaction(api.app.context(systemCaller(platformId)), (tx) =>
          enqueueEvents(tx, [aConfirmedPayment(platformId)]),
        ),
    ];
    for (const change of changes) {
      clock.advance(1_000);
      const before = await version(bearer);
      expect(await version(bearer)).toBe(before);
      await aRequest(api.app, { platformId: stranger.platformId });
      expect(await version(bearer)).toBe(before);
      await change();
      seen.add(await version(bearer));
    }
    expect(seen.size).toBe(4);
  });

  test("asking for it keeps no session alive: a forgotten tab signs out after 15 idle minutes", async () => {
    const { cookie } = await aSession(api);
    for (let asked = 0; asked < 14; asked++) {
      clock.advance(MINUTE);
      const answer = await ask(cookie);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
    clock.advance(MINUTE);
    expect((await ask(cookie)).status).toBe(401);
    expect((await listRequests(call("GET", "/v2/request", cookie))).status).toBe(401);
  });

  test("nor does any other call that says it was made by the page itself", async () => {
    const { cookie } = await aSession(api);
    clock.advance(14 * MINUTE);
    const list = (headers: Record<string, string>) => listRequests(call("GET", "/v2/request", headers));
    expect((await list({ ...cookie, "x-background": "true" })).status).toBe(200);
    clock.advance(MINUTE);
    expect((await list(cookie)).status).toBe(401);
  });

  test("somebody who is there stays signed in beside it", async () => {
    const { cookie } = await aSession(api);
    for (let asked = 0; asked < 3; asked++) {
      clock.advance(14 * MINUTE);
      expect((await ask(cookie)).status).toBe(200);
      expect((await listRequests(call("GET", "/v2/request", cookie))).status).toBe(200);
    }
  });
});
