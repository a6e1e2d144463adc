import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { buildAsService } from "@/scripts/programs/build.mjs";

test("a small program and a large one are built at the same time", async () => {
  const root = repositoryRoot();
  const files = ["small", "large"].map((name) =>
    join("dist", "testing", `at-once-${process.pid}-${name}.js`),
  );
  const [small = "", large = ""] = files;
  try {
    await Promise.all([
      buildAsService(root, "bench/support/load.ts", small),
      buildAsService(root, "server/worker/main.ts", large),
    ]);
    expect(files.filter((file) => existsSync(join(root, file)))).toEqual(files);
  } finally {
    for (const file of files.flatMap((one) => [one, `${one}.map`])) rmSync(join(root, file), { force: true });
  }
});
