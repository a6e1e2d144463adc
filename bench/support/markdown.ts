import { type Figure, format, reached, spreadOf } from "@/bench/report";
import { type Result, type Run, wasBusy } from "@/bench/support/results";

/** The name of the report that compares us with others. */
export const PEERS = "Peers";
/** Shown in place of a grade. */
const GRADES = { stretch: "stretch", goal: "yes", missed: "**no**" } as const;

/** `docs/benchmarks.md`: the table of goals, what was measured how, and all raw figures. */
export function markdown(results: readonly Result[]): string {
  const figures = results.flatMap(({ report }) => report.figures);
  const machines = [...new Set(results.map(({ machine }) => machine.join("; ")))];
  const missed = figures.filter((figure) => reached(figure) === "missed");
  return [
    "# Benchmarks",
    "",
    "Written by `npm run bench` from the latest run of each benchmark. All programs of a benchmark share this machine and speak over loopback, so ratios say more than rates: both sides of a ratio were measured in turn in the same run, and the value is the median of five rounds; where their spread is kept, it stands beside it. Beside the value of the latest run stands that of the run before it, where both were made on a quiet machine.",
    "",
    ...machines.map((machine) => `- ${machine}`),
    "",
    "| What | Value | Run before | Goal | Stretch | Met |",
    "| --- | ---: | ---: | ---: | ---: | --- |",
    ...results.flatMap(({ report, before }) =>
      report.figures.flatMap((figure) => goalRow(figure, figureBefore(figure, before))),
    ),
    "",
    missed.length === 0
      ? "No goal was missed."
      : `Missed: ${missed.map(({ what }) => what).join("; ")}. What limits them is said below.`,
    "",
    ...besideOthers(results),
    "## How it is measured, and what limits it",
    "",
    ...METHODS.flatMap(([name, text]) => [`**${name}.** ${text}`, ""]),
    "## Raw figures",
    "",
    ...results.flatMap(rawTable),
  ].join("\n");
}

/** The same figure of the run before; null where it was not measured. */
function figureBefore({ what, unit }: Figure, before: Run | undefined): Figure | null {
  return before?.report.figures.find((one) => one.what === what && one.unit === unit) ?? null;
}

function goalRow(figure: Figure, before: Figure | null): string[] {
  const { what, unit, goal } = figure;
  const grade = reached(figure);
  if (!goal || !grade) return [];
  const sign = goal.better === "more" ? "≥" : "≤";
  const at = (value: number) => `${sign} ${value}${unit && ` ${unit}`}`;
  const earlier = before ? format(before) : "";
  return [
    `| ${what} | ${format(figure)} | ${earlier} | ${at(goal.goal)} | ${at(goal.stretch)} | ${GRADES[grade]} |`,
  ];
}

/** Ratios to what others publish, where they were measured. */
function besideOthers(results: readonly Result[]): string[] {
  const peers = results.find(({ report }) => report.name === PEERS);
  if (!peers) return [];
  const rows = peers.report.figures
    .filter(({ what }) => what.includes("÷"))
    .map((figure) => `| ${figure.what} | ${format(figure)}${spreadOf(figure)} |`);
  return [
    "## Beside what others publish",
    "",
    "More than 1 says that ours is faster. Versions are pinned in `bench/peers`, whose README says which programs they are, why these, and what they do not do.",
    "",
    "| What | Value |",
    "| --- | ---: |",
    ...rows,
    "",
  ];
}

function rawTable(result: Result): string[] {
  const { on, load, busy, report } = result;
  const { name, figures } = report;
  const rows = figures.map((figure) => `| ${figure.what} | ${format(figure)}${spreadOf(figure)} |`);
  const beside = busy === undefined ? "" : `, ${Math.round(busy * 100)} % of the processors in use by others`;
  const mark = wasBusy(result) ? " **The machine was busy.**" : "";
  const measured = `Measured on ${on}; load average before it ${load.toFixed(1)}${beside}.${mark}`;
  return [`### ${name}`, "", measured, "", "| Figure | Value |", "| --- | ---: |", ...rows, ""];
}

