import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { hangLimit, isLong } from "@/server/testing/long";
import { importsOf, readSources } from "@/server/testing/source-files";
import { firstDifference } from "@/sim/world/trace";

interface Ended {
  code: number;
  output: string;
  errors: string;
}

/** Runs the command as a process of its own: a simulation replaces time and chance of the whole process. */
function sim(...args: string[]): Promise<Ended> {
  const command = ["scripts/run.mjs", "sim/main.ts", ...args];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      command,
      { cwd: join(repositoryRoot()), maxBuffer: 2 ** 26 },
      (error, output, errors) => resolve({ code: Number(error?.code ?? 0), output, errors }),
    );
  });
}

const hashesOf = ({ output }: Ended) => output.match(/[0-9a-f]{64}$/gm) ?? [];

test("npm run sim -- --seeds does the same with the same seed, whatever it played before, and something else with another", async () => {
  const first = await sim("--seeds", "3..4", "--days", "0.1");
  const second = await sim("--seed", "4", "--days", "0.1", "--trace");
  expect(first).toMatchObject({ code: 0, errors: "" });
  const [three, four] = hashesOf(first);
  expect(four).not.toBe(three);
  expect(hashesOf(second).at(-1)).toBe(four);
  expect(second.output).toMatch(/ step 0: \w+/);
});

test("a seed of the page about reliability is played by the command that stands there, with its --seed and --days", async () => {
  const page = readFileSync(join(repositoryRoot(), "docs", "reliability.md"), "utf8");
  const [, args = ""] = /^npm run sim -- (--seed \S+ --days \S+)$/m.exec(page) ?? [];
  expect(args).not.toBe("");
  const { code, output, errors } = await sim(...args.split(" "));
  expect(code, `${output}${errors}`).toBe(0);
});

test("the journal follows an operator who lets a halted watcher go on: what a request got too much is gone", async () => {
  const { code, output, errors } = await sim("--seed", "61", "--days", "1", "--trace");
  expect(code, `${output.slice(-2_000)}${errors}`).toBe(0);
  expect(output).toContain("sepolia has halted");
});

test("an operator who resumes a network has deposits and fills of other networks looked for again", async () => {
  const { code, output, errors } = await sim("--seed", "7", "--days", "1", "--trace");
  expect(code, `${output.slice(-2_000)}${errors}`).toBe(0);
  expect(output).toContain("cross_bridge");
  expect(output).toMatch(/sent: 0x[0-9a-f]{64} fills/);
  expect(output).toMatch(/(?:base|bsc) has halted/);
});

test("an operator who resumes a network has transactions of Safes looked for again, and a moved block replaces none", async () => {
  for (const [seed, story] of [
    ["104", "final_execution_lost"],
    ["128", "moved_before"],
  ] as const) {
    const { code, output, errors } = await sim("--seed", seed, "--days", "1", "--trace");
    expect(code, `${output.slice(-2_000)}${errors}`).toBe(0);
    expect(output).toMatch(new RegExp(`pay_from_safe .*story=${story}`));
    expect(output).toMatch(/sent: 0x[0-9a-f]{64} has 0x5a\d+ use its nonce/);
  }
});

test("a restored service tells of the payment that a reorganisation brought meanwhile under an ID of its own", async () => {
  const { code, output, errors } = await sim("--seed", "256", "--days", "1", "--trace");
  expect(code, `${output.slice(-2_000)}${errors}`).toBe(0);
  expect(output).toMatch(/ step \d+: restore .*repaid=\d/);
  expect(output).toMatch(/ restored$/m);
});

test(
  "seeds that nobody has played break no rule",
  async () => {
    const count = isLong() ? (process.env.SIM_SEEDS ?? "200") : "1";
    const { code, output, errors } = await sim("--new", count, "--days", "1");
    expect(code, `${output}${errors}`).toBe(0);
  },
  hangLimit(300_000),
);

test.runIf(isLong())(
  "a hundred seeds do the same twice, which --twice compares",
  async () => {
    const ended = await sim("--seeds", "1..100", "--days", "1", "--twice");
    expect(ended.code, `${ended.output}${ended.errors}`).toBe(0);
    expect(hashesOf(ended)).toHaveLength(100);
  },
  hangLimit(300_000),
);

test("two runs that differ are told apart by the first line that differs", () => {
  expect(firstDifference(["a", "b"], ["a", "b"])).toBeNull();
  expect(firstDifference(["a", "b", "c"], ["a", "d", "c"])).toEqual(["b", "d"]);
  expect(firstDifference(["a"], ["a", "b"])).toEqual(["(ended)", "b"]);
});

test("what is not understood is refused, and --minutes begins no further seed", async () => {
  expect(await sim("--seeds", "9")).toMatchObject({ code: 2, errors: "--seeds must be like 1..100.\n" });
  expect(await sim("--days", "none")).toMatchObject({ code: 2 });
  expect(await sim("--wrong")).toMatchObject({ code: 2 });
  const { output } = await sim("--seeds", "1..50", "--days", "1", "--minutes", "0.0001");
  expect(output).toContain("1 seeds");
});

test("the model shares no code with the service", () => {
  const imports = readSources(["sim/model"])
    .filter(({ path }) => !path.endsWith(".test.ts"))
    .flatMap((file) => importsOf(file, { alsoTypes: true }).map(({ target }) => target));
  expect(imports.filter((target) => !target.startsWith("sim/model/"))).toEqual([]);
});

test("nothing of the service imports the simulator", () => {
  const files = readSources([
    "app",
    "components",
    "db",
    "local",
    "scripts",
    "sdk",
    "server",
    "wallet",
    "e2e",
  ]);
  const importing = files.filter((file) =>
    importsOf(file, { alsoTypes: true }).some(({ target }) => target.startsWith("sim/")),
  );
  expect(importing.map(({ path }) => path)).toEqual([]);
});
