import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import https from "node:https";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { chainCursors, executorWallets, secretKeys, webhookEndpoints } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { boot } from "@/server/boot";
import { readConfig } from "@/server/config";
import { inTransaction } from "@/server/context";
import { proveSecretKey } from "@/server/keys/prove-secret-key";
import { HOOKS_CERTIFICATE } from "@/server/testing/certificate";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { quittanceHere } from "@/server/testing/operator-command";
import { databaseEnvironment } from "@/server/testing/postgres/mode";
import { createEndpoint } from "@/server/webhooks/endpoints/store";
import { executeInstalmentsLoop } from "@/server/worker/instalments/execute-instalments";
import { observeChainLoop } from "@/server/worker/transfers/observe-chain";
import { examine } from "./examine";
import type { Finding } from "./finding";

const SECRET_KEY = "22".repeat(32);

let node: TestChain;
let other: TestChain;
let ledger: TestLedger;
let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "quittance-doctor-"));
  [node, other] = await Promise.all([
    startTestChain({ network: "sepolia" }),
    startTestChain({ network: "base", bare: true }),
  ]);
  ledger = await startLedger(node, {}, { env: { NETWORK_PROFILE: "local", SECRET_KEY } });
  await proveSecretKey(ledger.app.context(systemCaller("")));
  await ledger.watch();
  await look();
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await ledger?.close();
  await Promise.all([node?.stop(), other?.stop()]);
});

const environment = (more: Record<string, string> = {}) => ({
  ...databaseEnvironment(ledger.app.config.databaseUrl),
  ...{ SECRET_KEY, QUITTANCE_DATA_DIR: directory, NETWORK_PROFILE: "local", NODE_ENV: "test" as const },
  ...{ RPC_URL_SEPOLIA: node.rpcUrl, WEBHOOK_ALLOW_LOOPBACK: "true" },
  ...more,
});
/** As a worker looks at its nodes and its executor, once. */
async function look(): Promise<void> {
  const app = boot(readConfig(environment({ LOG_LEVEL: "silent" })), "worker");
  try {
    for (const chain of app.chains.list()) {
      const loops = [observeChainLoop(app, chain), ...executeInstalmentsLoop(app, chain)];
      for (const { pass } of loops) await pass(new AbortController().signal);
    }
  } finally {
    await app.close();
  }
}
const examined = (more: Record<string, string> = {}, now = () => new Date()) =>
  examine(environment(more), now);
const wrongOnes = (findings: readonly Finding[]) => findings.filter(({ isWell }) => !isWell);

/** What is wrong, of which there has to be one thing, with a remedy. */
async function onlyWrong(more: Record<string, string> = {}, now?: () => Date): Promise<Finding> {
  const findings = wrongOnes(await examined(more, now));
  expect(findings).toHaveLength(1);
  const [finding] = findings as [Finding];
  expect(finding.remedy).toMatch(/\w.*\.$/);
  return finding;
}

test("quittance doctor ends with 0 where all is well, and says of each part how it is", async () => {
  const { output, errors, code } = await quittanceHere(["doctor"], environment());
  expect([code, errors], output).toEqual([0, ""]);
  for (const part of ["settings", "database", "clock", "keys", "nodes", "watchers", "webhooks"])
    expect(output).toMatch(new RegExp(`^ok {5}${part} `, "m"));
  expect(output).toMatch(/^ok {5}nodes {5}sepolia: at block \d+$/m);
  expect(output).toContain("All is well.");
});

test("quittance doctor ends with 1 where something is wrong, with its remedy, also with --json", async () => {
  const env = environment({ DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" });
  const { output, code } = await quittanceHere(["doctor"], env);
  expect(code).toBe(1);
  expect(output).toMatch(/^WRONG {2}database {2}PostgreSQL: it does not answer\n +→ Look at /m);
  const json = await quittanceHere(["doctor", "--json"], env);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.output).findings).toContainEqual(
    expect.objectContaining({ part: "database", isWell: false, reason: "it does not answer" }),
  );
});

