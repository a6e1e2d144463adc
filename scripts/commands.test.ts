import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { webhookEndpoints } from "@/db/schema";
import { freePort } from "@/local/processes/free-port";
import { repositoryRoot } from "@/repository-root";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { createClientId } from "@/server/platforms/client-ids/create-client-id";
import { findPlatformByApiKey } from "@/server/platforms/find-by-api-key";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { isLong } from "@/server/testing/long";
import { runScript, startScript } from "@/server/testing/npm-script";
import { type OperatorCommand, runCommandHere } from "@/server/testing/operator-command";
import { databaseEnvironment } from "@/server/testing/postgres/mode";
import { signBody } from "@/server/webhooks/sending/sign";

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

const settings = () => ({
  ...databaseEnvironment(api.app.config.databaseUrl),
  SECRET_KEY,
  QUITTANCE_DATA_DIR: dataDir,
});
const start = (script: string, args: string[], env: Record<string, string> = {}) =>
  startScript(script, args, { ...settings(), ...env });
const run = (script: string, args: string[], env: Record<string, string> = {}) =>
  runScript(script, args, { ...settings(), ...env });
/** The same without a process. */
const runHere = (command: OperatorCommand, args: string[], env: Record<string, string> = {}) =>
  runCommandHere(command, args, { ...settings(), ...env });

const printed = (output: string, name: string) =>
  new RegExp(`^${name} +(\\S+)$`, "m").exec(output)?.[1] ?? `no ${name}`;

test("quittance platforms create --name --wallet: an operator without any key gets a platform and a key that is its own", async () => {
  const { output, code } = await run("platform:create", [
    "--name",
    "Your shop",
    "--wallet",
    `0x${"12".repeat(20)}`,
  ]);
  expect(code).toBe(0);
  const platform = await findPlatformByApiKey(api.app.database, printed(output, "API key"));
  expect(platform).toEqual({ id: printed(output, "Platform"), name: "Your shop" });
});

test("quittance webhooks create --platform --url --client-id: an endpoint of the platform or of its client ID, with a secret that is printed once", async () => {
  const platform = printed((await runHere("platform:create", ["--name", "Shop"])).output, "Platform");
  const url = "https://shop.example/hook";
  const { output } = await runHere("webhook:create", ["--platform", platform, "--url", url]);
  expect(printed(output, "Secret")).toMatch(/^[0-9a-f]{64}$/);
  const id = printed(output, "Webhook");
  const [row] = await api.app.database.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
  expect(row).toMatchObject({ platformId: platform, clientIdId: null, url, isActive: true });

  const { db } = api.app.database;
  const facts = { platformId: platform, label: "Shop", allowedDomains: [] };
  const client = await inTransaction(api.app.context(systemCaller("")), (tx) => createClientId(tx, facts));
  const chosen = ["--platform", platform, "--url", `${url}/2`, "--client-id", client.clientId];
  const { output: ofClient, errors } = await runHere("webhook:create", chosen);
  expect(errors).toBe("");
  const endpointId = printed(ofClient, "Webhook");
  const [own] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpointId));
  expect(own).toMatchObject({ platformId: platform, clientIdId: client.id });
});

