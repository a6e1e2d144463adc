import { pathToFileURL } from "node:url";
import { median, percentile, timed } from "@/bench/measure";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import {
  type BlockToWebhook,
  type NodeSettings,
  startBlockToWebhook,
  type TimedPayment,
} from "@/bench/support/block-to-webhook";
import {
  type CatchingUp,
  OTHERS,
  parseAndDecode,
  payAlone,
  payAmongStrangers,
  startCatchingUp,
} from "@/bench/support/catching-up";
import { depositAddressesOf, openAddresses } from "@/bench/support/open-addresses";
import { AMOUNT, storeRequests, submitPayment, submitTransfer } from "@/bench/support/paying";
import { watchedAddresses } from "@/server/payments/deposit-addresses/watch";
import { storeManyPaid } from "@/server/testing/data/many";

/** Of each kind, in turn. */
const PAYMENTS = 60;
const ROUNDS = 5;
/** Deposit addresses of others to which transfers are looked for. */
const OPEN = 100_000;

/**
 * What plain transfers cost. From their block to the webhook, beside payments through the proxy in turn, with few and with
 * many open deposit addresses; and the watcher's catch-up with many of them, beside one with none.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const count = quick ? 5 : PAYMENTS;
  const webhooks = await webhookFigures(count);
  const server = await startScratchPostgres();
  try {
    const few = await catchUps(
      await startCatchingUp(await server.createDatabase("few"), quick ? 20 : 200, payAmongStrangers),
    );
    const all = await catchUps(
      await startCatchingUp(await server.createDatabase("every"), quick ? 500 : 5_000, payAlone),
    );
    return { name: "Deposit addresses", figures: [...webhooks, ...figuresOf(few), ...ownFigures(all)] };
  } finally {
    await server.stop();
  }
}

/** Milliseconds from the block to the webhook, each payment. */
interface InTurn {
  byProxy: number[];
  byTransfer: number[];
}

async function webhookFigures(count: number): Promise<Figure[]> {
  const lab = await startBlockToWebhook();
  const { node, app, platformId } = lab;
  const settings = { rpcUrls: [node.rpcUrl], wsUrl: node.wsUrl };
  try {
    const { sql } = app.database;
    await storeManyPaid(sql, {
      platformId,
      first: 0,
      count: OTHERS,
      start: new Date("2024-01-01T00:00:00Z"),
    });
    await sql`analyze`;
    const withoutAny = await lab.times(settings, await paymentsByProxy(lab, count + 2));
    const few = await inTurn(lab, settings, count);
    await openAddresses(sql, OPEN);
    const many = await inTurn(lab, settings, count);
    const name = "block → webhook, one confirmation, idle";
    return [
      ...timesOf(`${name}, ${count + 1} open addresses`, few),
      ...timesOf(`${name}, ${OPEN} open addresses`, many),
      { what: `${name}, no address: payments through the proxy, p50`, value: median(withoutAny), unit: "ms" },
    ];
  } finally {
    await lab.stop();
  }
}

async function paymentsByProxy(
  { app, node, platformId }: BlockToWebhook,
  count: number,
): Promise<TimedPayment[]> {
  return (await storeRequests(app, node, platformId, count)).map((request) => ({
    request,
    submit: () => submitPayment(node, request),
  }));
}

async function transfers({ app, node, platformId }: BlockToWebhook, count: number): Promise<TimedPayment[]> {
  const requests = await storeRequests(app, node, platformId, count);
  const addresses = await depositAddressesOf(app, platformId, requests);
  return requests.map((request, i) => {
    const address = addresses[i];
    if (!address) throw new Error("no address");
    return { request, submit: () => submitTransfer(node, address, AMOUNT) };
  });
}

/** One of each kind, and again. */
async function inTurn(lab: BlockToWebhook, settings: NodeSettings, count: number): Promise<InTurn> {
  const [byProxy, byTransfer] = [await paymentsByProxy(lab, count + 1), await transfers(lab, count + 1)];
  const times = await lab.times(
    settings,
    byProxy.flatMap((payment, i) => [payment, ...byTransfer.slice(i, i + 1)]),
  );
  return {
    byProxy: times.filter((_, i) => i % 2 === 0),
    byTransfer: times.filter((_, i) => i % 2 === 1),
  };
}