describe("settings and database", () => {
  test("settings that are missing are named", async () => {
    const findings = await examine({ QUITTANCE_DATA_DIR: directory, NODE_ENV: "test" }, () => new Date());
    expect(findings).toEqual([
      expect.objectContaining({ part: "settings", reason: expect.stringContaining("DATABASE_URL") }),
    ]);
  });

  test("a database without tables, and one of an older version", async () => {
    const { sql } = ledger.app.database;
    const name = `empty_${process.pid}`;
    await sql`create database ${sql(name)} template template0`;
    const url = new URL(ledger.app.config.databaseUrl);
    url.pathname = `/${name}`;
    const none = await onlyWrong({ DATABASE_URL: url.href });
    expect(none).toMatchObject({ about: "migrations", reason: "there are none" });
    await sql`drop database ${sql(name)} with (force)`;
    const [newest] = await sql`
      delete from drizzle.__drizzle_migrations
      where id = (select max(id) from drizzle.__drizzle_migrations) returning *`;
    try {
      expect(await onlyWrong()).toMatchObject({
        about: "migrations",
        reason: "they are of an older version",
      });
    } finally {
      await sql`insert into drizzle.__drizzle_migrations ${sql(newest ?? {})}`;
    }
  });

  test.each([
    [10_000, "the database is 10 s behind"],
    [-10_000, "the database is 10 s ahead"],
  ])("a clock that differs by %i ms", async (difference, reason) => {
    const findings = wrongOnes(await examined({}, () => new Date(Date.now() + difference)));
    expect(findings).toContainEqual(expect.objectContaining({ part: "clock", reason }));
  });
});

describe("keys", () => {
  test("a wrong SECRET_KEY is told, and nothing is changed", async () => {
    const { db } = ledger.app.database;
    const before = await db.select().from(secretKeys);
    const finding = await onlyWrong({ SECRET_KEY: "33".repeat(32) });
    expect(finding).toMatchObject({ part: "keys", reason: expect.stringContaining("SECRET_KEY is wrong") });
    expect(finding.remedy).toContain("Set the SECRET_KEY that belongs to this database.");
    // A new key beside the old one is right, and is not taken by looking.
    expect(wrongOnes(await examined({ SECRET_KEY: "33".repeat(32), SECRET_KEYS_OLD: SECRET_KEY }))).toEqual(
      [],
    );
    expect(await db.select().from(secretKeys)).toEqual(before);
  });
});

describe("nodes and watchers", () => {
  test("a node that does not answer, and one of another chain; their addresses are not told", async () => {
    const urls = [node.rpcUrl, "http://127.0.0.1:9/v2/a-key", other.rpcUrl].join(",");
    const findings = await examined({ RPC_URL_SEPOLIA: urls });
    expect(wrongOnes(findings)).toMatchObject([
      { part: "nodes", about: "sepolia, node 2", reason: "it does not tell its newest block" },
      { part: "nodes", about: "sepolia, node 3", reason: "it serves another chain, and is not used at all" },
    ]);
    expect(JSON.stringify(findings)).not.toContain("a-key");
  });

  test("a node that is behind others", async () => {
    const ahead = await startTestChain({ network: "sepolia", bare: true });
    try {
      const at = await node.publicClient.getBlockNumber();
      await ahead.mine(Number(at) + 500);
      const finding = await onlyWrong({ RPC_URL_SEPOLIA: [ahead.rpcUrl, node.rpcUrl].join(",") });
      expect(finding).toMatchObject({
        about: "sepolia, node 2",
        reason: "it lacks blocks that another node has",
      });
    } finally {
      await ahead.stop();
    }
  });

  test("a node whose time is not here yet", async () => {
    const early = await startTestChain({ network: "sepolia", bare: true });
    try {
      await early.rpc("evm_increaseTime", 7_200);
      await early.mine();
      const finding = await onlyWrong({ RPC_URL_SEPOLIA: [node.rpcUrl, early.rpcUrl].join(",") });
      expect(finding).toMatchObject({
        about: "sepolia, node 2",
        reason: expect.stringContaining("not here yet"),
      });
    } finally {
      await early.stop();
    }
  });

  test("no node of any network", async () => {
    expect(await onlyWrong({ RPC_URL_SEPOLIA: "" })).toMatchObject({ part: "nodes", about: "networks" });
  });

  test("a network that nobody watches, one that is halted, and an executor without a worker", async () => {
    const ofBase = wrongOnes(await examined({ RPC_URL_BASE: other.rpcUrl }));
    expect(ofBase).toMatchObject([
      { part: "watchers", about: "base", remedy: "Start a worker: quittance worker." },
      { part: "watchers", about: "base, executor" },
    ]);
    const { db } = ledger.app.database;
    const ofSepolia = eq(chainCursors.network, "sepolia");
    await db.update(chainCursors).set({ haltedReason: "block 7 has changed" }).where(ofSepolia);
    try {
      const halted = await onlyWrong();
      expect(halted).toMatchObject({ about: "sepolia", reason: "block 7 has changed" });
      expect(halted.remedy).toContain("quittance chain resume");
    } finally {
      await db.update(chainCursors).set({ haltedReason: null }).where(ofSepolia);
    }
    const none = { state: "no_key", reason: "no EXECUTOR_KEY is set", checkedAt: new Date() } as const;
    await db.update(executorWallets).set(none);
    expect(wrongOnes(await examined())).toEqual([]);
    await db.update(executorWallets).set({ checkedAt: new Date(0) });
    try {
      const executor = await onlyWrong();
      expect(executor.about).toBe("sepolia, executor");
      expect(executor.reason).toContain("no worker");
    } finally {
      await look();
    }
  });
});

