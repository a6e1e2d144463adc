import { pathToFileURL } from "node:url";
import { median } from "@/bench/measure";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { type Cost, costOfReads } from "@/bench/support/database-pages";
import { fillLists, RARE_TOKEN, START } from "@/bench/support/lists/fill-lists";
import { makePlain, readPlainPage } from "@/bench/support/lists/plain-indexes";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot } from "@/server/boot";
import { readConfig } from "@/server/config";
import type { Ctx } from "@/server/context";
import { filterOf, type PaymentFilter } from "@/server/dashboard/filter";
import { readPage } from "@/server/dashboard/page";
import { PaymentsQuery } from "@/server/dashboard/payments-schema";

const LARGE = 600_000;
const QUICK_LARGE = 20_000;
const SAMPLES = 5;
/** Rows of a page, and one that says whether there are more. */
const LIMIT = 21;

/** Lists with filters that most payments fit, that few fit, and that only a walk of all could answer. */
export function listsOf(count: number): Record<string, Record<string, string>> {
  const symbol = RARE_TOKEN.split("-")[0] ?? "";
  return {
    "all payments": {},
    "oldest first": { sort: "created" },
    "paid (nine in ten)": { status: "paid" },
    "partial (one in a thousand)": { status: "partial" },
    "failed (none)": { status: "failed" },
    "payouts (one in 2,000)": { flow: "outgoing" },
    "a common token": { token: "USDC", network: "base" },
    "a token of four payments": { token: symbol },
    "that token, paid": { token: symbol, status: "paid" },
    "pending and expired of a token and a day": {
      status: "pending,expired",
      token: "USDC",
      from: "2026-01-02",
      to: "2026-01-02",
    },
    "by status": { sort: "status" },
    "by amount": { sort: "-amount" },
    "by amount, a token of four payments": { sort: "-amount", token: symbol },
    "one reference": { q: `order-${Math.floor(count / 3)}` },
    "part of a reference, some dozen": { q: `er-${Math.floor(count / 600)}7` },
    "part of all references": { q: "order" },
    "two characters": { q: "r-" },
    "a text nobody has": { q: "invoice" },
  };
}

/**
 * Lists of the dashboard among a hundred other accounts: what the database reads for the rows of a page, by the indexes of
 * the service and by plain indexes over the columns of each list, and the bytes of both.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const count = quick ? QUICK_LARGE : LARGE;
  const end = new Date(START.getTime() + count * 1_000);
  // How rows got in does not matter here, so filling need not wait for the disk.
  const server = await startScratchPostgres({ fsync: "off", synchronous_commit: "off", max_wal_size: "4GB" });
  try {
    const url = await server.createDatabase("lists");
    const config = readConfig({ DATABASE_URL: url, SECRET_KEY: "11".repeat(32), LOG_LEVEL: "silent" });
    const app = boot(config, "bench", { now: () => end });
    const ctx = app.context(systemCaller(await fillLists(app.database.sql, count, end)));
    const figures = await compareLists(app, ctx, count);
    await app.close();
    return { name: "lists", figures };
  } finally {
    await server.stop();
  }
}

/** Measures our lists, then replaces their indexes by plain ones and measures those. */
export async function compareLists(app: App, ctx: Ctx, count: number): Promise<Figure[]> {
  const lists = Object.entries(listsOf(count)).map(
    ([name, query]) => [name, filterOf(PaymentsQuery.parse(query))] as const,
  );
  const ours: Cost[] = [];
  const found: string[][] = [];
  for (const [, filter] of lists) {
    ours.push(await costOf(app, () => readPage(ctx, filter, null, LIMIT)));
    found.push((await readPage(ctx, filter, null, LIMIT)).map(({ id }) => id));
  }
  const sizes = await makePlain(app.database.sql);
  const figures: Figure[] = [];
  for (const [index, [name, filter]] of lists.entries()) {
    const cost = ours[index];
    if (!cost) continue;
    const plain = await costOf(app, () => readPlainPage(app, ctx, filter, LIMIT));
    const rows = await readPlainPage(app, ctx, filter, LIMIT);
    if (isComparable(filter) && rows.join() !== found[index]?.join()) throw new Error(`${name} differs`);
    figures.push(
      { what: `${name}: pages of the database`, value: cost.pages, unit: "" },
      { what: `${name}: pages by plain indexes`, value: plain.pages, unit: "" },
      { what: `${name}: time ÷ time by plain indexes`, value: cost.ms / plain.ms, unit: "" },
      { what: `${name}: time`, value: cost.ms, unit: "ms" },
      { what: `${name}: time by plain indexes`, value: plain.ms, unit: "ms" },
    );
  }
  const rows = await app.database.sql<{ count: string }[]>`select count(*) from requests`;
  const each = (bytes: number) => bytes / Number(rows[0]?.count);
  return [
    ...figures,
    { what: "bytes for each payment", value: each(sizes.ours), unit: "B" },
    { what: "bytes for each payment, plain indexes", value: each(sizes.plain), unit: "B" },
  ];
}

/** Both know the order by time alone; the others differ in what is equal. */
function isComparable({ sort }: PaymentFilter): boolean {
  return sort === "created" || sort === "-created";
}

/** What the reads of `work` cost when they were done before: the median of some runs. */
async function costOf(app: App, work: () => Promise<unknown>): Promise<Cost> {
  await work();
  const costs: Cost[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) costs.push(await costOfReads(app, work));
  return { pages: median(costs.map(({ pages }) => pages)), ms: median(costs.map(({ ms }) => ms)) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv)));
