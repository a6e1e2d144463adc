import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { hangLimit } from "@/server/testing/long";

/** The version of Node that `npm run test:node` itself runs on, beside the one that runs its tests. */
const OTHER_NODE = process.env.QUITTANCE_OTHER_NODE;

async function hashesBy(node: string): Promise<string[]> {
  const command = ["scripts/run.mjs", "sim/main.ts", "--seeds", "1..2", "--days", "0.2"];
  const { stdout } = await promisify(execFile)(node, command, { cwd: repositoryRoot() });
  return stdout.match(/[0-9a-f]{64}$/gm) ?? [];
}

test.runIf(OTHER_NODE)(
  "a seed does the same line for line on another version of Node",
  async () => {
    const [here, there] = await Promise.all([hashesBy(process.execPath), hashesBy(OTHER_NODE ?? "")]);
    expect(here).toHaveLength(2);
    expect(there).toEqual(here);
  },
  hangLimit(300_000),
);
