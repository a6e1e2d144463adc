import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as postLogout } from "@/app/v1/auth/logout/route";
import { pageSession } from "@/server/http/pages/page-session";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession } from "@/server/testing/credentials";
import { ManualClock } from "@/server/testing/manual-clock";
import { call } from "@/server/testing/paying";

const MINUTE = 60_000;
const clock = new ManualClock();
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({}, { now: clock.now });
});
afterAll(() => api.close());

const look = (headers: Record<string, string>) => pageSession(api.app, new Headers(headers));

describe("whose page it is", () => {
  test("the wallet's that signed in", async () => {
    const { cookie } = await aSession(api);
    expect((await look(cookie))?.wallet?.address).toMatch(/^0x/);
  });

  test.each([
    ["no cookie", {}],
    ["a token nobody was given", { cookie: `session_token=${"A".repeat(43)}` }],
    ["something that is no token", { cookie: "session_token=' or 1=1 --" }],
  ])("nobody's with %s", async (_, headers: Record<string, string>) => {
    expect(await look(headers)).toBeNull();
  });

  test("nobody's after a sign-out", async () => {
    const { cookie } = await aSession(api);
    expect((await postLogout(call("POST", "/v1/auth/logout", cookie))).status).toBe(200);
    await expect.poll(() => look(cookie)).toBeNull();
  });

  test("nobody's once the session has been idle, however often the page was looked at", async () => {
    const { cookie } = await aSession(api);
    clock.advance(8 * MINUTE);
    expect(await look(cookie)).not.toBeNull();
    clock.advance(7 * MINUTE);
    expect(await look(cookie)).toBeNull();
  });
});
