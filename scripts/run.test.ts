import { execFile } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { programsOf } from "./programs/list.mjs";
import { currentFileOf } from "./programs/manifest.mjs";

const directory = mkdtempSync(join(tmpdir(), "quittance-run-test-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe("a program that is not built", () => {
  /** Runs a program with these lines by `scripts/run.mjs`, whose temporary files are `directory`'s. */
  async function run(lines: string[], args: string[] = []) {
    const folder = mkdtempSync(join(directory, "program-"));
    const program = join(folder, "program.ts");
    writeFileSync(program, lines.join("\n"));
    const runner = join(repositoryRoot(), "scripts", "run.mjs");
    const started = promisify(execFile)(process.execPath, [runner, program, ...args], {
      env: { ...process.env, TMPDIR: folder },
    });
    const { stdout, stderr } = await started.catch((error: { stdout: string; stderr: string }) => error);
    return { stdout, stderr, program, folder };
  }

  test("knows its arguments and its own place, finds our files and libraries, and leaves nothing behind", async () => {
    const { stdout, program, folder } = await run(
      [
        'import { getAddress } from "viem";',
        'import { repositoryRoot } from "@/repository-root";',
        "console.log(JSON.stringify([process.argv.slice(1), import.meta.dirname, repositoryRoot(), typeof getAddress]));",
      ],
      ["--rows", "5"],
    );
    expect(JSON.parse(stdout)).toEqual([[program, "--rows", "5"], folder, repositoryRoot(), "function"]);
    expect(readdirSync(folder)).toEqual(["program.ts"]);
  });

  test("keeps what it writes into another program as it is", async () => {
    const { stdout } = await run(['console.log("createRequire(import.meta.url)", typeof import.meta.url);']);
    expect(stdout.trim()).toBe("createRequire(import.meta.url) string");
  });

  test("names the line of the source in the trace of an error", async () => {
    const { stderr, program } = await run([
      "const wanted: number = 1;",
      "",
      "throw new Error(String(wanted));",
    ]);
    expect(stderr).toContain("Error: 1");
    expect(stderr).toContain(`${program}:3`);
  });

  test("has nothing of what made it beside it", async () => {
    const { stdout } = await run([
      'import { execFileSync } from "node:child_process";',
      'import { setTimeout as delay } from "node:timers/promises";',
      'const children = () => execFileSync("ps", ["--ppid", String(process.pid), "-o", "args="]).toString();',
      "const deadline = Date.now() + 5_000;",
      'while (children().includes("--service=") && Date.now() < deadline) await delay(20);',
      "console.log(children());",
    ]);
    expect(stdout).not.toContain("--service=");
  });
});

