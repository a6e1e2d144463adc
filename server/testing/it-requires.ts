import { beforeAll, describe, expect, test } from "vitest";
import type { AuthMode } from "@/server/auth/auth-rule";
import type { EndpointHandler } from "@/server/http/endpoint";
import type { Segments } from "@/server/http/handler";
import { aTenant, type TestApi } from "@/server/testing/api";
import { aBoundClient, anOrchestrator, aSession, changeClient } from "@/server/testing/credentials";

const ORIGIN = "https://shop.example";

/** One endpoint, as `"GET /v2/request/01ab"`, with the dynamic segments of that path. */
export interface GuardedEndpoint {
  at: string;
  handler: EndpointHandler;
  segments?: Segments;
}

type Headers = Record<string, string>;

interface Holder {
  title: string;
  mode: AuthMode;
  good: Headers;
  /** Each has to be refused with its status, also where the mode is accepted. */
  bad: { title: string; headers: Headers; status: 401 | 403 }[];
}

const MODES: readonly AuthMode[] = ["apiKey", "clientId", "orchestrator", "orchestratorKey", "session"];

/**
 * The shared suite of endpoints: who gets in and who does not, for every kind of credential. A credential that
 * is accepted may still be answered 400 or 404, as the calls have no sensible content.
 */
export function itRequires(
  api: () => TestApi,
  endpoints: readonly GuardedEndpoint[],
  modes: readonly AuthMode[],
): void {
  describe.each(endpoints)("credentials of $at", (endpoint) => {
    let holders: Map<AuthMode, Holder>;
    beforeAll(async () => {
      holders = await everyHolder(api());
    });
    const status = async (headers: Headers) => (await sendTo(endpoint, headers)).status;
    const holder = (mode: AuthMode): Holder => {
      const found = holders.get(mode);
      if (!found) throw new Error(`no holder of ${mode}`);
      return found;
    };

    test("401 without credentials, in the documented body", async () => {
      const answer = await sendTo(endpoint, {});
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({
        statusCode: 401,
        message: "Unauthorized",
        error: "Unauthorized",
      });
    });

    test.each(MODES.filter((mode) => modes.includes(mode)))("lets a good %s in", async (mode) => {
      expect([401, 403]).not.toContain(await status(holder(mode).good));
    });

    test.each(MODES.filter((mode) => !modes.includes(mode)))("401 for a good %s", async (mode) => {
      // An orchestrator's key alone never becomes a pair, and a pair is more than its key.
      if (mode === "orchestrator" && modes.includes("orchestratorKey")) return;
      expect(await status(holder(mode).good)).toBe(401);
    });

    test.each(MODES.filter((mode) => modes.includes(mode)))("refuses every bad %s", async (mode) => {
      for (const { title, headers, status: expected } of holder(mode).bad) {
        expect({ title, status: await status(headers) }).toEqual({ title, status: expected });
      }
    });

    test("a bad credential is not passed over for a good one of a later kind (AU-12)", async () => {
      const session = holder("session").good;
      const key = { "x-api-key": `sk_${"0".repeat(64)}` };
      expect(await status({ ...session, ...key })).toBe(401);
      expect(await status({ ...holder("clientId").good, ...key })).toBe(401);
      expect(await status({ ...holder("apiKey").good, "x-orchestrator-key": `orc_${"0".repeat(64)}` })).toBe(
        401,
      );
    });
  });
}

/** Calls it with a body that has nothing in it. */
export function sendTo({ at, handler, segments = {} }: GuardedEndpoint, headers: Headers): Promise<Response> {
  const [method = "GET", path = "/"] = at.split(" ");
  const hasBody = method !== "GET" && method !== "DELETE";
  const request = new Request(`http://127.0.0.1${path}`, {
    method,
    headers: { ...(hasBody ? { "content-type": "application/json" } : {}), ...headers },
    ...(hasBody ? { body: "{}" } : {}),
  });
  return handler(request, { params: Promise.resolve(segments) });
}

async function everyHolder(api: TestApi): Promise<Map<AuthMode, Holder>> {
  const all = await Promise.all([
    keyHolder(api),
    clientHolder(api),
    pairHolder(api),
    orchestratorHolder(api),
    sessionHolder(api),
  ]);
  return new Map(all.map((one) => [one.mode, one]));
}

async function keyHolder(api: TestApi): Promise<Holder> {
  const { apiKey } = await aTenant(api);
  const bad = ["", "sk_", `sk_${"0".repeat(64)}`, apiKey.slice(0, -1), `${apiKey}0`, apiKey.toUpperCase()];
  return {
    title: "API key",
    mode: "apiKey",
    good: { "x-api-key": apiKey },
    bad: bad.map((value) => ({ title: value, headers: { "x-api-key": value }, status: 401 as const })),
  };
}

async function clientHolder(api: TestApi): Promise<Holder> {
  const [backend, client] = [await aBoundClient(api), await aBoundClient(api, { origin: ORIGIN })];
  const [inactive, revoked] = [await aBoundClient(api), await aBoundClient(api)];
  await changeClient(api, inactive.id, { status: "inactive" });
  await changeClient(api, revoked.id, { status: "revoked" });
  const alone = { "x-client-id": client.clientId };
  return {
    title: "client ID",
    mode: "clientId",
    // Of a backend, because a browser's is refused on lists for being public.
    good: { ...backend.headers },
    bad: [
      { title: "unknown", headers: { "x-client-id": `cli_${"0".repeat(32)}` }, status: 401 },
      { title: "inactive", headers: inactive.headers, status: 401 },
      { title: "revoked", headers: revoked.headers, status: 403 },
      { title: "without its origin", headers: alone, status: 401 },
      { title: "from elsewhere", headers: { ...alone, origin: `${ORIGIN}.evil.io` }, status: 403 },
    ],
  };
}

async function pairHolder(api: TestApi): Promise<Holder> {
  const orchestrator = await anOrchestrator(api);
  const stranger = await anOrchestrator(api);
  const { keyAlone, client } = orchestrator;
  return {
    title: "orchestrator pair",
    mode: "orchestrator",
    good: orchestrator.pair,
    bad: [
      { title: "key alone", headers: keyAlone, status: 401 },
      { title: "foreign pair", headers: { ...keyAlone, ...stranger.client.headers }, status: 403 },
      {
        title: "unknown key",
        headers: { ...client.headers, "x-orchestrator-key": `orc_${"0".repeat(64)}` },
        status: 401,
      },
    ],
  };
}

async function orchestratorHolder(api: TestApi): Promise<Holder> {
  const { keyAlone } = await anOrchestrator(api);
  return {
    title: "orchestrator key",
    mode: "orchestratorKey",
    good: keyAlone,
    bad: [{ title: "unknown", headers: { "x-orchestrator-key": `orc_${"0".repeat(64)}` }, status: 401 }],
  };
}

async function sessionHolder(api: TestApi): Promise<Holder> {
  const { bearer, cookie } = await aSession(api);
  return {
    title: "session",
    mode: "session",
    good: bearer,
    bad: [
      { title: "unknown", headers: { authorization: `Bearer ${"A".repeat(43)}` }, status: 401 },
      { title: "unknown cookie", headers: { cookie: `session_token=${"A".repeat(43)}` }, status: 401 },
      {
        title: "beside an invalid API key",
        headers: { ...cookie, "x-api-key": "sk_0" },
        status: 401,
      },
    ],
  };
}
