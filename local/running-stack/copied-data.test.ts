import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startProcess } from "@/local/processes/process";
import { isCopy } from "@/local/running-stack/copied-data";
import { claimDataDir } from "@/local/running-stack/running-record";
import { readStack, stackPath } from "@/local/running-stack/stack-file";

let parent: string;
let original: string;
let lines: string[];
const log = (line: string) => lines.push(line);
const inParent = (name: string) => join(parent, name);

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "quittance-copy-"));
  original = inParent("original");
  mkdirSync(original);
  lines = [];
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** A data directory that was used: with a key of its own. */
async function use(dataDir: string) {
  const record = await claimDataDir(dataDir, log);
  writeFileSync(join(dataDir, "secret-key"), "key");
  return record;
}

describe("a data directory", () => {
  test("that was copied while it was in use starts empty, and the original's processes run on", async () => {
    const record = await use(original);
    const child = await startProcess({
      name: "worker",
      command: process.execPath,
      args: ["-e", "setInterval(() => {}, 1000)"],
    });
    record.add(child);
    writeFileSync(stackPath(original), "of the original");
    // Its supervisor has been killed meanwhile, as far as the copy can see.
    const copy = inParent("copy");
    cpSync(original, copy, { recursive: true });
    const running = join(copy, "running.json");
    writeFileSync(running, readFileSync(running, "utf8").replace(`"pid":${process.pid}`, '"pid":999999'));
    try {
      expect(readStack(copy)).toBeUndefined();
      const own = await claimDataDir(copy, log);
      expect(child.isRunning()).toBe(true);
      expect(existsSync(join(copy, "secret-key"))).toBe(false);
      const aside = join(copy, "copied-1");
      expect(readFileSync(join(aside, "secret-key"), "utf8")).toBe("key");
      expect(
        ["running.json", "stack.json", "place.json"].filter((name) => existsSync(join(aside, name))),
      ).toEqual([]);
      expect(lines.filter((line) => line.includes("was copied from"))).toHaveLength(1);
      expect(readFileSync(join(original, "secret-key"), "utf8")).toBe("key");

      // What it has made since is its own.
      own.close();
      writeFileSync(join(copy, "secret-key"), "another");
      await claimDataDir(copy, log);
      expect(readFileSync(join(copy, "secret-key"), "utf8")).toBe("another");
      expect(existsSync(join(copy, "copied-2"))).toBe(false);
    } finally {
      await child.stop();
    }
  });

  test("that was moved, or whose original is gone, keeps what it has", async () => {
    (await use(original)).close();
    const moved = inParent("moved");
    renameSync(original, moved);
    expect(isCopy(moved)).toBe(false);
    (await claimDataDir(moved, log)).close();
    expect(readFileSync(join(moved, "secret-key"), "utf8")).toBe("key");

    const restored = inParent("restored");
    cpSync(moved, restored, { recursive: true });
    expect(isCopy(restored)).toBe(true);
    rmSync(moved, { recursive: true });
    expect(isCopy(restored)).toBe(false);

    // Its former place is used by another now.
    mkdirSync(moved);
    (await use(moved)).close();
    expect(isCopy(restored)).toBe(false);
    (await claimDataDir(restored, log)).close();
    expect(readFileSync(join(restored, "secret-key"), "utf8")).toBe("key");
  });
});
