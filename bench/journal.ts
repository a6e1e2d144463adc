import { pathToFileURL } from "node:url";
import { median } from "@/bench/measure";
import { type Effort, effortOf, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { payAlone, startCatchingUp } from "@/bench/support/catching-up";
import type { App } from "@/server/boot";

const ROUNDS = 7;

/** What writes the journal while payments are recorded and settled, by table. */
const TRIGGERS = {
  transfers: ["transfers_journaled", "transfers_rejournaled"],
  fee_transfers: ["fee_transfers_journaled"],
  requests: ["requests_journaled"],
  request_sums: ["request_sums_journaled", "request_sums_rejournaled"],
} as const;

/**
 * What the journal costs settling: the same catch-up over payments that are all ours, with the triggers that write the journal and
 * without them, by turns, from the first call to the node to the last commit. The account has named the currency of its books, so each
 * entry is listed for a price too.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const server = await startScratchPostgres();
  try {
    const chain = await startCatchingUp(
      await server.createDatabase("journal"),
      quick ? 500 : 5_000,
      payAlone,
    );
    const { app } = chain;
    try {
      await app.database.sql.unsafe(
        "insert into ledger_settings (platform_id, currency) select distinct platform_id, 'EUR' from requests",
      );
      for (const isOn of [true, false]) await chain.catchUp(() => prepare(app, isOn));
      const rounds: { journaled: number; bare: number }[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const times = { journaled: 0, bare: 0 };
        // Which one is first changes, so that neither always follows the other.
        for (const isOn of round % 2 === 0 ? [true, false] : [false, true]) {
          times[isOn ? "journaled" : "bare"] = await chain.catchUp(() => prepare(app, isOn));
          if (isOn) await requireEntries(app);
        }
        rounds.push(times);
      }
      return {
        name: "journal",
        figures: [
          {
            what: "settling with the journal ÷ settling without it",
            value: median(rounds.map(({ journaled, bare }) => journaled / bare)),
            unit: "",
            goal: { better: "less", goal: 1.1, stretch: 1.05 },
          },
          ...rounds.flatMap(({ journaled, bare }, i) => [
            { what: `round ${i + 1}: with the journal`, value: journaled, unit: "ms" as const },
            { what: `round ${i + 1}: without it`, value: bare, unit: "ms" as const },
          ]),
        ],
      };
    } finally {
      await chain.stop();
    }
  } finally {
    await server.stop();
  }
}

/** Empties the journal, which nothing but a benchmark does, and has it written from now on or not. */
async function prepare({ database: { sql } }: App, isOn: boolean): Promise<void> {
  await sql.unsafe(`
    alter table ledger_entries disable trigger user; alter table ledger_worths disable trigger user;
    truncate ledger_entries, ledger_worths, ledger_unvalued;
    alter table ledger_entries enable trigger user; alter table ledger_worths enable trigger user`);
  for (const [table, names] of Object.entries(TRIGGERS)) {
    for (const name of names) {
      await sql.unsafe(`alter table ${table} ${isOn ? "enable" : "disable"} trigger ${name}`);
    }
  }
}

/** Throws where no journal was written: then nothing was compared. */
async function requireEntries({ database: { sql } }: App): Promise<void> {
  const [row] = await sql<{ entries: number }[]>`
    select count(*)::int as entries from ledger_entries join ledger_unvalued using (source, part, turn)`;
  if (!row || row.entries === 0) throw new Error("the journal has no entry");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv)));
