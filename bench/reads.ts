import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import { timed } from "@/bench/measure";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { compareSizes } from "@/bench/support/compare-sizes";
import { fillWithoutIndexes } from "@/bench/support/fill-without-indexes";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot } from "@/server/boot";
import type { PaymentLog } from "@/server/chains/adapter";
import { readConfig } from "@/server/config";
import type { Ctx } from "@/server/context";
import { newId } from "@/server/lib/ids";
import { matchPayments } from "@/server/payments/recording/match";
import { searchPayments } from "@/server/payments/searching/search";
import { getRequest } from "@/server/requests/get";
import { listRequests } from "@/server/requests/list";
import { storeManyPaid, walletHex } from "@/server/testing/data/many";

const SMALL = 1_000;
const LARGE = 1_000_000;
const QUICK_LARGE = 20_000;
const SAMPLES = 200;
const QUICK_SAMPLES = 20;
const STORE_AT_ONCE = 100_000;
const TOPICS_PER_MATCH = 100;

interface Book {
  app: App;
  ctx: Ctx;
  count: number;
}

type Case = (book: Book) => Promise<unknown>;

const any = (book: Book) => Math.floor(Math.random() * book.count);
const sha = (text: string) => createHash("sha256").update(text).digest("hex");

/** What is measured, on a random row each time. */
const CASES: Record<string, Case> = {
  "read by ID": (book) => getRequest(book.ctx, `01${sha(`request-${any(book)}`)}`),
  "list page 1": (book) => listRequests(book.ctx, {}),
  "list deep page (90 %)": (book) => listRequests(book.ctx, { offset: String(Math.floor(book.count * 0.9)) }),
  "list any page": (book) => listRequests(book.ctx, { offset: String(any(book)) }),
  "list of one payee": (book) =>
    listRequests(book.ctx, { walletAddress: `0x${walletHex(0)}`, offset: String(any(book)) }),
  "search by txHash": (book) => searchPayments(book.ctx, { txHash: `0x${sha(`tx-${any(book)}`)}` }),
  "search by reference": (book) => searchPayments(book.ctx, { reference: `order-${any(book)}` }),
  "search by payer of one": (book) => {
    const tens = Math.floor(any(book) / 10) * 10;
    return searchPayments(book.ctx, { walletAddress: `0x${walletHex(tens + 5)}` });
  },
  "search by payer of every 10th": (book) => searchPayments(book.ctx, { walletAddress: `0x${walletHex(1)}` }),
  "search by payee of all": (book) =>
    searchPayments(book.ctx, { walletAddress: `0x${walletHex(0)}`, offset: String(any(book)) }),
  "search by type and period": (book) => {
    const from = START.getTime() + any(book) * 1000;
    const period = {
      fromDate: new Date(from).toISOString(),
      toDate: new Date(from + 3_600_000).toISOString(),
    };
    return searchPayments(book.ctx, { type: "direct", ...period });
  },
  "match 100 references": (book) => matchPayments(book.ctx.db, "base", logs(book)),
};

const START = new Date("2024-01-01T00:00:00Z");

/** Logs of which one in ten names a request, as the watcher sees them. */
function logs(book: Book): PaymentLog[] {
  return Array.from({ length: TOPICS_PER_MATCH }, (_, position) => ({
    txHash: "0x00",
    position,
    blockNumber: 1n,
    blockHash: "0x00",
    logIndex: position,
    topic1: `0x${sha(position % 10 === 0 ? `topic-${any(book)}` : `stranger-${Math.random()}`)}`,
    token: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
    recipient: `0x${walletHex(0)}`,
    amount: 100_000_000n,
    feeAmount: 0n,
    feeAddress: null,
    conversion: null,
  }));
}

/** Reads at 1,000 and at 1,000,000 paid requests of one tenant. */
export function run({ quick }: Effort = { quick: false }): Promise<Report> {
  return readsOf({
    name: "reads",
    small: SMALL,
    large: quick ? QUICK_LARGE : LARGE,
    samples: quick ? QUICK_SAMPLES : SAMPLES,
  });
}

/**
 * Reads at two numbers of paid requests of one tenant, sample by sample in turn: the ratio of the p99s, and p50 and p99
 * of each (medians of five rounds).
 */
export async function readsOf(books: {
  name: string;
  small: number;
  large: number;
  samples: number;
}): Promise<Report> {
  // How rows got in does not matter here, so filling need not wait for the disk.
  const server = await startScratchPostgres({
    fsync: "off",
    synchronous_commit: "off",
    max_wal_size: "4GB",
    maintenance_work_mem: "1GB",
  });
  try {
    const small = await openBook(await server.createDatabase("small"), books.small);
    const large = await openBook(await server.createDatabase("large"), books.large);
    const first = await timed(() => listRequests(large.ctx, {}));
    for (const work of Object.values(CASES)) {
      for (let warm = 0; warm < 30; warm++) {
        await work(small);
        await work(large);
      }
    }
    const figures: Figure[] = [];
    for (const [name, work] of Object.entries(CASES)) {
      figures.push(
        ...(await compareSizes(small, large, {
          name,
          of: "requests",
          work,
          samples: books.samples,
          isPromised: true,
        })),
      );
    }
    const what = `first list of ${large.count} requests, which makes its checkpoints`;
    figures.push({ what, value: first, unit: "ms" });
    await Promise.all([small.app.close(), large.app.close()]);
    return { name: books.name, figures };
  } finally {
    await server.stop();
  }
}

async function openBook(url: string, count: number): Promise<Book> {
  const config = readConfig({ DATABASE_URL: url, SECRET_KEY: "11".repeat(32), LOG_LEVEL: "silent" });
  const app = boot(config, "bench");
  const platformId = newId(START);
  const { sql } = app.database;
  await sql`insert into platforms (id, name, created_at) values (${platformId}, 'bench', ${START.toISOString()})`;
  await fillWithoutIndexes(sql, ["requests", "transfers"], async () => {
    for (let first = 0; first < count; first += STORE_AT_ONCE) {
      const some = Math.min(STORE_AT_ONCE, count - first);
      await storeManyPaid(sql, { platformId, first, count: some, start: START });
    }
  });
  await sql.unsafe("vacuum analyze");
  return { app, ctx: app.context(systemCaller(platformId)), count };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv)));
