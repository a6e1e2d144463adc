import { inject } from "vitest";
import { z } from "zod";

const Mode = z.enum(["direct", "pooled", "pgbouncer"]);
const VARIABLE = "QUITTANCE_TEST_DATABASE_MODE";

/** As the variable says; `direct` without it. */
export function testDatabaseMode(): z.infer<typeof Mode> {
  return Mode.parse(process.env[VARIABLE] || "direct");
}

/**
 * The settings by which a test reaches its database: as an installation without a pooler; with
 * `QUITTANCE_TEST_DATABASE_MODE=pooled` as one behind PgBouncer, without NOTIFY, prepared statements and settings of a
 * session; and with `pgbouncer` through one, which the run has started (docs/decisions/poolers.md).
 */
export function databaseEnvironment(url: string): { DATABASE_URL: string; DATABASE_MODE: string } {
  const mode = testDatabaseMode();
  if (mode !== "pgbouncer") return { DATABASE_URL: url, DATABASE_MODE: mode };
  const through = new URL(url);
  through.port = String(inject("pgbouncerPort"));
  return { DATABASE_URL: through.href, DATABASE_MODE: "pooled" };
}
