import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { webhookEndpoints } from "@/db/schema";
import { repositoryRoot } from "@/local/options";
import { findPlatformByApiKey } from "@/server/platforms/find-by-api-key";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { signBody } from "@/server/webhooks/sign";

const SECRET_KEY = "11".repeat(32);

let api: TestApi;
let dataDir: string;
beforeAll(async () => {
  api = await startTestApi();
  dataDir = mkdtempSync(join(tmpdir(), "quittance-commands-"));
});
afterAll(async () => {
  rmSync(dataDir, { recursive: true, force: true });
  await api.close();
});

function start(script: string, args: string[], env: Record<string, string> = {}) {
  const settings = { DATABASE_URL: api.app.config.databaseUrl, SECRET_KEY, QUITTANCE_DATA_DIR: dataDir };
  return spawn(process.execPath, ["--import", "tsx", `scripts/${script}.ts`, ...args], {
    cwd: repositoryRoot(),
    env: { PATH: process.env.PATH, ...settings, ...env, NODE_ENV: "test" },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function run(script: string, args: string[], env?: Record<string, string>) {
  const child = start(script, args, env);
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { output, errors, code };
}

const printed = (output: string, name: string) =>
  new RegExp(`^${name} +(\\S+)$`, "m").exec(output)?.[1] ?? `no ${name}`;

test("an operator without any key gets a platform and a key that is its own", async () => {
  const { output, code } = await run("create-platform", ["--name", "Your shop"]);
  expect(code).toBe(0);
  const platform = await findPlatformByApiKey(api.app.database, printed(output, "API key"));
  expect(platform).toEqual({ id: printed(output, "Platform"), name: "Your shop" });
});

test("a webhook endpoint is made for the named platform, with a secret that is printed once", async () => {
  const platform = printed((await run("create-platform", ["--name", "Shop"])).output, "Platform");
  const url = "https://shop.example/hook";
  const { output } = await run("create-webhook", ["--platform", platform, "--url", url]);
  expect(printed(output, "Secret")).toMatch(/^[0-9a-f]{64}$/);
  const id = printed(output, "Webhook");
  const [row] = await api.app.database.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
  expect(row).toMatchObject({ platformId: platform, clientIdId: null, url, isActive: true });
});

// Two processes that each load everything, one after the other.
test("with --listen the terminal is the endpoint: it judges signatures and removes itself at the end", async () => {
  const platform = printed((await run("create-platform", ["--name", "Listener"])).output, "Platform");
  const child = start("create-webhook", ["--platform", platform, "--listen"], {
    WEBHOOK_ALLOW_LOOPBACK: "true",
  });
  const output = text(child.stdout);
  let seen = "";
  for await (const line of createInterface({ input: child.stdout })) {
    seen += `${line}\n`;
    if (line.startsWith("Waiting")) break;
  }
  const [url, secret] = [printed(seen, "URL"), printed(seen, "Secret")];
  const send = (signature: string) =>
    fetch(url, { method: "POST", body: "{}", headers: { "x-service-signature": signature } });
  expect((await send(signBody(secret, Buffer.from("{}")))).status).toBe(200);
  expect((await send(signBody("another", Buffer.from("{}")))).status).toBe(401);
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([0, null]);
  await output;
  const [row] = await api.app.database.db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.url, url));
  expect(row).toMatchObject({ isActive: false, deletedAt: expect.any(Date) });
});

test.each([
  ["create-platform", [], "npm run platform:create"],
  ["create-platform", ["--name", "Shop", "--wallet", "0x12"], "wallet: "],
  ["create-webhook", [], "npm run webhook:create"],
  ["create-webhook", ["--url", "https://shop.example", "--listen"], "npm run webhook:create"],
  ["create-webhook", ["--url", "https://shop.example"], "--platform"],
  ["create-webhook", ["--platform", "x", "--url", "http://10.0.0.1/"], "url: "],
])("%s %j fails with one plain message", async (script, args, message) => {
  const { code, errors } = await run(script, args);
  expect(code).toBe(1);
  expect(errors).toContain(message);
  expect(errors).not.toContain("    at ");
});
