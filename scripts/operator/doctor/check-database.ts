import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { type Readiness, readReadiness } from "@/server/http/monitoring/readiness";
import { clockDifference } from "@/server/lib/database/compared-clocks";
import { type Finding, well, wrong } from "./finding";

/** More than this is no delay of the network, milliseconds. */
const CLOCK_MS = 2_000;

/** Whether the database answers and has the tables of this version. With what it says of watchers, where it does. */
export async function checkDatabase(app: App): Promise<{ findings: Finding[]; readiness: Readiness }> {
  const networks = app.chains.list().map(({ network }) => network.id);
  const readiness = await readReadiness(app.context(systemCaller("")), networks);
  return { findings: findingsOf(readiness), readiness };
}

function findingsOf({ database, migrations }: Readiness): Finding[] {
  if (database !== "ok") {
    const remedy = "Look at whether it runs, and at host, password and database name of DATABASE_URL.";
    return [wrong("database", "PostgreSQL", "it does not answer", remedy)];
  }
  const answers = well("database", "PostgreSQL", "it answers");
  if (migrations === "ok") return [answers, well("database", "migrations", "those of this version")];
  const reason = migrations === "missing" ? "there are none" : "they are of an older version";
  return [
    answers,
    wrong("database", "migrations", reason, "Run quittance migrate, before the service starts."),
  ];
}

/** Whether the clock of this machine is that of the database. `now` is this machine's. */
export async function checkClock({ database: { db } }: App, now: () => Date): Promise<Finding> {
  const difference = await clockDifference(db, now);
  const about = "this machine and the database";
  if (Math.abs(difference) <= CLOCK_MS) return well("clock", about, "they have the same time");
  const seconds = Math.round(Math.abs(difference) / 1_000);
  const reason = `the database is ${seconds} s ${difference > 0 ? "ahead" : "behind"}`;
  const remedy =
    "Set both clocks by NTP: sessions, rates and links end at the wrong moment, and signatures look old.";
  return wrong("clock", about, reason, remedy);
}
