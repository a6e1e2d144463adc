import { pathToFileURL } from "node:url";
import { z } from "zod";
import { median, overRounds, timed } from "@/bench/measure";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import {
  type CatchingUp,
  parseAndDecode,
  payAlone,
  payAmongStrangers,
  startCatchingUp,
} from "@/bench/support/catching-up";
import type { App } from "@/server/boot";

const ROUNDS = 5;
/** As many as the watcher commits at once. */
const ROWS_PER_COMMIT = 1_000;

/**
 * The watcher's catch-up, from its first call to the node to the last commit, twice: over 20,000 payment logs of which
 * 1 % match, against parsing (`JSON.parse`) and decoding (viem's `decodeEventLog`) the very bytes the node answered; and
 * over payments that are all ours, against storing the same rows and nothing else.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const server = await startScratchPostgres();
  try {
    const few = await measured(
      await startCatchingUp(await server.createDatabase("few"), quick ? 100 : 200, payAmongStrangers),
    );
    const all = await measured(
      await startCatchingUp(await server.createDatabase("every"), quick ? 1_000 : 5_000, payAlone),
    );
    return { name: "catch-up", figures: [...figuresOf(few), ...ownFigures(all)] };
  } finally {
    await server.stop();
  }
}

/** What was measured over one chain. */
interface Measured {
  /** Milliseconds: the catch-up, parsing and decoding its bytes, storing its rows. */
  rounds: { watcher: number; alone: number; storing: number }[];
  /** Requests that were paid. */
  matching: number;
  logs: number;
  megabytes: number;
}

async function measured(chain: CatchingUp): Promise<Measured> {
  const { app, matching } = chain;
  try {
    // Recording, then once more on compiled code.
    for (let warm = 0; warm < 3; warm++) await chain.catchUp();
    const answered = await chain.answered();
    const bodies = answered.slice(-answered.length / 3);
    for (let warm = 0; warm < 2; warm++) parseAndDecode(bodies);
    const rows = await keepRows(app);
    await storeRows(app, rows);

    const rounds: Measured["rounds"] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await timed(async () => parseAndDecode(bodies));
      const storing = await storeRows(app, rows);
      rounds.push({ alone, storing, watcher: await chain.catchUp() });
    }
    await chain.checkReplayed();
    const megabytes = bodies.reduce((sum, body) => sum + body.length, 0) / 1e6;
    return { rounds, matching, logs: parseAndDecode(bodies), megabytes };
  } finally {
    await chain.stop();
  }
}

/** The payments that a catch-up recorded, and a table like theirs without triggers. */
async function keepRows({ database }: App): Promise<object[]> {
  await database.sql.unsafe("create table stored (like transfers including all)");
  const [found] = await database.sql<{ rows: string }[]>`select json_agg(t)::text as rows from transfers t`;
  return z.array(z.looseObject({})).parse(JSON.parse(found?.rows ?? "[]"));
}

/** What an indexer does that only stores these rows: multi-row inserts with the same indexes, in as large commits. */
async function storeRows({ database }: App, rows: readonly object[]): Promise<number> {
  await database.sql.unsafe("truncate stored; analyze stored");
  return timed(async () => {
    for (let i = 0; i < rows.length; i += ROWS_PER_COMMIT) {
      const json = JSON.stringify(rows.slice(i, i + ROWS_PER_COMMIT));
      await database.sql`insert into stored select * from json_populate_recordset(null::stored, ${json}::text::json)`;
    }
  });
}

function figuresOf({ rounds, logs, megabytes }: Measured): Figure[] {
  const watcher = median(rounds.map((round) => round.watcher));
  return [
    {
      what: `catch-up over ${logs} logs, 1 % matching: time to parse and decode the same bytes alone ÷ catch-up`,
      ...overRounds(rounds.map(({ watcher, alone }) => alone / watcher)),
      unit: "",
      goal: { better: "more", goal: 1.3, stretch: 1.5 },
    },
    ...rounds.map(({ watcher }, i) => ({ what: `round ${i + 1}: catch-up`, value: watcher, unit: "ms" })),
    ...rounds.map(({ alone }, i) => ({ what: `round ${i + 1}: parse and decode`, value: alone, unit: "ms" })),
    { what: "catch-up, logs per second", value: (logs / watcher) * 1_000, unit: "/s" },
    { what: "answered by the node", value: megabytes, unit: "MB" },
  ];
}

function ownFigures({ rounds, matching, megabytes }: Measured): Figure[] {
  const perSecond = rounds.map(({ watcher }) => (matching / watcher) * 1_000);
  return [
    {
      what: `catch-up over ${matching} payments that are all ours, payments per second`,
      ...overRounds(perSecond),
      unit: "/s",
      goal: { better: "more", goal: 6_500, stretch: 12_000 },
    },
    {
      what: "the same: time to store their rows alone (multi-row inserts, same indexes) ÷ catch-up",
      ...overRounds(rounds.map(({ watcher, storing }) => storing / watcher)),
      unit: "",
    },
    ...perSecond.map((value, i) => ({ what: `round ${i + 1}: all ours`, value, unit: "/s" })),
    ...rounds.map(({ storing }, i) => ({
      what: `round ${i + 1}: their rows stored alone`,
      value: (matching / storing) * 1_000,
      unit: "/s",
    })),
    { what: "all ours: answered by the node", value: megabytes, unit: "MB" },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv)));