describe("webhooks", () => {
  const db = () => ledger.app.database.db;
  afterEach(() => db().update(webhookEndpoints).set({ isActive: false }));

  async function anEndpoint(url: string): Promise<void> {
    const { platformId } = ledger;
    const ctx = ledger.app.context(systemCaller(platformId));
    const { id } = await inTransaction(ctx, (tx) =>
      createEndpoint(tx, { platformId, clientIdId: null, url: "https://shop.example/hook" }),
    );
    // Stored as it is, also where the service would not take it any more.
    await db().update(webhookEndpoints).set({ url }).where(eq(webhookEndpoints.id, id));
  }
  async function listening(server: ReturnType<typeof createServer>): Promise<number> {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  }

  test("a host that answers is well, whatever its path; deliveries that fail are told", async () => {
    const server = createServer((socket) => socket.end());
    try {
      const port = await listening(server);
      await anEndpoint(`http://127.0.0.1:${port}/hook`);
      expect(wrongOnes(await examined())).toEqual([]);
      const since = new Date("2026-01-05T12:00:00Z");
      await db().update(webhookEndpoints).set({ failingSince: since, consecutiveFailures: 7 });
      expect(await onlyWrong()).toMatchObject({
        about: `http://127.0.0.1:${port}`,
        reason: "it can be reached, but 7 deliveries in a row failed since 2026-01-05T12:00:00.000Z",
      });
      await db().update(webhookEndpoints).set({ failingSince: null, consecutiveFailures: 0 });
    } finally {
      server.close();
    }
  });

  test.each([
    ["http://127.0.0.1:9/hook", "ECONNREFUSED", "Look at whether a program listens there"],
    ["http://10.0.0.1/hook", "which is not a public address", "Webhooks go to the public internet alone"],
    ["http://shop.invalid/hook", "shop.invalid", "Look at the name"],
  ])("%s cannot be reached, and why", async (url, reason, remedy) => {
    await anEndpoint(url);
    const finding = await onlyWrong();
    expect(finding).toMatchObject({ part: "webhooks", reason: expect.stringContaining(reason) });
    expect(finding.remedy).toContain(remedy);
  });

  test("a certificate that nobody vouches for", async () => {
    const { key, cert } = HOOKS_CERTIFICATE;
    const server = https.createServer({ key, cert });
    try {
      await anEndpoint(`https://127.0.0.1:${await listening(server)}/hook`);
      const finding = await onlyWrong();
      expect(finding.remedy).toBe("The host needs a certificate that is valid for its name.");
    } finally {
      server.close();
    }
  });
});
