import { rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "@/db/migrate";
import { type RunningPostgres, startPostgres } from "@/local/postgres/postgres";
import { type Door, startFrontDoor } from "@/server/http/built/processes";
import { type RawCall, rawCall } from "@/server/http/built/raw-call";
import { PATIENTLY } from "@/server/testing/patience";
import { makeTestDirectory } from "@/server/testing/postgres/directory";

let door: Door;

beforeAll(async () => {
  // Pages that only describe need no database.
  door = await startFrontDoor("postgres://nobody@127.0.0.1:9/none");
});

afterAll(() => door?.process.stop());

async function page(path: string) {
  const { status, headers, body } = await rawCall(door.port, { method: "GET", path });
  const policy = headers["content-security-policy"] ?? "";
  return { status, headers, policy, html: body.toString() };
}

describe.each(["/", "/docs", "/docs/requests/createRequest", "/no-such-page"])("%s", (path) => {
  test("runs only scripts that carry the nonce of this very answer", async () => {
    const [first, second] = [await page(path), await page(path)];
    const nonce = /'nonce-([^']+)'/.exec(first.policy)?.[1];
    expect(nonce).toBeTruthy();
    expect(second.policy).not.toContain(nonce);
    expect(first.policy).not.toMatch(/unsafe-(?:inline|eval)/);
    const scripts = first.html.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
    expect(first.html).not.toMatch(/<[^>]+\s(?:style|onclick|onload)=/);
  });

  test("cannot be framed, sniffed or traced, and loads nothing from elsewhere", async () => {
    const { headers, policy, html } = await page(path);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" });
    expect(headers["x-powered-by"]).toBeUndefined();
    const loaded = [...html.matchAll(/<(?:script|link|img)\b[^>]*\s(?:src|href)="([^"]+)"/g)].map(
      ([, url]) => url,
    );
    expect(loaded.filter((url) => !url?.startsWith("/"))).toEqual([]);
  });
});

test("/docs has a page for every operation and event of the description, and nothing else", async () => {
  const description = JSON.parse((await page("/openapi.json")).html);
  const { html } = await page("/docs");
  const groups = [...new Set([...html.matchAll(/href="(\/docs\/[\w-]+)"/g)].map(([, href]) => href ?? ""))];
  const listed = await Promise.all(groups.map(async (href) => (await page(href)).html));
  const ids = Object.values<Record<string, { operationId: string }>>(description.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const wanted = [...ids, ...Object.keys(description.webhooks)];
  expect(wanted.length).toBeGreaterThan(100);
  const all = listed.join("");
  expect(wanted.filter((id) => !all.includes(`/${id}"`))).toEqual([]);
  const one = await page("/docs/requests/createRequest");
  expect(one.html).toContain('id="createRequest"');
  const missing = ["/docs/no-such-group", "/docs/requests/noSuch", "/docs/webhook-events/constructor"];
  const statuses = await Promise.all(missing.map(async (path) => (await page(path)).status));
  expect(statuses).toEqual([404, 404, 404]);
});

describe("a script of the build", () => {
  async function aScript(): Promise<string> {
    const { html } = await page("/");
    const path = /src="(\/_next\/static\/chunks\/[^"?]+\.js)/.exec(html)?.[1];
    if (!path) throw new Error("the page has no script");
    return path;
  }

  test("comes as the build has compressed it, for each kind of client the same bytes", async () => {
    const path = await aScript();
    const written = await readFile(path.replace("/_next/", ".next/"));
    const asked = (encoding: string) =>
      rawCall(door.port, { method: "GET", path, headers: { "accept-encoding": encoding } });
    const [small, known, plain] = [await asked("gzip, br"), await asked("gzip"), await asked("identity")];
    expect(small.headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding" });
    expect(brotliDecompressSync(small.body).equals(written)).toBe(true);
    expect(known.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(known.body).equals(written)).toBe(true);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body.equals(written)).toBe(true);
    expect(small.body.length).toBeLessThan(known.body.length);
  });

  test("is kept for good by browsers, and read as nothing else", async () => {
    const { status, headers } = await page(await aScript());
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "cache-control": "public,max-age=31536000,immutable",
      "content-type": expect.stringContaining("text/javascript"),
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
    expect(headers["x-request-id"]).toBeTruthy();
  });

  test.each([
    "/_next/static/none.js",
    "/_next/static/../BUILD_ID",
    "/_next/static/..%2fBUILD_ID",
    "/_next/static/%2e%2e/server/app-paths-manifest.json",
    "/_next/static/....//BUILD_ID",
  ])("%s is not one of them", async (path) => {
    const { status, html } = await page(path);
    expect([400, 404, 308]).toContain(status);
    expect(html).not.toContain("app/pay/page");
    expect(html.trim()).not.toBe((await readFile(".next/BUILD_ID", "utf8")).trim());
  });
});

describe("while PostgreSQL is stopped", () => {
  const dataDir = makeTestDirectory("stopped");
  let server: RunningPostgres;
  let onServer: Door;

  beforeAll(async () => {
    server = await startPostgres({ dataDir, log: () => {} });
    await migrate(server.url);
    onServer = await startFrontDoor(server.url);
  });
  afterAll(async () => {
    await onServer?.process.stop();
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const visited: Pick<RawCall, "path" | "headers">[] = [
    { path: "/pay?token=01ARZ3NDEKTSV4RRFFQ69G5FAV", headers: {} },
    { path: "/pay/refund?token=01ARZ3NDEKTSV4RRFFQ69G5FAV", headers: {} },
    { path: "/dashboard", headers: { cookie: `session_token=${"s".repeat(43)}` } },
  ];
  const visitAll = () => Promise.all(visited.map((one) => rawCall(onServer.port, { method: "GET", ...one })));

  test("pages of payers and of members say so and when to come again, and are back with it", async () => {
    const before = await visitAll();
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200]);
    await server.stop();
    for (const { status, headers, body } of await visitAll()) {
      expect(status).toBe(503);
      expect(headers["retry-after"]).toBe("2");
      expect(body.toString()).toContain("Back in a moment");
    }
    server = await startPostgres({ dataDir, log: () => {}, port: server.port });
    await expect
      .poll(async () => (await visitAll()).map(({ status }) => status), PATIENTLY)
      .toEqual([200, 200, 200]);
  });
});
