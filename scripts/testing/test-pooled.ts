import { spawnSync } from "node:child_process";

/** `npm run test:pooled`: the unit tests as a service behind a pooler runs them (docs/decisions/poolers.md). For the night. */
const THROUGH_ONE = "--pgbouncer";
const given = process.argv.slice(2);
const mode = given.includes(THROUGH_ONE) ? "pgbouncer" : "pooled";
const { error, status } = spawnSync(
  "npx",
  ["vitest", "run", ...given.filter((word) => word !== THROUGH_ONE)],
  {
    stdio: "inherit",
    env: { ...process.env, QUITTANCE_TEST_DATABASE_MODE: mode },
  },
);
if (error) process.stderr.write(`${error.message}\n`);
process.exitCode = status ?? 1;
