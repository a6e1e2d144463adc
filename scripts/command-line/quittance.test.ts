import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { npmScripts } from "@/server/testing/npm-script";
import { completionFor } from "./completion.mjs";
import { readLine } from "./read-line.mjs";
import { functionOf } from "./run-command.mjs";
import { COMMANDS, FORMER_NAMES, GROUPS } from "./table.mjs";

const NAMES = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[];
const root = repositoryRoot();
const PATHS = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "test" as const };

/** `quittance` as a process, in an environment in which nothing could be done. */
async function quittance(typed: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(root, "scripts/quittance.mjs"), ...typed], {
    env: { ...PATHS, QUITTANCE_DATA_DIR: "/nonexistent", XDG_CONFIG_HOME: "/nonexistent", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { output, errors, code };
}

describe("every command", () => {
  test.each(NAMES)("%s has a file and a help with examples that name it", (name) => {
    const row: { program?: { source: string }; examples: readonly string[] } = COMMANDS[name];
    const source =
      name === "completion" ? "scripts/quittance.mjs" : (row.program?.source ?? functionOf(name).source);
    expect(existsSync(join(root, source))).toBe(true);
    const help = readLine([...name.split(" "), "--help"]);
    expect(help).toMatchObject({ errors: "", code: 0 });
    expect("output" in help && help.output).toContain(`Usage: quittance ${name}`);
    expect(row.examples.length).toBeGreaterThan(0);
    for (const example of row.examples) {
      expect("output" in help && help.output).toContain(`quittance ${example}`);
      expect(example.startsWith(name)).toBe(true);
      // Up to what the shell would take for itself; places for texts of people hold a blank.
      const [typed = ""] = example.split(" > ");
      const words = typed.replaceAll(/"[^"]*"|<[^>]*>/g, "x").split(" ");
      expect(readLine(words)).toMatchObject({ name });
    }
  });

  test("of several words has a word about the first, and no first word is left without a command", () => {
    const firsts = NAMES.filter((name) => name.includes(" ")).map((name) => name.split(" ")[0]);
    expect(Object.keys(GROUPS).sort()).toEqual([...new Set(firsts)].sort());
  });
});

describe("what is typed", () => {
  test.each([
    [["chain", "rescan", "--network", "base", "--apply"], { network: "base", apply: true }],
    [["chain", "restored"], { skip: "10000", apply: false }],
    [["verify", "-", "--rpc", "a=b", "--rpc", "c=d"], { rpc: ["a=b", "c=d"], stack: false }],
    [["platforms", "limit", "x", "--per-day", "5"], { "per-day": "5" }],
  ])("%j is read with its options by name", (typed, options) => {
    expect(readLine(typed)).toMatchObject({ options, isJson: false });
  });

  test.each([
    [["chian"], "Did you mean chain?"],
    [["chain", "dance"], "quittance chain --help"],
    [["chain", "rescan", "--netwrok", "base"], "Did you mean --network?"],
    [["audit", "everything"], "quittance audit --help"],
    [["restore"], "quittance restore --help"],
    [["chain", "settle", "--request"], "quittance chain settle --help"],
    [[], "Usage: quittance"],
    [["chain"], "Usage: quittance chain"],
  ])("%j is refused with 2, and what would be right", (typed, message) => {
    expect(readLine(typed)).toMatchObject({ code: 2, output: "", errors: expect.stringContaining(message) });
  });
});

describe("as a process", () => {
  test("quittance --help lists every command and what exit codes mean", async () => {
    const { output, errors, code } = await quittance(["--help"]);
    expect([errors, code]).toEqual(["", 0]);
    expect(output).toContain("Exit codes: 0 done, 1 failed or differs, 2 called wrongly.");
    for (const first of NAMES.map((name) => name.split(" ")[0])) expect(output).toContain(`\n  ${first} `);
  });

  test("a wrong call ends with 2 and writes nothing to standard output", async () => {
    expect(await quittance(["chain", "dance"])).toMatchObject({ code: 2, output: "" });
    expect(await quittance(["completion", "tcsh"])).toMatchObject({ code: 2, output: "" });
  });

  test("a function of TypeScript is loaded, and fails with 1 in one line", async () => {
    const { output, errors, code } = await quittance(["verify", "/nonexistent/quittance.json"]);
    expect([output, code]).toEqual(["", 1]);
    expect(errors).toMatch(/^ENOENT: .*\n$/);
  });

  test("quittance start, quittance dev and quittance worker start their programs with what was typed", async () => {
    expect(await quittance(["start", "--networks", "moon"])).toMatchObject({
      code: 1,
      errors: expect.stringContaining("Unknown network: moon"),
    });
    expect(await quittance(["dev", "--filler", "dance"])).toMatchObject({
      code: 1,
      errors: expect.stringContaining("Unknown mode of the filler: dance"),
    });
    expect(await quittance(["worker"])).toMatchObject({
      code: 1,
      errors: expect.stringContaining("DATABASE_URL"),
    });
  });

  test("quittance settings and quittance contracts deploy say what they did, or did not", async () => {
    const page = join("/nonexistent", "settings.md");
    expect(await quittance(["settings", page])).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^ENOENT/),
    });
    const { code, errors } = await quittance(["contracts", "deploy", "--rpc-url", "http://127.0.0.1:9"]);
    expect([code, errors]).toEqual([1, expect.stringContaining("DEPLOYER_PRIVATE_KEY")]);
  });

  test("ends quietly when nobody reads its output any more", async () => {
    const line = `"${process.execPath}" "${join(root, "scripts/quittance.mjs")}" completion fish | head -1`;
    const { stdout, stderr } = await promisify(execFile)("bash", ["-c", line], { env: PATHS });
    expect([stdout, stderr]).toEqual(["# quittance completion fish\n", ""]);
  });
});

