import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { apiKeys, budgets } from "@/db/schema";
import { startService, type TestService } from "@/sdk/testing/service";
import { aSession, type TestSession } from "@/server/testing/credentials";
import { quittanceHere } from "@/server/testing/operator-command";
import { PATIENTLY } from "@/server/testing/patience";

let service: TestService;
let owner: TestSession;
let directory: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());
beforeEach(async () => {
  await service.api.app.database.db.delete(budgets);
  owner = await aSession(service.api);
  directory = mkdtempSync(join(tmpdir(), "quittance-login-"));
  return () => rmSync(directory, { recursive: true, force: true });
});

const env = () => ({
  ...{ XDG_CONFIG_HOME: directory, QUITTANCE_DATA_DIR: directory },
  // Of programs, only what a test puts there.
  PATH: directory,
});
const keyFile = () => join(directory, "quittance", "keys.json");
const run = (...typed: string[]) => quittanceHere(typed, env());

/** What a person does in the dashboard with the code that a terminal shows. */
async function decide(what: "approve" | "deny", userCode: string, who = owner, body: object = {}) {
  const answer = await fetch(`${service.url}/v1/device/authorizations/${what}`, {
    method: "POST",
    headers: { ...who.bearer, "content-type": "application/json" },
    body: JSON.stringify({ userCode, ...body }),
  });
  expect(answer.status).toBe(200);
}

/** Logs in; as soon as the code is shown, `then` is done with it. */
async function logIn(then: (userCode: string) => Promise<unknown>, ...typed: string[]) {
  const all: Promise<unknown>[] = [];
  const onPrint = (text: string) => {
    const [, code] = /code {2}([A-Z]{4}-[A-Z]{4})/.exec(text) ?? [];
    if (code) all.push(then(code));
  };
  const line = ["login", "--url", service.url, ...typed];
  const result = await quittanceHere(line, env(), { onPrint });
  await Promise.all(all);
  return result;
}
const keysOf = (who: TestSession) =>
  service.api.app.database.db.select().from(apiKeys).where(eq(apiKeys.platformId, who.platformId));

describe("quittance login, quittance whoami and quittance logout", () => {
  test("a person approves what --scopes, --name and --expires ask for; all commands use the key then, and logging out deletes it", async () => {
    const typed = ["--scopes", "links,read", "--name", "Laptop", "--expires", "7", "--no-browser"];
    const { output, errors, code } = await logIn((userCode) => decide("approve", userCode), ...typed);
    expect([code, errors]).toEqual([0, ""]);
    expect(output).toContain(`Open  ${service.api.app.config.urls.dashboard}/device\n`);
    expect(output).toMatch(new RegExp(`^account {7}.*\\(${owner.platformId}\\)$`, "m"));
    expect(output).toContain(`approved by   ${owner.wallet?.address}\n`);
    expect(output).toContain("may           read, links\n");
    const [row] = await keysOf(owner);
    expect(row).toMatchObject({ label: "Laptop", scopes: ["read", "links"] });
    expect(output).not.toContain("sk_");

    expect(await run("requests", "list")).toMatchObject({ code: 0 });
    const who = await run("whoami", "--json");
    expect(JSON.parse(who.output)).toMatchObject({
      ...{ service: service.url, source: "login", label: "Laptop", scopes: ["read", "links"] },
      account: { id: owner.platformId },
    });
    expect((await run("whoami", "--url", service.url)).output).toContain("from quittance login");
    // What it may not do is refused by the service.
    const forbidden = await run("payouts", "create", "--amount", "1", "--wallet", "0x1", "--payee", "0x1");
    expect(forbidden).toMatchObject({ code: 1, errors: expect.stringContaining("scope_missing") });

    const out = await run("logout");
    expect(out).toMatchObject({ code: 0, output: expect.stringContaining('the key "Laptop" is deleted') });
    expect((await keysOf(owner))[0]?.deletedAt).not.toBeNull();
    expect(readFileSync(keyFile(), "utf8")).not.toContain("sk_");
    expect(await run("requests", "list")).toMatchObject({ code: 2 });
    expect(await run("logout", "--url", service.url)).toMatchObject({ code: 2 });
  });

  test("the file is this user's alone, and nothing else is left beside it", async () => {
    mkdirSync(join(directory, "quittance"), { mode: 0o755 });
    await logIn((userCode) => decide("approve", userCode), "--no-browser");
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(statSync(join(directory, "quittance")).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(directory, "quittance"))).toEqual(["keys.json"]);
  });

  test("a second login to a service takes the place of the first, whose key is deleted", async () => {
    await logIn((userCode) => decide("approve", userCode), "--no-browser", "--name", "First");
    const second = await aSession(service.api);
    await logIn((code) => decide("approve", code, second), "--no-browser");
    const { output } = await run("whoami", "--json");
    expect(JSON.parse(output)).toMatchObject({ account: { id: second.platformId } });
    expect((await keysOf(owner))[0]?.deletedAt).not.toBeNull();
  });

  test("opens the page with the code in a browser, unless with --no-browser, and with --json tells the code on standard error", async () => {
    const opened = join(directory, "opened");
    writeFileSync(join(directory, "xdg-open"), `#!/bin/sh\nprintf %s "$1" > ${opened}\n`, { mode: 0o755 });
    const interrupt = new AbortController();
    const running = quittanceHere(["login", "--url", service.url, "--json"], env(), {
      interrupt: interrupt.signal,
    });
    await expect
      .poll(() => existsSync(opened) && readFileSync(opened, "utf8"), PATIENTLY)
      .toMatch(/\/dashboard\/device\?code=[A-Z]{4}-[A-Z]{4}$/);
    interrupt.abort();
    const { output, errors, code } = await running;
    expect([output, code]).toEqual(["", 1]);
    const [, shownCode = "none"] = /code {2}(\S+)$/m.exec(errors) ?? [];
    expect(readFileSync(opened, "utf8")).toContain(shownCode);
    expect(errors).toContain("Not logged in");
    expect(existsSync(keyFile())).toBe(false);
  });
});