test("quittance webhooks create --listen: the terminal is the endpoint: it judges signatures and removes itself at the end", async () => {
  const platform = printed((await runHere("platform:create", ["--name", "Listener"])).output, "Platform");
  const child = start("webhook:create", ["--platform", platform, "--listen"], {
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

test.each<[OperatorCommand, string[], string, number]>([
  ["platform:create", [], "quittance platforms create --help", 2],
  ["platform:create", ["--name", "Shop", "--wallet", "0x12"], "wallet: ", 1],
  ["webhook:create", [], "quittance webhooks create --help", 2],
  ["webhook:create", ["--url", "https://shop.example", "--listen"], "quittance webhooks create --help", 2],
  ["webhook:create", ["--url", "https://shop.example"], "--platform", 2],
  ["webhook:create", ["--platform", "x", "--url", "http://10.0.0.1/"], "url: ", 1],
])("%s %j fails with one plain message", async (script, args, message, exitCode) => {
  const { code, errors } = await runHere(script, args);
  expect(code).toBe(exitCode);
  expect(errors).toContain(message);
  expect(errors).not.toContain("    at ");
});

test("quittance migrate brings an empty database to where the service is", async () => {
  const { sql } = api.app.database;
  const name = `empty_${process.pid}`;
  await sql`create database ${sql(name)} template template0`;
  const url = new URL(api.app.config.databaseUrl);
  url.pathname = `/${name}`;
  for (const _time of ["first", "again"]) {
    const migrated = _time === "first" ? run : runHere;
    const steps = _time === "first" ? "(?:Step \\d+ of \\d+ is done\\.\\n)+" : "";
    expect(await migrated("migrate", [], { DATABASE_URL: url.href })).toMatchObject({
      output: expect.stringMatching(new RegExp(`^${steps}The database is up to date\\.\\n$`)),
      code: 0,
    });
  }
  await sql`drop database ${sql(name)}`;
  const without = await runHere("migrate", [], { DATABASE_URL: "" });
  expect(without).toMatchObject({ code: 1, errors: "DATABASE_URL: missing\n" });
});

test("npm run generate has nothing to generate: the migrations are what the schema says", async () => {
  const copy = join(dataDir, "migrations");
  cpSync(join(repositoryRoot(), "db", "migrations"), copy, { recursive: true });
  const { output, errors, code } = await run("generate", [], {
    MIGRATIONS_DIR: relative(repositoryRoot(), copy),
  });
  expect(code, errors).toBe(0);
  expect(output).toContain("No schema changes");
  rmSync(copy, { recursive: true });
});

test("quittance settings writes the committed page of settings", async () => {
  const file = join(dataDir, "settings.md");
  expect((await run("settings", [file])).code).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(readFileSync(join(repositoryRoot(), "docs/settings.md"), "utf8"));
});

test("npm run openapi writes the committed description, and npm run openapi:check notices a stale one", async () => {
  const file = join(dataDir, "openapi.json");
  writeFileSync(file, "{}");
  expect(await run("openapi:check", [file])).toMatchObject({
    code: 1,
    errors: expect.stringContaining("is stale"),
  });
  // That the committed one is not stale is a part of `npm test` of its own, which makes the same text.
  if (isLong()) {
    expect((await run("openapi", [file])).code).toBe(0);
    const committed = readFileSync(join(repositoryRoot(), "public", "openapi.json"), "utf8");
    expect(readFileSync(file, "utf8") === committed).toBe(true);
  }
  rmSync(file);
});

test("quittance worker works until it is told to stop, and ends with 0", async () => {
  const port = await freePort();
  const worker = start("worker", [], {
    NETWORK_PROFILE: "local",
    RPC_URL_SEPOLIA: "http://127.0.0.1:9",
    WORKER_METRICS_PORT: String(port),
  });
  for await (const line of createInterface({ input: worker.stdout })) {
    if (line.includes("worker runs")) break;
  }
  worker.stdout.resume();
  // What only this process counts; its node is not there.
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await expect.poll(metrics).toMatch(/quittance_loop_failures_total\{loop="watch sepolia"\} [1-9]/);
  expect((await fetch(`http://127.0.0.1:${port}/v2/health`)).status).toBe(404);
  worker.kill("SIGTERM");
  expect(await once(worker, "exit")).toEqual([0, null]);
});

test.runIf(isLong())(
  "npm run bench names the parts when there is none like the one it is given",
  async () => {
    const { errors, code } = await run("bench", ["--quick", "everything"]);
    expect(code).toBe(1);
    expect(errors).toContain("no benchmark everything; there are create, ");
  },
);

test.runIf(isLong())("npm run bench -- --quick measures the part it is given", async () => {
  const measured = await run("bench", ["--quick", "auth"]);
  expect(measured).toMatchObject({ code: 0, output: expect.stringMatching(/load average before/) });
});

// Brings ponder and a queue from the registry.
test.runIf(isLong())("npm run bench -- peers lets programs of others do the same work", async () => {
  const measured = await run("bench", ["--quick", "peers"]);
  expect(measured).toMatchObject({
    code: 0,
    output: expect.stringMatching(/time of ponder.*÷ ours: [\d.]+/),
  });
});

test.runIf(isLong())("npm run bench -- reads-large reads a large book beside a small one", async () => {
  const measured = await run("bench", ["--quick", "reads-large"]);
  expect(measured).toMatchObject({
    code: 0,
    output: expect.stringMatching(/read by ID: p99 at 10000 requests ÷/),
  });
});

test.runIf(isLong())("npm run bench -- start times npm start beside a build of before", async () => {
  const measured = await run("bench", ["--quick", "start"]);
  expect(measured).toMatchObject({ code: 0, output: expect.stringMatching(/until it is ready: [\d.]+ s/) });
});

test.runIf(isLong())(
  "npm run bench -- growth --rows fills its tables with as many rows as it is told",
  async () => {
    const measured = await run("bench", ["--quick", "growth", "--rows", "2000"]);
    expect(measured).toMatchObject({ code: 0, output: expect.stringMatching(/rows of each table.*: 2000/) });
  },
);

test("npm run refresh:currencies writes the rows of the lists it is given, and why it left others out", async () => {
  const lists = join(dataDir, "lists");
  const token = (symbol: string, address: string, chainId: number) => ({
    chainId,
    symbol,
    name: symbol,
    address,
    decimals: 6,
  });
  const usd = token("USDX", `0x${"aa".repeat(20)}`, 10);
  const odd = token("U D", `0x${"bb".repeat(20)}`, 10);
  const packages = {
    "@metamask/contract-metadata": "{}",
    "@eth-optimism/tokenlist": `{ default: { tokens: ${JSON.stringify([usd, odd])} } }`,
    "@pancakeswap/tokens": "{}",
    "@requestnetwork/currency": "{ CurrencyManager: { getDefaultList: () => [] } }",
  };
  for (const [name, exported] of Object.entries(packages)) {
    const directory = join(lists, "node_modules", name);
    mkdirSync(directory, { recursive: true });
    writeFileSync(
      join(directory, "package.json"),
      JSON.stringify({ name, version: "1.0.0", license: "MIT", main: "index.js" }),
    );
    writeFileSync(join(directory, "index.js"), `module.exports = ${exported};`);
  }
  const file = join(dataDir, "catalogue.json");
  const { output, code, errors } = await run("refresh:currencies", [lists, file]);
  expect(code, errors).toBe(0);
  expect(output).toContain('dropped {"symbol":1}');
  const { sources, currencies } = JSON.parse(readFileSync(file, "utf8"));
  expect(sources).toHaveLength(4);
  expect(currencies).toContainEqual(expect.objectContaining({ id: "USDX-optimism", decimals: 6 }));
  rmSync(lists, { recursive: true });
  rmSync(file);
});

test("quittance audit --network --from --to: a wrong call ends with 2, and what is not configured is named", async () => {
  for (const [args, problem, how] of [
    [["--from", "1"], "name it with --network", run],
    [["--network", "base", "--to", "x"], "x is not a block", runHere],
    [["--network", "base"], "no node of base is configured", runHere],
  ] as const) {
    expect(await how("audit", [...args])).toMatchObject({
      code: 2,
      errors: expect.stringContaining(problem),
    });
  }
});

test("quittance backup writes what the database holds, and quittance restore brings it into an empty one", async () => {
  const { sql } = api.app.database;
  const name = `restored_${process.pid}`;
  await sql`create database ${sql(name)} template template0`;
  const url = new URL(api.app.config.databaseUrl);
  url.pathname = `/${name}`;
  await runHere("platform:create", ["--name", "Backed up"]);
  const directory = join(dataDir, "backup");
  const made = await run("backup", [directory]);
  expect(made, made.errors).toMatchObject({
    code: 0,
    output: expect.stringMatching(/[1-9]\d* rows of \d+ tables/),
  });
  const restored = await run("restore", [directory], { DATABASE_URL: url.href });
  expect(restored, restored.errors).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Restored [1-9]/),
  });
  expect(await runHere("restore", [directory], { DATABASE_URL: url.href })).toMatchObject({
    code: 1,
    errors: "the database is not empty: a backup goes into an empty one\n",
  });
  for (const script of ["backup", "restore"] as const) {
    expect(await runHere(script, [])).toMatchObject({
      code: 2,
      errors: expect.stringContaining(`quittance ${script} --help`),
    });
  }
  await sql`drop database ${sql(name)}`;
  rmSync(directory, { recursive: true });
});
