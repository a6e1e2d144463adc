import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { FILLER_MODES } from "@/local/crosschain/mode";
import { rpc } from "@/local/evm-node/rpc";
import { readOptions } from "@/local/options";
import type { Programs } from "@/local/processes/app-processes";
import { freePort } from "@/local/processes/free-port";
import { processIdentity } from "@/local/processes/process-identity";
import { readStack, stackPath } from "@/local/running-stack/stack-file";
import type { Seed, Tenants } from "@/local/tenants";
import { type RunningStack, type UpOptions, up } from "@/local/up";
import { repositoryRoot } from "@/repository-root";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { PATIENTLY } from "@/server/testing/patience";
import { createTestDatabase, type TestDatabase } from "@/server/testing/postgres/database";
import { makeTestDirectory } from "@/server/testing/postgres/directory";
import { databaseEnvironment } from "@/server/testing/postgres/mode";

const tenant = {
  apiKey: "key",
  clientId: "cli_1",
  clientOrigin: "https://shop.example",
  backendClientId: "cli_2",
};
const tenants: Tenants = {
  credentials: {
    tenantA: tenant,
    tenantB: tenant,
    orchestrator: { key: "orc_1", clientId: "cli_3", clientOrigin: "https://partner.example" },
  },
  demo: { securePaymentUrl: "http://127.0.0.1/pay?token=t", token: "t", requestId: "r" },
};

/** Stand-ins for web and worker: an answer on every path, and a process that waits. */
const server =
  'require("node:http").createServer((_, res) => res.end()).listen(process.env.PORT, "127.0.0.1")';
const programs: Programs = {
  web: { name: "web", args: ["-e", server] },
  worker: { name: "worker", args: ["-e", "setInterval(() => {}, 1000)"] },
};

let parent: string;
let dataDir: string;
let lines: string[];
let database: TestDatabase;
/** A development node of somebody else's. */
let node: TestChain;
let neighbour: TestChain;
const running: RunningStack[] = [];

/** Of the database of this file, which remembers the key it was used with first. */
const SECRET_KEY = "ab".repeat(32);

/** With the database of this file where the stack is not to run a PostgreSQL of its own. */
const start = (change: Partial<UpOptions> = {}) =>
  startWithPostgres({ ...change, env: { ...databaseEnvironment(database.url), SECRET_KEY, ...change.env } });

async function startWithPostgres(change: Partial<UpOptions> = {}): Promise<RunningStack> {
  const stack = await up({
    mode: "start",
    dataDir,
    fresh: false,
    help: false,
    networks: ["base"],
    root: repositoryRoot(),
    seed: async () => tenants,
    programs,
    step: (_name, work) => work(),
    log: (line) => lines.push(line),
    ...change,
    env: { PATH: process.env.PATH, ...change.env },
  });
  running.push(stack);
  return stack;
}

beforeAll(async () => {
  database = await createTestDatabase();
  [node, neighbour] = await Promise.all([
    startTestChain({ network: "base" }),
    startTestChain({ network: "optimism" }),
  ]);
});
afterAll(async () => {
  await Promise.all([node?.stop(), neighbour?.stop()]);
  await database?.drop();
});

beforeEach(() => {
  parent = makeTestDirectory("up");
  // PostgreSQL's own account has to get through.
  chmodSync(parent, 0o755);
  dataDir = join(parent, "data");
  lines = [];
});
afterEach(async () => {
  for (const stack of running.splice(0).reverse()) await stack.stop();
  rmSync(parent, { recursive: true, force: true });
});

