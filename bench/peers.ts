import { pathToFileURL } from "node:url";
import postgres, { type Sql } from "postgres";
import { overRounds } from "@/bench/measure";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { type ScratchPostgres, startScratchPostgres } from "@/bench/scratch-postgres";
import { type CatchingUp, payAlone, payAmongStrangers, startCatchingUp } from "@/bench/support/catching-up";
import { PEERS } from "@/bench/support/markdown";
import { installPeer } from "@/bench/support/peers/install";
import { catchUpWithPonder, type PonderRun } from "@/bench/support/peers/ponder";
import { startPeerSender } from "@/bench/support/peers/webhook-sender";
import { startWebhookLab } from "@/bench/support/webhook-lab";
import { deliveries, ENDPOINTS, newEndpoints } from "@/bench/webhooks";
import { aConfirmedPayment } from "@/server/testing/webhooks/webhook-events";

const ROUNDS = 5;
/** Ponder reads what is not final yet block by block, once a second: of every network, this is deep enough. */
const FINAL_BLOCKS = 100;

/**
 * What others publish, at the same work: ponder over the logs of `catch-up`, and a queue in PostgreSQL that sends the
 * deliveries of `webhooks`. On request alone (`npm run bench -- peers`), because it installs them.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const rounds = quick ? 1 : ROUNDS;
  const ponder = await installPeer("ponder");
  const sender = await installPeer("webhook-sender");
  const server = await startScratchPostgres();
  try {
    const chains = [
      { name: "few", what: "1 % ours", matching: quick ? 20 : 200, pay: payAmongStrangers },
      { name: "every", what: "all ours", matching: quick ? 200 : 5_000, pay: payAlone },
    ];
    const figures: Figure[] = [];
    for (const { name, what, matching, pay } of chains) {
      const url = await server.createDatabase(name);
      const chain = await startCatchingUp(url, matching, async (node, requests) => {
        await pay(node, requests);
        await node.mine(FINAL_BLOCKS);
      });
      try {
        figures.push(...ofCatchUp(what, await caughtUp(server, chain, ponder, rounds)));
      } finally {
        await chain.stop();
      }
    }
    figures.push(...(await ofDeliveries(sender, rounds, quick ? 250 : 1_500)));
    return { name: PEERS, figures };
  } finally {
    await server.stop();
  }
}

interface Round {
  ours: number;
  documented: PonderRun;
  lifted: PonderRun;
}

async function caughtUp(
  server: ScratchPostgres,
  chain: CatchingUp,
  folder: string,
  rounds: number,
): Promise<Round[]> {
  let databases = 0;
  const ponder = async (isLimited: boolean) => {
    const name = `ponder_${chain.matching}_${databases++}`;
    const { sql, databaseUrl, drop } = await emptyDatabase(server, name);
    try {
      return await catchUpWithPonder({ folder, sql, databaseUrl, isLimited }, chain);
    } finally {
      await drop();
    }
  };
  // Each learns what the node answers.
  for (let warm = 0; warm < 2; warm++) {
    await chain.catchUp();
    await ponder(false);
  }
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const ours = await chain.catchUp();
    measured.push({ ours, lifted: await ponder(false), documented: await ponder(true) });
  }
  return measured;
}

/** A database without our tables, and a connection of it. */
async function emptyDatabase(server: ScratchPostgres, name: string) {
  const { databaseUrl, remove } = await server.createEmptyDatabase(name);
  const sql: Sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const drop = async () => {
    await sql.end();
    await remove();
  };
  return { sql, databaseUrl, drop };
}

function ofCatchUp(what: string, rounds: readonly Round[]): Figure[] {
  const stored = rounds[0]?.lifted.stored ?? 0;
  const of = `catch-up over ${stored} logs, ${what}`;
  const ratio = (how: "documented" | "lifted") =>
    overRounds(rounds.map((round) => round[how].time / round.ours));
  const times = (name: string, of: (round: Round) => number) =>
    rounds.map((round, i) => ({ what: `${what}, round ${i + 1}: ${name}`, value: of(round), unit: "ms" }));
  return [
    { what: `${of}: time of ponder as documented ÷ ours`, ...ratio("documented"), unit: "" },
    { what: `${of}: time of ponder without its limit of calls ÷ ours`, ...ratio("lifted"), unit: "" },
    ...times("ours", ({ ours }) => ours),
    ...times("ponder as documented", ({ documented }) => documented.time),
    ...times("ponder without its limit", ({ lifted }) => lifted.time),
    { what: `${what}: calls of ponder`, ...overRounds(rounds.map(({ lifted }) => lifted.calls)), unit: "" },
    {
      what: `${what}: of them not from the memory of the node`,
      ...overRounds(rounds.map(({ lifted }) => lifted.misses)),
      unit: "",
    },
  ];
}

/** Both senders in turn on one server, to one receiver, with every attempt stored. */
async function ofDeliveries(folder: string, rounds: number, events: number): Promise<Figure[]> {
  const lab = await startWebhookLab();
  try {
    const platformId = await lab.newPlatform();
    const urls = await newEndpoints(lab, platformId);
    const sql = lab.app.database.sql;
    await sql.unsafe("create database peer");
    const url = new URL(lab.app.config.databaseUrl);
    url.pathname = "/peer";
    const peer = await startPeerSender(folder, url.toString());
    const body = JSON.stringify({ event: "payment.confirmed", ...aConfirmedPayment(platformId).payload });
    const both = async (many: number) => ({
      ours: await deliveries(lab, platformId, many),
      theirs: await peer.send({ count: many * ENDPOINTS, urls, body }),
    });
    try {
      await both(250);
      const measured: Awaited<ReturnType<typeof both>>[] = [];
      for (let round = 0; round < rounds; round++) measured.push(await both(events));
      const each = (what: string, of: "ours" | "theirs") =>
        measured.map((round, i) => ({ what: `round ${i + 1}: ${what}`, value: round[of], unit: "/s" }));
      return [
        {
          what: "webhook deliveries/s with every attempt stored: ours ÷ graphile-worker with standardwebhooks",
          ...overRounds(measured.map(({ ours, theirs }) => ours / theirs)),
          unit: "",
        },
        ...each("deliveries, ours", "ours"),
        ...each("deliveries, graphile-worker", "theirs"),
      ];
    } finally {
      await peer.stop();
    }
  } finally {
    await lab.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv)));