describe("the npm scripts of before", () => {
  test("start the commands that they are now", () => {
    const scripts = npmScripts();
    for (const [script, words] of Object.entries(FORMER_NAMES)) {
      expect(scripts[script]).toBe(`node scripts/quittance.mjs ${words}`);
      const names = NAMES.filter((name) => name === words || name.startsWith(`${words} `));
      expect(names).not.toEqual([]);
    }
    expect(scripts.q).toBe("node scripts/quittance.mjs");
  });

  test("npm run audit says its new name in one line on standard error, npm run q says nothing", async () => {
    const npm = (args: string[]) =>
      promisify(execFile)("npm", ["run", "-s", ...args], { cwd: root, env: PATHS });
    const before = await npm(["audit", "--", "--help"]);
    expect(before.stderr).toBe(
      "npm run audit goes away with the next release. Its name is now: npm run -s q -- audit\n",
    );
    expect(before.stdout).toContain("Usage: quittance audit");
    const now = await npm(["q", "--", "audit", "--help"]);
    expect(now).toEqual({ stdout: before.stdout, stderr: "" });
  });
});

describe("completion", () => {
  test.each([
    ["quittance ", ["start", "audit", "chain", "completion"]],
    ["quittance chai", ["chain"]],
    ["quittance chain ", ["status", "rescan"]],
    ["quittance chain re", ["rescan", "resume", "restored"]],
    ["quittance chain rescan --", ["--network", "--from", "--apply", "--json"]],
    ["quittance chain rescan --network base --a", ["--apply"]],
    ["quittance verify quittance.json --s", ["--signer", "--signers", "--stack"]],
    ["quittance completion ", ["bash", "zsh", "fish"]],
  ])("quittance completion bash completes %j", async (line, expected) => {
    const words = line.split(" ");
    const script = [
      completionFor("bash"),
      `COMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")})`,
      `COMP_CWORD=${words.length - 1}`,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: bash reads it.
      '_quittance; printf "%s\\n" "${COMPREPLY[@]}"',
    ].join("\n");
    const { stdout, stderr } = await promisify(execFile)("bash", ["-c", script]);
    expect(stderr).toBe("");
    expect(stdout.trim().split("\n")).toEqual(expect.arrayContaining(expected));
    if (expected.length === 1) expect(stdout.trim().split("\n")).toEqual(expected);
  });

  test.each(["zsh", "fish"])("for %s there is one that has every command and option", (shell) => {
    const script = completionFor(shell) ?? "";
    for (const name of NAMES) {
      const options = Object.keys((COMMANDS[name] as { options?: object }).options ?? {});
      for (const word of [...name.split(" "), ...options]) expect(script).toContain(word);
    }
    expect(completionFor("tcsh")).toBeUndefined();
    expect(completionFor("toString")).toBeUndefined();
  });
});