describe("the stack", () => {
  test("describes itself in stack.json, readable by its owner only", async () => {
    const { stack, ready } = await start();
    expect(ready).toBe(true);
    expect(readStack(dataDir)).toEqual(stack);
    expect(statSync(stackPath(dataDir)).mode & 0o077).toBe(0);
    expect(stack).toMatchObject({
      version: 1,
      payUrl: `${stack.apiUrl}/pay`,
      dashboardUrl: `${stack.apiUrl}/dashboard`,
      wire: { headerPrefix: "x-service-", network: "service-network", tech: "service-tech" },
      credentials: tenants.credentials,
      demo: tenants.demo,
    });
    expect(Object.keys(stack.networks)).toEqual(["base"]);
    expect(stack.networks.base).toMatchObject({
      family: "evm",
      chainId: 8453,
      confirmations: 1,
      tokens: { USDC: { address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", decimals: 6 } },
      contracts: { erc20FeeProxy: "0x1892196E80C4c17ea5100Da765Ab48c1fE2Fb814" },
    });
    expect(Object.keys(stack.accounts ?? {})).toEqual([
      "merchant",
      "payer",
      "payer2",
      "recipient",
      "blocked",
      "traveller",
    ]);
  });

  test("is not called ready while /v2/ready is not 200", async () => {
    const unready = `require("node:http").createServer((req, res) => {
      res.writeHead(req.url === "/v2/ready" ? 503 : 200).end();
    }).listen(process.env.PORT, "127.0.0.1")`;
    const web = { ...programs.web, args: ["-e", unready] };
    expect((await start({ programs: { ...programs, web }, readyMs: 100 })).ready).toBe(false);
  });

  test("keeps a filler running between local chains, which does what --filler says", async () => {
    const reading = `
      const { copyFileSync } = require("node:fs");
      copyFileSync(process.env.QUITTANCE_FILLER_MODE, process.env.QUITTANCE_FILLER_MODE + ".read");
      setInterval(() => {}, 1000)`;
    const withFiller: Programs = { ...programs, filler: { name: "filler", args: ["-e", reading] } };
    const two = { RPC_URL_BASE: node.rpcUrl, RPC_URL_OPTIMISM: neighbour.rpcUrl };
    const read = join(dataDir, "filler-mode.read");
    for (const mode of [...FILLER_MODES, undefined]) {
      const args = mode === undefined ? [] : ["--filler", mode];
      const options = readOptions(["start", ...args], { QUITTANCE_DATA_DIR: dataDir }, repositoryRoot());
      const { stop } = await start({ ...options, programs: withFiller, env: two });
      await vi.waitUntil(() => existsSync(read), PATIENTLY);
      await vi.waitUntil(() => readFileSync(read, "utf8") !== "", PATIENTLY);
      expect(readFileSync(read, "utf8").trim()).toBe(mode ?? "fill");
      await stop();
      rmSync(read);
    }
  });

  test("stops everything it started, and nothing answers afterwards", async () => {
    const { stack, stop } = await startWithPostgres();
    await stop();
    expect(processIdentity(stack.processes.web)).toBeUndefined();
    expect(processIdentity(stack.processes.worker)).toBeUndefined();
    await expect(rpc(stack.networks.base?.rpcUrl ?? "", "eth_chainId", [])).rejects.toThrow();
    await expect(fetch(stack.apiUrl)).rejects.toThrow();
    expect(existsSync(join(dataDir, "postgres", "cluster", "postmaster.pid"))).toBe(false);
    expect(existsSync(stackPath(dataDir))).toBe(false);
    expect(existsSync(join(dataDir, "running.json"))).toBe(false);
  });

  test("keeps chain and credentials over a restart, and --fresh empties both but nothing else", async () => {
    const known: (Tenants | undefined)[] = [];
    const seed: Seed = async (options) => {
      known.push(options.known);
      return tenants;
    };
    const first = await startWithPostgres({ seed });
    const head = () => rpc(readStack(dataDir)?.networks.base?.rpcUrl ?? "", "eth_blockNumber", []);
    await rpc(first.stack.networks.base?.rpcUrl ?? "", "anvil_mine", ["0x64"]);
    const before = await head();
    await first.stop();
    mkdirSync(join(dataDir, "mine"));
    // The production programs write logs into the directory that is emptied.
    const logFile = join(dataDir, "logs", "web.log");
    const logging = { ...programs, web: { ...programs.web, logFile } };

    const second = await startWithPostgres({ seed });
    expect(await head()).toBe(before);
    await second.stop();
    await startWithPostgres({ seed, fresh: true, programs: logging });
    expect(existsSync(logFile)).toBe(true);
    expect(Number(await head())).toBeLessThan(100);
    expect(known).toEqual([undefined, tenants, undefined]);
    expect(existsSync(join(dataDir, "mine"))).toBe(true);
  });

  test("runs twice side by side, the second in a copy of the first's directory, which starts empty and alone", async () => {
    const known: (Tenants | undefined)[] = [];
    const seed: Seed = async (options) => {
      known.push(options.known);
      return tenants;
    };
    const first = await startWithPostgres({ seed });
    const copy = join(parent, "second");
    // Files of a server that runs may vanish while it is copied.
    await promisify(execFile)("cp", ["--archive", dataDir, copy]).catch(() => {});
    const second = await startWithPostgres({ seed, dataDir: copy });
    expect(known).toEqual([undefined, undefined]);
    expect(second.stack.databaseUrl).not.toBe(first.stack.databaseUrl);
    expect(new URL(second.stack.apiUrl).port).not.toBe(new URL(first.stack.apiUrl).port);
    expect((await fetch(first.stack.apiUrl)).ok && (await fetch(second.stack.apiUrl)).ok).toBe(true);
    await second.stop();
    expect((await fetch(first.stack.apiUrl)).ok).toBe(true);
    expect(lines.filter((line) => line.includes("ended by"))).toEqual([]);
  });

  test("stops what already runs when a later step fails", async () => {
    const seed: Seed = async ({ config }) => {
      nodeUrl = config.networks.base?.rpcUrls[0] ?? "";
      throw new Error("no seed today");
    };
    let nodeUrl = "";
    await expect(startWithPostgres({ seed })).rejects.toThrow("no seed today");
    await expect(rpc(nodeUrl, "eth_chainId", [])).rejects.toThrow();
    expect(existsSync(join(dataDir, "postgres", "cluster", "postmaster.pid"))).toBe(false);
  });
});

describe("a start that builds", () => {
  /** A repository whose build waits to be told what comes of it. */
  function repository() {
    const root = join(parent, "repository");
    for (const folder of ["scripts", "dist", ".next"]) mkdirSync(join(root, folder), { recursive: true });
    const building = `
      import { existsSync, writeFileSync } from "node:fs";
      writeFileSync("building", String(process.pid));
      while (!existsSync("end")) await new Promise((resolve) => setTimeout(resolve, 20));
      if (existsSync("fails")) throw new Error("no such module");
      writeFileSync("dist/main.js", ${JSON.stringify(server)});
      writeFileSync("dist/worker.js", "setInterval(() => {}, 1000)");
      writeFileSync(".next/BUILD_ID", "");`;
    writeFileSync(join(root, "scripts", "run.mjs"), building);
    const tell = (word: "end" | "fails") => writeFileSync(join(root, word), "");
    const isBuilding = () => processIdentity(Number(readFileSync(join(root, "building"), "utf8")));
    return { root, tell, isBuilding };
  }

  test("has database, chains and tenants before, and is ready after", async () => {
    const { root, tell } = repository();
    const ended: string[] = [];
    const step: UpOptions["step"] = async (name, work) => {
      const result = await work();
      ended.push(name);
      return result;
    };
    const seed: Seed = async () => {
      expect(ended).toEqual(["PostgreSQL", "Migrations", "Secret key", "Networks"]);
      tell("end");
      return tenants;
    };
    const { ready } = await start({ root, programs: undefined, seed, step });
    expect(ready).toBe(true);
    expect(ended.slice(-2).includes("Web and worker") && ended.includes("Production build")).toBe(true);
  });

  test("ends with the build when that fails, or Ctrl-C ends it, and leaves nothing running", async () => {
    const wish = new AbortController();
    let nodeUrl = "";
    for (const end of ["fails", "signal", "another step"] as const) {
      const { root, tell, isBuilding } = repository();
      const seed: Seed = async ({ config }) => {
        nodeUrl = config.networks.base?.rpcUrls[0] ?? "";
        await vi.waitUntil(() => existsSync(join(root, "building")), PATIENTLY);
        if (end === "another step") throw new Error("no seed today");
        if (end === "signal") wish.abort();
        for (const word of end === "fails" ? (["fails", "end"] as const) : []) tell(word);
        return tenants;
      };
      const signal = end === "signal" ? wish.signal : undefined;
      await expect(start({ root, programs: undefined, seed, signal })).rejects.toThrow(
        { fails: /production build failed.*no such module/s, signal: /abort/i, "another step": "no seed" }[
          end
        ],
      );
      expect(isBuilding()).toBeUndefined();
      await expect(rpc(nodeUrl, "eth_chainId", [])).rejects.toThrow();
      expect(existsSync(stackPath(dataDir)) || existsSync(join(dataDir, "running.json"))).toBe(false);
      rmSync(root, { recursive: true });
    }
  });
});

describe("settings from outside", () => {
  test("a PORT that is in use is refused before anything starts", async () => {
    const first = await start();
    const port = new URL(first.stack.apiUrl).port;
    const second = start({ dataDir: join(parent, "second"), env: { PORT: port } });
    await expect(second).rejects.toThrow(`Port ${port} is in use`);
  });

  test("brings a Tron node up, has it back on its address after its engine died, and lends it to another", async () => {
    const { stack } = await start({ networks: ["tron"] });
    expect(stack.networks.tron).toMatchObject({
      family: "tron",
      chainId: 728126428,
      tokens: { USDT: { address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", decimals: 6 } },
      contracts: { erc20FeeProxy: "TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd" },
    });
    const url = stack.networks.tron?.rpcUrl ?? "";
    const head = () => rpc(`${url}/jsonrpc`, "eth_getBlockByNumber", ["0x1", false]);
    const before = await head();
    const record = JSON.parse(readFileSync(join(dataDir, "running.json"), "utf8"));
    const engine = JSON.stringify(record).match(/"name":"anvil-728126428","pid":(\d+)/);
    process.kill(Number(engine?.[1]), "SIGKILL");
    await vi.waitUntil(() => lines.some((line) => line.includes("local chain tron runs again")), PATIENTLY);
    expect(await head()).toEqual(before);

    const env = { RPC_URL_TRON: url };
    const guest = await start({ dataDir: join(parent, "guest"), env });
    expect(guest.stack.networks.tron?.rpcUrl).toBe(url);
    expect(guest.stack.credentials).toBeDefined();
  });

  test("development nodes named by RPC_URL are used instead of chains of our own, and left running", async () => {
    const { rpcUrl } = node;
    const { stack, stop } = await start({ env: { RPC_URL_BASE: rpcUrl } });
    expect(stack.networks.base?.rpcUrl).toBe(rpcUrl);
    expect(stack.credentials).toBeDefined();
    await stop();
    expect(await rpc(rpcUrl, "eth_chainId", [])).toBe("0x2105");
  });

  test("nodes that are no development nodes get no public accounts and no demo tenants", async () => {
    const { stack } = await start({ env: { RPC_URL_BASE: node.rpcUrl, NETWORK_PROFILE: "live" } });
    expect([stack.accounts, stack.credentials, stack.demo]).toEqual([undefined, undefined, undefined]);
  });

  test("a node that serves another chain is refused by name", async () => {
    const wrong = start({ env: { RPC_URL_SEPOLIA: node.rpcUrl, PORT: String(await freePort()) } });
    await expect(wrong).rejects.toThrow(/sepolia .* serves chain 8453, not 11155111/);
  });

  test("a database of the caller's is used and left running", async () => {
    const { stack: owner } = await startWithPostgres({ env: { SECRET_KEY } });
    const guest = await start({ dataDir: join(parent, "guest"), env: { DATABASE_URL: owner.databaseUrl } });
    expect(guest.stack.databaseUrl).toBe(owner.databaseUrl);
    await guest.stop();
    expect(existsSync(join(dataDir, "postgres", "cluster", "postmaster.pid"))).toBe(true);
  });
});
