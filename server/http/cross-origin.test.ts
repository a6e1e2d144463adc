import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as postLogout, OPTIONS as preflightLogout } from "@/app/v1/auth/logout/route";
import { GET as listRequests } from "@/app/v2/request/route";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession } from "@/server/testing/credentials";
import { call } from "@/server/testing/paying";
import { aChallenge, anEvmWallet, signed, verify } from "@/server/testing/sign-in";

const DASHBOARD = "https://dashboard.shop.example";
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({
    API_URL: "https://api.shop.example",
    AUTH_URL: "https://auth.shop.example",
    PAY_URL: "https://shop.example/pay",
    DASHBOARD_URL: DASHBOARD,
  });
});
afterAll(() => api.close());

const allowsCredentials = (answer: Response) => answer.headers.get("access-control-allow-credentials");

describe("pages on other hosts of ours", () => {
  test("get a session cookie for the common domain, and sign in to the dashboard's name (AU-05, WS-13)", async () => {
    const wallet = anEvmWallet();
    const challenge = await aChallenge(wallet.address);
    expect(challenge.message).toMatch(/^dashboard\.shop\.example wants you/);
    const answer = await verify(await signed(wallet, challenge), { origin: DASHBOARD });
    expect(answer.headers.get("set-cookie")).toMatch(/; SameSite=Lax; Domain=shop\.example$/);
    expect(allowsCredentials(answer)).toBe("true");
  });

  test("may use the session from there, preflight included", async () => {
    const { cookie } = await aSession(api);
    const headers = { ...cookie, origin: DASHBOARD };
    const preflight = await preflightLogout(
      new Request("https://api.shop.example/", { method: "OPTIONS", headers }),
    );
    expect(allowsCredentials(preflight)).toBe("true");
    expect(allowsCredentials(await listRequests(call("GET", "/v2/request", headers)))).toBe("true");
    const logout = await postLogout(call("POST", "/v1/auth/logout", headers));
    expect(logout.status).toBe(200);
    expect(logout.headers.get("set-cookie")).toContain("Domain=shop.example");
  });
});

describe("any other page", () => {
  test.each(["https://evil.example", "https://x.shop.example", "http://dashboard.shop.example", "null"])(
    "on %s may neither read with the cookie nor write",
    async (origin) => {
      const { cookie } = await aSession(api);
      const headers = { ...cookie, origin };
      const preflight = await preflightLogout(
        new Request("https://api.shop.example/", { method: "OPTIONS", headers }),
      );
      expect(allowsCredentials(preflight)).toBeNull();
      expect(allowsCredentials(await listRequests(call("GET", "/v2/request", headers)))).toBeNull();
      expect((await postLogout(call("POST", "/v1/auth/logout", headers))).status).toBe(403);
    },
  );
});
