import { pathToFileURL } from "node:url";
import { eq } from "drizzle-orm";
import { percentile } from "@/bench/measure";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { clientIds } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import type { KeyCredential } from "@/server/auth/credential";
import { requireRole } from "@/server/auth/operations/require-role";
import { requireScope } from "@/server/auth/operations/require-scope";
import { requireNetwork } from "@/server/auth/require-network";
import { createSession } from "@/server/auth/sessions";
import { type App, boot } from "@/server/boot";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import { readConfig } from "@/server/config";
import { type Caller, inTransaction, type KeyMaker, type Tx } from "@/server/context";
import { type Admission, admit } from "@/server/http/admit";
import { ipNetworks } from "@/server/lib/ip-networks";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";
import { createApiKey } from "@/server/platforms/api-keys/create-api-key";
import { createClientId } from "@/server/platforms/client-ids/create-client-id";
import { platformOfWallet } from "@/server/platforms/platform-of-wallet";

const ORIGIN = "https://shop.example";
const WALLET = { address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", chainId: EVERY_CHAIN };
const PEER = "198.51.100.1";
/** That a key can be held to. */
const MOST_NETWORKS = 20;
const MAKER: KeyMaker = { memberId: "", role: "developer", endsWithMembership: true };
const RULE: Admission = {
  operationId: "createSecurePayment",
  auth: ["apiKey", "clientId", "orchestrator", "session"],
};

type Headers = Record<string, string>;

/**
 * What it costs to find out who calls and to count the call, with the credential in memory; and how long a
 * revoked credential still works in another process, told by notification through the database.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const server = await startScratchPostgres();
  const apps: App[] = [];
  const start = (databaseUrl: string, env: Headers = {}) => {
    const made = boot(
      readConfig({
        DATABASE_URL: databaseUrl,
        SECRET_KEY: "11".repeat(32),
        LOG_LEVEL: "silent",
        NETWORK_PROFILE: "local",
        ...env,
      }),
      "bench",
    );
    apps.push(made);
    return made;
  };
  try {
    const url = await server.createDatabase("auth");
    const [here, there] = [start(url, { RATE_LIMITS: "off" }), start(url, { RATE_LIMITS: "off" })];
    const counting = { memory: start(url), database: start(url, { RATE_LIMIT_STORE: "database" }) };
    const credentials = await everyCredential(here);
    const calls = quick ? 500 : 20_000;
    const figures: Figure[] = [];
    for (const [name, headers] of Object.entries(credentials)) {
      figures.push(...(await admission(`${name}, not counted`, here, headers, calls)));
      figures.push(...(await admission(`${name}, counted in memory`, counting.memory, headers, calls, true)));
    }
    const inDatabase = await admission(
      "API key, counted in the database",
      counting.database,
      credentials["API key"] ?? {},
      quick ? 100 : 2_000,
    );
    figures.push(rightsOfKey(calls), rightsOfMember(calls));
    figures.push(...inDatabase, await revocation(here, there, quick ? 10 : 200));
    return { name: "Authentication", figures };
  } finally {
    await Promise.all(apps.map((app) => app.close()));
    await server.stop();
  }
}

function commit<T>(app: App, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(app.context(systemCaller("")), work);
}

async function everyCredential(app: App): Promise<Record<string, Headers>> {
  return commit(app, async (tx) => {
    const { id: platformId } = await platformOfWallet(tx, WALLET);
    const key = await createApiKey(tx, { platformId, label: "bench" });
    const client = await createClientId(tx, { platformId, label: "bench", allowedDomains: [ORIGIN] });
    const session = await createSession(tx, {
      platformId,
      wallet: { ...WALLET, family: "evm" },
      personId: null,
    });
    return {
      "API key": { "x-api-key": key.value },
      "client ID with origin": { "x-client-id": client.clientId, origin: ORIGIN },
      "session cookie": { cookie: `session_token=${session.token}` },
    };
  });
}

/** Microseconds of single calls, one after the other, p50 and p99. */
async function admission(
  what: string,
  app: App,
  headers: Headers,
  calls: number,
  isPromised = false,
): Promise<Figure[]> {
  const sample: number[] = [];
  for (let made = 0; made < calls * 1.2; made++) {
    const request = new Request("http://127.0.0.1/v2/request", { headers });
    const started = performance.now();
    await admit(app, RULE, request, PEER);
    if (made >= calls * 0.2) sample.push(performance.now() - started);
  }
  const p99: Figure = { what: `${what}, p99`, value: 1_000 * percentile(sample, 0.99), unit: "µs" };
  if (isPromised) p99.goal = { better: "less", goal: 300, stretch: 100 };
  return [{ what: `${what}, p50`, value: 1_000 * percentile(sample, 0.5), unit: "µs" }, p99];
}

/**
 * What it adds to a call that its key is held to a scope, to the role of whoever made it and to the most networks a key can
 * have, the last of which it is in.
 */
function rightsOfKey(calls: number): Figure {
  const others = Array.from({ length: MOST_NETWORKS - 1 }, (_, at) => `2001:db8:${at.toString(16)}::/48`);
  const key: KeyCredential = {
    caller: { ...systemCaller(""), kind: "apiKey", scopes: new Set(["links"]), maker: MAKER },
    account: { isDisabled: false, tier: null },
    networks: ipNetworks([...others, "198.51.100.0/24"]),
  };
  return addedTo(calls, `a scope, ${MOST_NETWORKS} networks and the maker of a key`, () => {
    requireNetwork(key, PEER);
    requireScope(key.caller, RULE.operationId);
    requireRole(key.caller, RULE.operationId);
  });
}

/** What it adds to a call of a member that it is held to their role. */
function rightsOfMember(calls: number): Figure {
  const member: Caller = { ...systemCaller(""), kind: "session", role: "finance" };
  return addedTo(calls, "the role of a member", () => {
    requireScope(member, RULE.operationId);
    requireRole(member, RULE.operationId);
  });
}

function addedTo(calls: number, what: string, check: () => void): Figure {
  const sample: number[] = [];
  for (let made = 0; made < calls * 1.2; made++) {
    const started = performance.now();
    check();
    if (made >= calls * 0.2) sample.push(performance.now() - started);
  }
  return {
    what: `${what}, p99`,
    value: 1_000 * percentile(sample, 0.99),
    unit: "µs",
    goal: { better: "less", goal: 20, stretch: 5 },
  };
}

/** From the commit that revokes in one process to the first refusal in another that remembers it as good. */
async function revocation(here: App, there: App, rounds: number): Promise<Figure> {
  const sample: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const client = await commit(here, async (tx) => {
      const { id: platformId } = await platformOfWallet(tx, WALLET);
      return createClientId(tx, { platformId, label: `${round}`, allowedDomains: [] });
    });
    const headers = { "x-client-id": client.clientId };
    const isGood = async () => {
      try {
        await admit(there, RULE, new Request("http://127.0.0.1/v2/request", { headers }), PEER);
        return true;
      } catch {
        return false;
      }
    };
    if (!(await isGood())) throw new Error("a new client ID was refused");
    await commit(here, async (tx) => {
      await revoke(tx, client.id);
      announceCredentialChange(tx);
    });
    const started = performance.now();
    while (await isGood()) await new Promise((resolve) => setImmediate(resolve));
    sample.push(performance.now() - started);
  }
  return {
    what: "revoked here, refused in another process, p99",
    value: percentile(sample, 0.99),
    unit: "ms",
    goal: { better: "less", goal: 1_000, stretch: 100 },
  };
}

async function revoke(tx: Tx, id: string): Promise<void> {
  await tx.db.update(clientIds).set({ status: "revoked" }).where(eq(clientIds.id, id));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  printReport(await run(effortOf(process.argv.slice(2))));
}