describe("a program that is built", () => {
  /** A repository of its own, with the programs `one.ts` and `two.ts`, which share a part. */
  let root: string;
  const put = (path: string, lines: string[]) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), lines.join("\n"));
  };
  const { NODE_ENV: _, ...env } = process.env;
  const node = async (args: string[], cwd = root) =>
    (await promisify(execFile)(process.execPath, args, { cwd, env: env as NodeJS.ProcessEnv })).stdout;
  const build = (cwd = root) =>
    node(
      [
        "--input-type=module",
        "-e",
        'await (await import("./scripts/programs/build.mjs")).buildPrograms(process.cwd())',
      ],
      cwd,
    );
  const run = (program: string, cwd = root) => node(["scripts/run.mjs", program], cwd);
  const isBuilt = (program: string, at = root) => currentFileOf(at, program) !== undefined;

  beforeAll(async () => {
    root = join(directory, "repository");
    mkdirSync(join(root, "scripts"), { recursive: true });
    for (const path of ["scripts/run.mjs", "scripts/help.mjs", "scripts/programs", "repository-root.ts"])
      cpSync(join(repositoryRoot(), path), join(root, path), { recursive: true });
    symlinkSync(join(repositoryRoot(), "node_modules"), join(root, "node_modules"));
    put("package.json", [
      JSON.stringify({
        type: "module",
        scripts: { one: "node scripts/run.mjs one.ts", two: "A=1 node scripts/run.mjs two.ts --flag" },
      }),
    ]);
    put("shared.ts", ["export const shared: number = 1;"]);
    put("one.ts", [
      'import { createRequire } from "node:module";',
      'import { ulid } from "ulid";',
      'import { getAddress } from "viem";',
      'import { repositoryRoot } from "@/repository-root";',
      'import { shared } from "@/shared";',
      'if (typeof ulid() !== "string" || typeof getAddress !== "function") throw new Error("no libraries");',
      'const found = createRequire(import.meta.url).resolve("ulid").length > 0;',
      "console.log(JSON.stringify([shared, repositoryRoot(), import.meta.dirname, process.argv[1], found]));",
      'console.log(new Error("a trace").stack);',
    ]);
    put("two.ts", ['import { shared } from "./shared";', "console.log(shared + 1);"]);
    for (const service of ["server/main.ts", "server/worker/main.ts", "local/crosschain/main.ts"])
      put(service, ["console.log(process.env.NODE_ENV);"]);
    await build();
  });

  test("runs from dist as its source would: its own place, ours and its line in a trace", async () => {
    expect(programsOf(root).filter((program: string) => !isBuilt(program))).toEqual([]);
    const [own = "", ...trace] = (await run("one.ts")).split("\n");
    expect(JSON.parse(own)).toEqual([1, root, root, join(root, "one.ts"), true]);
    expect(trace.join("\n")).toContain(`${join(root, "one.ts")}:9`);
    expect(await node(["dist/main.js"])).toBe("production\n");
  });

  test("runs in a copy as a program of the copy, and names the place where it was made nowhere", async () => {
    const texts = readdirSync(join(root, "dist")).map((name) =>
      readFileSync(join(root, "dist", name), "utf8"),
    );
    expect(texts.length).toBeGreaterThan(8);
    expect(texts.filter((text) => text.includes(root))).toEqual([]);
    // Other times of all files, as a copy by hand has them.
    const copy = join(directory, "copy");
    cpSync(root, copy, { recursive: true, verbatimSymlinks: true });
    expect(isBuilt("one.ts", copy)).toBe(true);
    const [own = "", ...trace] = (await run("one.ts", copy)).split("\n");
    expect(JSON.parse(own)).toEqual([1, copy, copy, join(copy, "one.ts"), true]);
    expect(trace.join("\n")).toContain(`${join(copy, "one.ts")}:9`);
    expect(trace.join("\n")).not.toContain(root);
    // The same after the folder was moved.
    const moved = join(directory, "moved");
    renameSync(copy, moved);
    expect(isBuilt("one.ts", moved)).toBe(true);
    expect(await run("two.ts", moved)).toBe("2\n");
  });

  test("never runs as it was before its sources changed", async () => {
    put("shared.ts", ["export const shared: number = 5;"]);
    try {
      expect(isBuilt("two.ts")).toBe(false);
      expect(await run("two.ts")).toBe("6\n");
      // Nothing was built by running.
      expect(isBuilt("two.ts")).toBe(false);
      await build();
      expect(isBuilt("two.ts")).toBe(true);
      expect(await run("two.ts")).toBe("6\n");
    } finally {
      put("shared.ts", ["export const shared: number = 1;"]);
      await build();
    }
  });

  test("is not taken where a source, its file or its manifest is gone or broken", async () => {
    const manifest = join(root, "dist", "two.json");
    const text = readFileSync(manifest, "utf8");
    const file = join(root, "dist", JSON.parse(text).file);
    for (const path of [manifest, file]) {
      const kept = readFileSync(path);
      rmSync(path);
      expect(await run("two.ts")).toBe("2\n");
      expect(isBuilt("two.ts")).toBe(false);
      writeFileSync(path, kept);
    }
    writeFileSync(manifest, text.slice(0, 20));
    expect(await run("two.ts")).toBe("2\n");
    writeFileSync(manifest, text);
    expect(isBuilt("two.ts")).toBe(true);
  });

  test("runs while others build: each start finds the whole of one build", async () => {
    put("shared.ts", ["export const shared: number = 7;"]);
    const runs = Array.from({ length: 4 }, () => run("two.ts"));
    const outputs = await Promise.all([...runs, build(), build(), ...runs]);
    expect(outputs.filter((text) => text !== "" && text !== "8\n")).toEqual([]);
    expect(await run("two.ts")).toBe("8\n");
    expect(isBuilt("two.ts")).toBe(true);
    expect(readdirSync(join(root, "dist")).filter((name) => /\.\d+\./.test(name))).toEqual([]);
  });

  test("is not built again while nothing has changed", async () => {
    const before = readdirSync(join(root, "dist"));
    const planted = join(root, "dist", JSON.parse(readFileSync(join(root, "dist", "two.json"), "utf8")).file);
    writeFileSync(planted, 'console.log("as it was");');
    await build();
    expect(await run("two.ts")).toBe("as it was\n");
    expect(readdirSync(join(root, "dist"))).toEqual(before);
    rmSync(planted);
    await build();
    expect(existsSync(planted)).toBe(true);
  });

  test("runs in a folder where nothing can be written, built or not", async () => {
    const copy = join(directory, "read-only");
    cpSync(root, copy, { recursive: true, verbatimSymlinks: true });
    chmodSync(copy, 0o555);
    try {
      expect(await run("two.ts", copy)).toBe("8\n");
      chmodSync(copy, 0o755);
      rmSync(join(copy, "dist"), { recursive: true });
      chmodSync(copy, 0o555);
      expect(await run("two.ts", copy)).toBe("8\n");
      expect(existsSync(join(copy, "dist"))).toBe(false);
    } finally {
      chmodSync(copy, 0o755);
    }
  });
});
