import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sweepAbandoned } from "@/server/testing/postgres/abandoned";
import { makeTestDirectory, OWNER_FILE } from "@/server/testing/postgres/directory";

test("a directory of a run that was killed is removed by the next, and one of a run that lives is not", () => {
  const [kept, left] = [makeTestDirectory("kept"), makeTestDirectory("left")];
  const owner = JSON.parse(readFileSync(join(left, OWNER_FILE), "utf8"));
  // The same number, given to another process since.
  writeFileSync(join(left, OWNER_FILE), JSON.stringify({ runner: { ...owner.runner, identity: "before" } }));
  sweepAbandoned();
  expect([existsSync(kept), existsSync(left)]).toEqual([true, false]);
  rmSync(kept, { recursive: true });
});
