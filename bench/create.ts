import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import postgres from "postgres";
import { z } from "zod";
import { median, overRounds } from "@/bench/measure";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { startFrontDoor } from "@/bench/support/front-door";
import { startProgram } from "@/bench/support/program";
import { requestBody } from "@/bench/support/request-body";
import { systemCaller } from "@/server/auth/callers";
import { boot } from "@/server/boot";
import { readConfig } from "@/server/config";
import { inTransaction } from "@/server/context";
import { createApiKey } from "@/server/platforms/api-keys/create-api-key";
import { createPlatform } from "@/server/platforms/create-platform";

const ROUNDS = 5;
/** Turns of one second that each way gets in a round: short ones, so that whatever else the machine does hits all. */
const TURNS = 4;
const CONNECTIONS = 64;
const BODY = requestBody("base");

const Rate = z.object({ perSecond: z.number(), p50: z.number(), p99: z.number() });
type Rate = z.infer<typeof Rate>;

/** The three ways of storing a request that are compared. */
const WAYS = ["door", "plain", "rows"] as const;
type Way = (typeof WAYS)[number];

/**
 * `POST /v2/request` through the production door, against a hand-written `node:http` server that runs the
 * identical statements, and against one-row commits of the same driver and pool without any HTTP. Each
 * measurement starts with an empty table; each round takes turns between the three.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const turns = quick ? 1 : TURNS;
  const server = await startScratchPostgres();
  const directory = mkdtempSync(join(tmpdir(), "quittance-bench-"));
  const running: { stop(): Promise<unknown> }[] = [];
  const started = async <T extends { stop(): Promise<unknown> }>(one: Promise<T>): Promise<T> => {
    running.unshift(await one);
    return one;
  };
  try {
    const env = {
      DATABASE_URL: await server.createDatabase("creates"),
      SECRET_KEY: "11".repeat(32),
      RATE_LIMITS: "off",
      // Never called: creating a request asks no node.
      RPC_URL_BASE: "http://127.0.0.1:9",
    };
    const tenant = await createTenant(env);
    const [door, plain, rows, client] = await Promise.all([
      started(startFrontDoor(env, directory)),
      started(startProgram("plain-server", env)),
      started(startProgram("one-row-commits", env)),
      started(startProgram("load")),
    ]);
    const order = { path: "/v2/request", body: BODY, expect: 201, connections: CONNECTIONS };
    const headers = { "x-api-key": tenant.apiKey, "content-type": "application/json" };
    const measure = async (way: Way): Promise<Rate> => {
      await emptyTable(env.DATABASE_URL);
      const asked =
        way === "rows"
          ? rows.ask({ platformId: tenant.platformId, callers: CONNECTIONS, seconds: 1 })
          : client.ask({ ...order, headers, seconds: 1, port: way === "door" ? door.port : plain.ready });
      return Rate.parse(await asked);
    };
    // Compiled code and prepared statements first.
    for (let warm = 0; warm < turns; warm++) for (const way of WAYS) await measure(way);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const measured: Record<Way, Rate[]> = { door: [], plain: [], rows: [] };
      for (let turn = 0; turn < turns; turn++) {
        for (const way of WAYS) measured[way].push(await measure(way));
      }
      rounds.push({ door: mean(measured.door), plain: mean(measured.plain), rows: mean(measured.rows) });
    }
    return { name: "create", figures: figuresOf(rounds) };
  } finally {
    for (const one of running) await one.stop();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

type Round = Record<Way, Rate>;

function mean(rates: readonly Rate[]): Rate {
  const of = (pick: (rate: Rate) => number) =>
    rates.reduce((sum, rate) => sum + pick(rate), 0) / rates.length;
  return {
    perSecond: of((rate) => rate.perSecond),
    p50: of((rate) => rate.p50),
    p99: of((rate) => rate.p99),
  };
}

function figuresOf(rounds: Round[]): Figure[] {
  const ratio = (to: Way) => overRounds(rounds.map((round) => round.door.perSecond / round[to].perSecond));
  const rate = (what: string, way: Way) =>
    rounds.map((round, i) => ({ what: `round ${i + 1}: ${what}`, value: round[way].perSecond, unit: "/s" }));
  const p = (what: string, way: Way, at: "p50" | "p99") => ({
    what: `${what}, ${at}`,
    value: median(rounds.map((round) => round[way][at])),
    unit: "ms",
  });
  return [
    {
      what: "`POST /v2/request` through the production door ÷ plain `node:http` server, identical statements",
      ...ratio("plain"),
      unit: "",
      goal: { better: "more", goal: 0.85, stretch: 0.95 },
    },
    {
      what: "the same ÷ one-row commits by the same driver and pool in process",
      ...ratio("rows"),
      unit: "",
      goal: { better: "more", goal: 0.35, stretch: 0.8 },
    },
    ...rate("production door", "door"),
    ...rate("plain server", "plain"),
    ...rate("one-row commits", "rows"),
    p("production door", "door", "p50"),
    p("production door", "door", "p99"),
    p("plain server", "plain", "p50"),
    p("plain server", "plain", "p99"),
  ];
}

async function createTenant(env: Record<string, string>): Promise<{ platformId: string; apiKey: string }> {
  const app = boot(readConfig({ ...env, LOG_LEVEL: "silent" }), "bench");
  try {
    return await inTransaction(app.context(systemCaller("")), async (tx) => {
      const { id } = await createPlatform(tx, { name: "Bench", walletAddress: null });
      return { platformId: id, apiKey: (await createApiKey(tx, { platformId: id, label: "Bench" })).value };
    });
  } finally {
    await app.close();
  }
}

async function emptyTable(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`truncate requests cascade`;
  await sql.end();
  await delay(100);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv)));
