import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { help } from "@/local/options";
import { repositoryRoot } from "@/repository-root";
import { npmScripts } from "@/server/testing/npm-script";
import { HELP } from "./help.mjs";

const run = promisify(execFile);

/** Whose --help is printed by `run.mjs` before anything of the command is loaded: one of them shows it for all. */
const listed = (line: string) =>
  Object.entries(HELP).find(([program]) => line.split(" ").includes(program))?.[1];
const SHOWN = "openapi";

/**
 * Commands of other programs, which have a --help of their own, those that are several commands, and those of `quittance`
 * (`scripts/command-line/`).
 */
const OTHERS = /^(?:biome|next|vitest|playwright|drizzle-kit|npm|TEST_LONG|node scripts\/quittance)/;
const commands = Object.entries(npmScripts()).filter(([, line]) => !OTHERS.test(line));
const STARTS = new Set(["start", "dev"]);
const PATHS = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "test" as const };

describe("--help of every npm command", () => {
  test("there are such commands", () => {
    expect(commands.map(([name]) => name)).toEqual(
      expect.arrayContaining(["openapi", "build", "start", "dev"]),
    );
  });

  test.each(commands.filter(([, line]) => listed(line)))("npm run %s says what it takes", (name, line) => {
    expect(listed(line)?.join("\n")).toContain(name === "test" ? "npm test" : "npm run ");
  });

  const asked = commands.filter(([name, line]) => name === SHOWN || !listed(line));
  test.concurrent.each(asked)("npm run %s says what it takes and does nothing", async (name, line) => {
    const [, ...words] = line.split(" ");
    // Nothing in the environment that it could act on: a command that begins its work fails here.
    const env = {
      ...PATHS,
      DATABASE_URL: "postgres://nobody@127.0.0.1:9/none",
      QUITTANCE_DATA_DIR: "/nonexistent",
    };
    const { stdout, stderr } = await run(process.execPath, [...words, "--help"], {
      cwd: repositoryRoot(),
      env,
    });
    // One command describes both starts.
    expect(stdout).toContain(STARTS.has(name) ? "npm start" : "npm run ");
    expect(stderr).toBe("");
    if (name === SHOWN) expect(stdout).toBe(`${listed(line)?.join("\n")}\n`);
    if (STARTS.has(name)) expect(stdout.trim()).toBe(help);
  });
});