function timesOf(name: string, { byProxy, byTransfer }: InTurn): Figure[] {
  const figure = (what: string, sample: number[], share: number) => ({
    what: `${name}: ${what}`,
    value: percentile(sample, share),
    unit: "ms",
  });
  return [
    {
      what: `${name}: p50 of plain transfers ÷ that of payments through the proxy`,
      value: median(byTransfer) / median(byProxy),
      unit: "",
      goal: { better: "less", goal: 1.2, stretch: 1.1 },
    },
    figure("plain transfers, p50", byTransfer, 0.5),
    figure("plain transfers, p99", byTransfer, 0.99),
    figure("payments through the proxy, p50", byProxy, 0.5),
    figure("payments through the proxy, p99", byProxy, 0.99),
  ];
}

/** What was measured over one chain, milliseconds. */
interface Measured {
  /** With no open address, with many, and parsing and decoding what the node answered to the latter. */
  rounds: { none: number; many: number; alone: number }[];
  /** Reading the addresses from the database, which a watcher does as it starts and every hour. */
  reading: number;
  matching: number;
  /** Of both kinds, payments and transfers. */
  logs: number;
}

async function catchUps(chain: CatchingUp): Promise<Measured> {
  const { app, matching } = chain;
  const none = () => chain.catchUp();
  const { sql } = app.database;
  const many = () =>
    chain.catchUp(() => sql.unsafe("insert into deposit_addresses select * from kept_addresses"));
  try {
    await openAddresses(sql, OPEN);
    await sql.unsafe(
      "create table kept_addresses as select * from deposit_addresses; truncate deposit_addresses",
    );
    // Recording, then once more on compiled code.
    for (let warm = 0; warm < 2; warm++) await none();
    await chain.answered();
    for (let warm = 0; warm < 2; warm++) await many();
    const answered = await chain.answered();
    const bodies = answered.slice(-answered.length / 2);
    for (let warm = 0; warm < 2; warm++) parseAndDecode(bodies);

    const rounds: Measured["rounds"] = [];
    const reading: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await timed(async () => parseAndDecode(bodies));
      rounds.push({ alone, none: await none(), many: await many() });
      const { db } = app.database;
      reading.push(await timed(() => watchedAddresses({ db, now: app.now }, "base", null)));
    }
    await chain.checkReplayed();
    return { rounds, reading: median(reading), matching, logs: parseAndDecode(bodies) };
  } finally {
    await chain.stop();
  }
}

function figuresOf({ rounds, logs, reading }: Measured): Figure[] {
  const name = `catch-up over ${logs} payments and transfers, ${OPEN} open addresses`;
  return [
    {
      what: `${name}: time to parse and decode the same bytes alone ÷ catch-up`,
      value: median(rounds.map(({ many, alone }) => alone / many)),
      unit: "",
      goal: { better: "more", goal: 0.6, stretch: 1.5 },
    },
    { what: `${name} ÷ with none`, value: median(rounds.map(({ none, many }) => many / none)), unit: "" },
    ...rounds.map(({ many }, i) => ({ what: `round ${i + 1}: with ${OPEN}`, value: many, unit: "ms" })),
    ...rounds.map(({ none }, i) => ({ what: `round ${i + 1}: with none`, value: none, unit: "ms" })),
    ...rounds.map(({ alone }, i) => ({ what: `round ${i + 1}: parse and decode`, value: alone, unit: "ms" })),
    { what: `reading ${OPEN} addresses, which is part of it`, value: reading, unit: "ms" },
  ];
}

function ownFigures({ rounds, matching }: Measured): Figure[] {
  const perSecond = (ms: number) => (matching / ms) * 1_000;
  return [
    {
      what: `catch-up over ${matching} payments that are all ours, ${OPEN} open addresses ÷ with none`,
      value: median(rounds.map(({ none, many }) => many / none)),
      unit: "",
    },
    ...rounds.map(({ many }, i) => ({
      what: `round ${i + 1}: all ours, with ${OPEN}`,
      value: perSecond(many),
      unit: "/s",
    })),
    ...rounds.map(({ none }, i) => ({
      what: `round ${i + 1}: all ours, with none`,
      value: perSecond(none),
      unit: "/s",
    })),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv)));