const METHODS: readonly [string, string][] = [
  [
    "create",
    "64 kept-alive connections call `POST /v2/request` with a valid key. The plain server is what one would write by hand with `node:http` for the same rows: it looks the key up through the same memory, draws the same identifiers and stores by the same statement through the same shared commit, but validates, limits, logs and measures nothing. One-row commits are prepared `INSERT`s over the same driver and pool, without HTTP and without drawing identifiers. Every measurement starts with an empty table; a round takes several short turns of each. The service beats one-row commits because concurrent creates share a commit while each keeps its own outcome. What it costs more than the plain server is validation, the log line, metrics and the web-standard `Request` that lets the same handlers run inside Next; Node runs all of it on one core (`docs/decisions/benchmark-limits.md` has the shares).",
  ],
  [
    "latency",
    "A real node, the production worker process and a receiver; 100 payments, one at a time, with everything at rest and a random pause before each. The clock starts when the node is told to mine. Without the node's WebSocket the interval of polling decides.",
  ],
  [
    "recurring",
    "A real node and the production worker process; 100 schedules, one at a time, with everything at rest and a random pause before each. The clock starts when the node is told to mine the block whose time makes the instalment due, and ends when the node has the executor's transaction. Gas is that of second instalments, with a fee and a gas fee.",
  ],
  [
    "safes",
    "The watcher of Base looks once a pass whether it waits for Safe transactions: in turn in a database with none and in one with 10,000 that wait on Sepolia. The look is one statement on a partial index of the network; where it finds nothing no node is asked. It is made every two seconds, not with every block.",
  ],
  [
    "quorum",
    "Three nodes of one chain, each of which answers after 25 ms. The clock starts when all of them have the block of a payment and ends when its event is in the database; two of three providers agree, or one is enough, in turn.",
  ],
  [
    "webhooks",
    "Bare POSTs are the same bytes, signed the same way, sent by the same client, and nothing recorded. Commit to first byte is measured one event at a time on an idle sender.",
  ],
  [
    "catch-up",
    "A real node is asked once; a process of its own then answers from memory, byte for byte. The watcher runs from its first call to its last commit, matching, recording and announcing included. The baseline parses the same bytes with `JSON.parse` and decodes the payment logs with viem's `decodeEventLog`. The watcher can be faster than that because it reads the words of an event itself, and asks only about payments that match. The second chain holds only payments of our requests, twenty to a block, each a transaction with a receipt of its own. Its second baseline only stores the rows that the catch-up recorded, by multi-row inserts of a thousand into a table with the same indexes and no triggers, without asking a node for anything: what limits the catch-up beside it is in `docs/decisions/benchmark-limits.md`.",
  ],
  [
    "watchers",
    "The chain of `catch-up` that holds only payments of our requests, four times as long, with all payments in final blocks. Workers are processes of their own that do nothing but watch, from the order to begin until the watcher is past the last block: one alone, two that share the network, and one that takes both parts of it, in turn. All have the node's answers from memory, by one process, and share the processors of the machine with it and with PostgreSQL, so a ratio of two workers needs processors for both and for what PostgreSQL does beside them.",
  ],
  [
    "peers",
    "Chains and events of `catch-up` and `webhooks`, on one PostgreSQL, each program in turn with ours in every round. Ponder gets an empty database each time, is counted from its first call for logs, and not before: its start takes seconds. It stores every payment of a chain; we store ours. The queue's worker has open connections when the clock starts, and its jobs wait in their table. Both have the node's answers, or the receiver, in a process of its own.",
  ],
  [
    "start",
    "`npm start` as it is typed, in a data directory where it ran before, until `/v2/ready` answers 200: PostgreSQL, three local chains, web and worker, each in a process of its own, on two cores. The processor time is that of all of them together.",
  ],
  [
    "Deposit addresses",
    "As for latency, with one payment through the proxy and one plain transfer to a deposit address in turn. As for catch-up, once with no open deposit address and once with 100,000 at which nothing arrives: the watcher then reads every transfer of their token, which makes twice as many logs of the chain, and the baseline parses and decodes these too. Each catch-up begins as a new worker, so that reading the addresses from the database is part of it.",
  ],
  [
    "links",
    "Eight callers at once, through the production door's way into the handler, from a message that Node has read to the text of the answer; no socket is in it. The same statements run alone through the same pool, by turns. Until 2026-11-29 the handler was called as Next calls it, with a web `Request` and a `Response` made for each call, which no caller of the production door pays for any more.",
  ],
  [
    "reads",
    "One tenant with 1,000 and one with 1,000,000 paid requests, in two databases of one server; a random row each time, both sizes in turn.",
  ],
  [
    "dashboard",
    "One tenant with 1,000 and one with 1,000,000 payments, nine in ten of them paid, in two databases of one server, both sizes in turn. The export goes through our own front door in a process of its own to a client on the same machine that takes it as fast as it comes; the whole of that process is counted.",
  ],
  [
    "books",
    "One account with 1,000,000 entries in one month, each from a request of its own, filled in by SQL alone. Pages and calls are asked for one after the other, the median of five. Each export goes through our own front door in a process of its own to a client on the same machine that takes it as fast as it comes. Closing ends the month, has no chain to compare it with, and signs. The whole of each process is counted.",
  ],
  [
    "journal",
    "The catch-up over payments of our own requests, twenty to a block, with the triggers that write the journal and without them, by turns. Which of both is first changes with every round. The account has named the currency of its books, so each entry is listed for a price too. Each round begins with an empty journal.",
  ],
  [
    "lists",
    "600,000 payments of one account in seven tokens and some in USD, beside a hundred accounts of 1,200. Pages of the database are those that all statements for the rows of one page look at, in memory or not; time is that of executing them. Plain indexes take the place of ours in the same database: account and kind, then nothing, status, token or amount, then time and ID, and trigrams of references and payer identifiers; each list is one statement whose plan is the planner's choice (`docs/decisions/dashboard-lists.md`).",
  ],
  [
    "storage",
    "100,000 paid requests with one transfer, one event, one delivery and one attempt each, written by the service's own functions in the order of their life, from creation to finality, 20 payments to a block, vacuumed ten times meanwhile. The body of the event is a quarter of it; it is kept as it was signed.",
  ],
  [
    "growth",
    "Every table has the rows of the first figure, nine in ten of them long over. A round removes what has outlived its time as the worker does, 2,000 rows of a table in each commit. At the end the partitions of the request log and of attempts that hold what is over are dropped beside two readers and two writers, in a result that is younger than the partitions. The disk is not waited for (`fsync` off): the figures are those of the statements.",
  ],
  [
    "Authentication",
    "Single calls one after the other, credentials in memory; revocation across two processes.",
  ],
  [
    "pages",
    "The production build, the page of an open link, a browser without a cache. Bytes are those on the wire, compressed and with their headers, as the browser's protocol counts them. Lighthouse 12.8.2 (`npx`, no dependency of ours) with its own phone: network and processor are simulated, and the median of five runs counts. The framework alone is 113 KiB of JavaScript, Brotli as the build has compressed it; controls are switched on when it runs (`docs/decisions/early-presses.md`). Running the framework is what the blocking time is spent on: its largest script is one long task.",
  ],
];
