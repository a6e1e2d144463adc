import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";

const directory = mkdtempSync(join(tmpdir(), "quittance-run-test-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Runs a program with these lines by `scripts/run.mjs`, whose temporary files are `directory`'s. */
async function run(lines: string[], args: string[] = []) {
  const program = join(directory, "program.ts");
  writeFileSync(program, lines.join("\n"));
  const runner = join(repositoryRoot(), "scripts", "run.mjs");
  const started = promisify(execFile)(process.execPath, [runner, program, ...args], {
    env: { ...process.env, TMPDIR: directory },
  });
  const { stdout, stderr } = await started.catch((error: { stdout: string; stderr: string }) => error);
  return { stdout, stderr, program };
}

test("a program knows its arguments and its own place, finds our files and libraries, and leaves nothing behind", async () => {
  const { stdout, program } = await run(
    [
      'import { getAddress } from "viem";',
      'import { repositoryRoot } from "@/repository-root";',
      "console.log(JSON.stringify([process.argv.slice(1), import.meta.dirname, repositoryRoot(), typeof getAddress]));",
    ],
    ["--rows", "5"],
  );
  expect(JSON.parse(stdout)).toEqual([[program, "--rows", "5"], directory, repositoryRoot(), "function"]);
  expect(readdirSync(directory)).toEqual(["program.ts"]);
});

test("what a program writes into another program stays as it is", async () => {
  const { stdout } = await run(['console.log("createRequire(import.meta.url)", typeof import.meta.url);']);
  expect(stdout.trim()).toBe("createRequire(import.meta.url) string");
});

test("the trace of an error names the line of the source", async () => {
  const { stderr, program } = await run([
    "const wanted: number = 1;",
    "",
    "throw new Error(String(wanted));",
  ]);
  expect(stderr).toContain("Error: 1");
  expect(stderr).toContain(`${program}:3`);
});

test("nothing that made the program runs beside it", async () => {
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

describe("a program of the repository", () => {
  const root = repositoryRoot();
  const runner = join(root, "scripts", "run.mjs");
  mkdirSync(join(root, "test-results"), { recursive: true });
  const folder = mkdtempSync(join(root, "test-results", "run-"));
  const program = join(folder, "program.ts");
  const cache = join(root, "node_modules", ".cache", "quittance-run");
  const kept = join(cache, `${relative(root, program).replaceAll("/", "_")}.mjs`);
  const output = async () => (await promisify(execFile)(process.execPath, [runner, program])).stdout;
  afterAll(() => {
    for (const path of [folder, kept, `${kept}.json`]) rmSync(path, { recursive: true, force: true });
  });

  test("is made once, and anew when one of its files has changed", async () => {
    writeFileSync(join(folder, "part.ts"), "export const part: number = 1;");
    // What tells the build its routes is such a file.
    writeFileSync(join(folder, "place.mjs"), "export const place = import.meta.dirname;");
    writeFileSync(
      program,
      'import { part } from "./part";\nimport { place } from "./place.mjs";\nif (place !== import.meta.dirname) throw new Error(place);\nconsole.log(part);',
    );
    expect(await output()).toBe("1\n");
    const { mtimeMs } = statSync(kept);
    expect(await output()).toBe("1\n");
    expect(statSync(kept).mtimeMs).toBe(mtimeMs);
    writeFileSync(join(folder, "part.ts"), "export const part: number = 22;");
    expect(await output()).toBe("22\n");
    // Nothing is left of the way there.
    expect(readdirSync(cache).filter((name) => /\.\d+$/.test(name) && name.includes("test-results"))).toEqual(
      [],
    );
  });

  test("is not taken from a directory that others can write to", async () => {
    writeFileSync(kept, 'console.log("planted");');
    expect(existsSync(`${kept}.json`)).toBe(true);
    expect(await output()).toBe("planted\n");
    chmodSync(cache, 0o722);
    try {
      expect(await output()).toBe("22\n");
    } finally {
      chmodSync(cache, 0o700);
    }
  });

  test("is that of a copy in a copy: it works there, and nothing of it names the place where it was made", async () => {
    writeFileSync(
      program,
      [
        'import { createRequire } from "node:module";',
        'import { ulid } from "ulid";',
        'import { getAddress } from "viem";',
        'import { repositoryRoot } from "@/repository-root";',
        'if (typeof ulid() !== "string" || typeof getAddress !== "function") throw new Error("no libraries");',
        'const ulidAt = createRequire(import.meta.url).resolve("ulid");',
        "console.log(JSON.stringify([repositoryRoot(), import.meta.dirname, process.argv[1], ulidAt]));",
        'console.log(new Error("a trace").stack);',
      ].join("\n"),
    );
    await output();
    const made = readFileSync(kept, "utf8");
    const map = Buffer.from(made.slice(made.lastIndexOf("base64,") + "base64,".length), "base64").toString();
    expect([made, map].filter((text) => text.includes(root))).toEqual([]);

    // A copy of all that the module is made of and run by.
    const copy = join(directory, "copy");
    const asInRoot = (path: string) => join(copy, relative(root, path));
    const stamped = Object.keys(JSON.parse(readFileSync(`${kept}.json`, "utf8")));
    const others = [kept, `${kept}.json`].map((path) => relative(root, path));
    mkdirSync(copy);
    const paths = [...stamped, ...others, "package.json", "scripts", "node_modules/ulid"];
    await promisify(execFile)("cp", ["--archive", "--parents", ...paths, copy], { cwd: root });
    const { mtimeMs } = statSync(asInRoot(kept));

    const { stdout } = await promisify(execFile)(process.execPath, [asInRoot(runner), asInRoot(program)]);
    const [own = "", ...trace] = stdout.split("\n");
    const ulidAt = createRequire(import.meta.url).resolve("ulid");
    expect(JSON.parse(own)).toEqual([copy, asInRoot(folder), asInRoot(program), asInRoot(ulidAt)]);
    expect(trace.join("\n")).toContain(`${asInRoot(program)}:8`);
    expect(trace.join("\n")).not.toContain(root);
    // It was not made anew, which would prove nothing.
    expect(statSync(asInRoot(kept)).mtimeMs).toBe(mtimeMs);
  });
});
