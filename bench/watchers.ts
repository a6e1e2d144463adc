import { pathToFileURL } from "node:url";
import { z } from "zod";
import { overRounds } from "@/bench/measure";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { type ScratchPostgres, startScratchPostgres } from "@/bench/scratch-postgres";
import { type CatchingUp, payAlone, startCatchingUp } from "@/bench/support/catching-up";
import { type Program, startProgram } from "@/bench/support/program";
import { clock } from "@/server/lib/clock";
import { secondsOfTree } from "@/server/testing/processor-time/process-tree";

const ROUNDS = 5;
/** Mined behind the payments, so that all of these are final. */
const FINAL_AFTER = 100;
const LOOK_EVERY_MS = 10;
const PATIENCE_MS = 300_000;

/** How a network is watched: how many processes, into how many parts, and how many of these one process takes. */
const WAYS = {
  one: { processes: 1, parts: 1, loops: 1 },
  two: { processes: 2, parts: 2, loops: 1 },
  inOne: { processes: 1, parts: 2, loops: 2 },
} as const;
type Way = keyof typeof WAYS;

/** Milliseconds: how long it took, and processor time of our processes and of PostgreSQL. */
interface Measured {
  time: number;
  own: number;
  postgres: number;
}

/**
 * A catch-up over final blocks in which every payment is ours: by one worker, by two workers that share the network, and by one that
 * takes both parts of it. Each worker is a process of its own; PostgreSQL and the node that answers from memory have the same
 * processors. The ways take turns, so that a machine that becomes slower does so for all.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const server = await startScratchPostgres();
  try {
    const chain = await startCatchingUp(
      await server.createDatabase("watchers"),
      quick ? 4_000 : 20_000,
      async (node, requests) => {
        await payAlone(node, requests);
        await node.mine(FINAL_AFTER);
      },
    );
    try {
      return await measure(server, chain, quick ? 3 : ROUNDS);
    } finally {
      await chain.stop();
    }
  } finally {
    await server.stop();
  }
}

async function measure(server: ScratchPostgres, chain: CatchingUp, rounds: number): Promise<Report> {
  const programs: Program[] = [];
  const measured: Record<Way, Measured[]> = { one: [], two: [], inOne: [] };
  try {
    const workers = new Map<number, Program[]>();
    for (const parts of [1, 2]) {
      const own = [await worker(chain, parts), ...(parts > 1 ? [await worker(chain, parts)] : [])];
      programs.push(...own);
      workers.set(parts, own);
    }
    const once = ({ processes, parts, loops }: (typeof WAYS)[Way]) =>
      catchUp(server, chain, (workers.get(parts) ?? []).slice(0, processes), loops);
    // Once on code that is not compiled yet, and for the node to learn its answers.
    for (const way of Object.values(WAYS)) await once(way);
    for (let round = 0; round < rounds; round++) {
      for (const [way, how] of Object.entries(WAYS) as [Way, (typeof WAYS)[Way]][]) {
        measured[way].push(await once(how));
      }
    }
  } finally {
    await Promise.all(programs.map((program) => program.stop()));
  }
  return { name: "watchers", figures: figuresOf(measured, chain.matching) };
}

function worker({ app, network, nodeUrl }: CatchingUp, parts: number): Promise<Program> {
  const suffix = network.toUpperCase();
  return startProgram("catch-up-worker", {
    DATABASE_URL: app.config.databaseUrl,
    SECRET_KEY: "11".repeat(32),
    LOG_LEVEL: "warn",
    NETWORK_PROFILE: "local",
    [`RPC_URL_${suffix}`]: nodeUrl,
    [`WATCHER_PARTS_${suffix}`]: String(parts),
  });
}

async function catchUp(
  server: ScratchPostgres,
  chain: CatchingUp,
  workers: readonly Program[],
  loops: number,
): Promise<Measured> {
  await chain.empty();
  const order = async (run: boolean) => {
    const used = await Promise.all(
      workers.map(async (one) => z.number().parse(await one.ask({ run, loops }))),
    );
    return used.reduce((sum, ms) => sum + ms, 0);
  };
  const postgres = secondsOfTree(server.pid);
  const start = performance.now();
  const own = await order(true);
  await isThere(chain, start);
  const time = performance.now() - start;
  const measured = {
    time,
    postgres: (secondsOfTree(server.pid) - postgres) * 1_000,
    own: (await order(false)) - own,
  };
  await chain.checkPaid();
  return measured;
}

async function isThere({ app, lastBlock }: CatchingUp, start: number): Promise<void> {
  for (;;) {
    const [row] = await app.database.sql<
      { next: string }[]
    >`select next_block::text as next from chain_cursors`;
    if (row && BigInt(row.next) > lastBlock) return;
    if (performance.now() - start > PATIENCE_MS) throw new Error("no worker has come to the last block");
    await clock.wait(LOOK_EVERY_MS);
  }
}

function figuresOf(measured: Record<Way, Measured[]>, payments: number): Figure[] {
  const perSecond = (way: Way) => measured[way].map(({ time }) => (payments / time) * 1_000);
  const ratios = (way: Way) => perSecond(way).map((value, i) => value / (perSecond("one")[i] ?? Number.NaN));
  const cost = (way: Way, of: "own" | "postgres") => measured[way].map((one) => one[of] / payments);
  const names = { one: "one worker", two: "two workers", inOne: "one worker with both parts" };
  return [
    {
      what: `catch-up over ${payments} payments that are all ours: two workers ÷ one`,
      ...overRounds(ratios("two")),
      unit: "",
      goal: { better: "more", goal: 1.7, stretch: 1.9 },
    },
    { what: "the same: one worker with both parts ÷ one", ...overRounds(ratios("inOne")), unit: "" },
    ...(Object.keys(WAYS) as Way[]).flatMap((way) => [
      { what: `${names[way]}: payments per second`, ...overRounds(perSecond(way)), unit: "/s" },
      {
        what: `${names[way]}: processor time of a payment, ours`,
        ...overRounds(cost(way, "own")),
        unit: "ms",
      },
      {
        what: `${names[way]}: processor time of a payment, PostgreSQL`,
        ...overRounds(cost(way, "postgres")),
        unit: "ms",
      },
    ]),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv)));
