import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { hasPgbouncer } from "@/server/testing/postgres/pgbouncer";

const MODES: [name: string, options: string[], mode: string, isHere: boolean][] = [
  ["npm run test:pooled", [], "pooled", true],
  ["npm run test:pooled -- --pgbouncer", ["--pgbouncer"], "pgbouncer", hasPgbouncer()],
];

describe("npm run test:pooled", () => {
  test.each(MODES.filter(([, , , isHere]) => isHere))(
    "%s runs the tests it is given in its mode, whatever is set",
    (_, options, mode) => {
      const run = spawnSync(
        process.execPath,
        [
          "scripts/run.mjs",
          "scripts/testing/test-pooled.ts",
          ...options,
          "--reporter=verbose",
          "server/testing/postgres/mode.test.ts",
        ],
        {
          cwd: repositoryRoot(),
          encoding: "utf8",
          env: { ...process.env, QUITTANCE_TEST_DATABASE_MODE: "direct", NO_COLOR: "1" },
        },
      );
      expect(run.stdout).toContain(`the database of a test is reached in the mode ${mode}`);
      expect(run.status).toBe(0);
    },
  );
});