test("a service that is away in between, or a clock that is ahead, costs nobody a login; an answer with the key that is lost is told", async () => {
  const refuse = (status: number, code: string) => (response: ServerResponse) =>
    response.writeHead(status, { "x-error-code": code }).end(JSON.stringify({ message: code }));
  const answers: ((response: ServerResponse) => unknown)[] = [];
  const fake = createServer((request, response) => {
    if (request.url === "/v2/device/tokens") return answers.shift()?.(response);
    const at = { verificationUrl: "http://x.example/", verificationUrlComplete: "http://x.example/" };
    // Long over by the clock of this machine.
    const expiresAt = "2020-01-01T00:00:00.000Z";
    const created = { deviceCode: "d", userCode: "WDJB-MJHT", ...at, expiresAt, intervalSeconds: 1 };
    response.writeHead(201).end(JSON.stringify(created));
  });
  await new Promise<void>((listening) => fake.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`;
  const wait = () => quittanceHere(["login", "--url", url, "--no-browser"], env());
  answers.push(
    refuse(503, "unavailable"),
    refuse(429, "too_many_requests"),
    refuse(403, "authorization_denied"),
  );
  expect(await wait()).toMatchObject({ code: 1, errors: "authorization_denied (authorization_denied)\n" });
  answers.push((response) => response.destroy(), refuse(403, "authorization_used"));
  expect(await wait()).toMatchObject({ code: 1, errors: expect.stringContaining("was lost") });
  fake.close();
});

describe("attacks", () => {
  test("a code that a stranger typed logs in to the account of the stranger, and the terminal says so", async () => {
    const stranger = await aSession(service.api);
    const { output } = await logIn((code) => decide("approve", code, stranger), "--no-browser");
    expect(output).toContain(`(${stranger.platformId})`);
    expect(output).toContain(`approved by   ${stranger.wallet?.address}\n`);
    expect(output).toContain("Is that not your account? quittance logout\n");
    expect(await keysOf(owner)).toEqual([]);
  });

  test("a login that is denied ends with 1 and leaves nothing", async () => {
    const denied = await logIn((userCode) => decide("deny", userCode), "--no-browser");
    expect(denied).toMatchObject({ code: 1, errors: "This login was denied (authorization_denied)\n" });
    expect(existsSync(keyFile())).toBe(false);
  });

  test("keys in a file or folder that others can read or replace are not used, until that is mended", async () => {
    await logIn((userCode) => decide("approve", userCode), "--no-browser");
    chmodSync(keyFile(), 0o640);
    for (const typed of [["requests", "list"], ["whoami"], ["logout"]]) {
      const { code, output, errors } = await run(...typed);
      expect([code, output]).toEqual([2, ""]);
      expect(errors).toContain(`Other users can read ${keyFile()}`);
      expect(errors).toContain(`chmod 600 ${keyFile()}`);
      expect(errors).not.toContain("sk_");
    }
    chmodSync(keyFile(), 0o600);
    chmodSync(join(directory, "quittance"), 0o777);
    expect(await run("whoami")).toMatchObject({ code: 2, errors: expect.stringContaining("chmod 700") });
    chmodSync(join(directory, "quittance"), 0o700);
    expect(await run("whoami")).toMatchObject({ code: 0 });
    writeFileSync(keyFile(), '{"current": ');
    expect(await run("whoami")).toMatchObject({
      code: 2,
      errors: expect.stringContaining("no list of keys"),
    });
  });

  test("a key goes to the service that it is of, and to no other", async () => {
    await logIn((userCode) => decide("approve", userCode), "--no-browser");
    const heard: unknown[] = [];
    const other = createServer((request, response) => {
      heard.push(request.headers);
      response.end("{}");
    });
    await new Promise<void>((listening) => other.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    expect(await run("requests", "list", "--url", url)).toMatchObject({ code: 2 });
    expect(await run("logout", "--url", url)).toMatchObject({ code: 2 });
    expect(heard).toEqual([]);
    other.close();
    // What is set in the environment goes first.
    const set = { ...env(), QUITTANCE_API_KEY: "sk_none", QUITTANCE_URL: service.url };
    expect(await quittanceHere(["whoami"], set)).toMatchObject({ code: 1 });
  });

  test.each([
    [["--scopes", "everything"]],
    [["--scopes", ""]],
    [["--expires", "366"]],
    [["--expires", "0"]],
    [["--url", "http://pay.example"]],
  ])("%j is refused before anything is asked", async (typed) => {
    const { code, output } = await quittanceHere(["login", "--url", service.url, ...typed], env());
    expect([code, output]).toEqual([2, ""]);
  });

  test("a service that is gone leaves the key forgotten here, and says what to delete there", async () => {
    await logIn((userCode) => decide("approve", userCode), "--no-browser", "--name", "Laptop");
    const file = readFileSync(keyFile(), "utf8").replaceAll(service.url, "http://127.0.0.1:9");
    writeFileSync(keyFile(), file);
    const { code, errors } = await run("logout");
    expect([code, errors]).toEqual([1, expect.stringContaining('delete "Laptop"')]);
    expect(readFileSync(keyFile(), "utf8")).not.toContain("sk_");
    const nowhere = await run("login", "--url", "http://127.0.0.1:9", "--no-browser");
    expect(nowhere).toMatchObject({ code: 1, errors: "http://127.0.0.1:9 does not answer\n" });
  });
});
