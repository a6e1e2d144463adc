import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { replaceApp } from "@/server/boot";
import { newToken } from "@/server/lib/ids";
import { createLogger } from "@/server/lib/logging/log";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { GET, POST } from "./route";

let api: TestApi;
const logged: unknown[] = [];
const log = createLogger("silent", "test");
Object.assign(log, { warn: (entry: unknown) => logged.push(entry) });

beforeAll(async () => {
  api = await startTestApi({}, { log });
});
afterAll(() => api.close());
beforeEach(() => {
  logged.length = 0;
  replaceApp(api.app);
});

const post = (body: string, headers: Record<string, string> = {}) =>
  POST(
    new Request("http://127.0.0.1:3000/csp-report", {
      method: "POST",
      headers: { "content-type": "application/csp-report", ...headers },
      body,
    }),
  );

const report = (fields: Record<string, unknown>) => JSON.stringify({ "csp-report": fields });

test("a violation is written down without the queries that carry payment links", async () => {
  const answer = await post(
    report({
      "document-uri": "http://127.0.0.1:3000/pay?token=a-secret",
      "violated-directive": "script-src-elem",
      "blocked-uri": "https://evil.example/x.js?steal=a-secret#a-secret",
      "source-file": "http://127.0.0.1:3000/pay?token=a-secret",
      "script-sample": "a-secret",
    }),
  );
  expect(answer.status).toBe(204);
  expect(logged).toEqual([
    {
      violation: {
        page: "http://127.0.0.1:3000/pay",
        directive: "script-src-elem",
        blocked: "https://evil.example/x.js",
        source: "http://127.0.0.1:3000/pay",
      },
    },
  ]);
});

test("the path of a page whose token opens an invitation is written down without it", async () => {
  const token = newToken();
  const encoded = `%${token.charCodeAt(0).toString(16)}${token.slice(1)}`;
  for (const part of [token, token.toLowerCase(), encoded]) {
    const address = `http://127.0.0.1:3000/onboarding/${part}`;
    await post(report({ "document-uri": address, "source-file": address, "blocked-uri": `${address}/x.js` }));
  }
  expect(JSON.stringify(logged)).not.toMatch(new RegExp(token.slice(6), "i"));
  expect(logged).toMatchObject(
    Array(3).fill({
      violation: { page: "http://127.0.0.1:3000/onboarding/…", blocked: expect.stringContaining("/…/x.js") },
    }),
  );
});

describe("what claims to be a report", () => {
  test("is cut to a line", async () => {
    await post(report({ "document-uri": "x".repeat(5_000), "violated-directive": { length: 1 } }));
    expect(JSON.stringify(logged).length).toBeLessThan(400);
  });

  test.each([
    ["nothing", ""],
    ["no JSON", "{"],
    ["another shape", '{"__proto__":{"csp-report":{}}}'],
    ["a list", "[]"],
    ["something endless", report({ "document-uri": "x".repeat(1_000_000) })],
  ])("%s is taken and dropped", async (_what, body) => {
    expect((await post(body)).status).toBe(204);
    expect(logged).toEqual([]);
  });

  test("is refused from a foreign page and by another method", async () => {
    expect((await post(report({}), { origin: "https://evil.example" })).status).toBe(403);
    expect((await GET(new Request("http://127.0.0.1:3000/csp-report"))).status).toBe(405);
    expect(logged).toEqual([]);
  });

  test("is counted by address", async () => {
    // All within one second, however long they take.
    vi.useFakeTimers({ toFake: ["Date"] });
    const strict = await startTestApi({ RATE_LIMITS: "production", RATE_LIMIT_STORE: "database" }, { log });
    try {
      const answers = await Promise.all(Array.from({ length: 30 }, () => post(report({}))));
      expect(answers.some(({ status }) => status === 429)).toBe(true);
    } finally {
      vi.useRealTimers();
      await strict.close();
    }
  });
});
