import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findBrowser, requireBrowser } from "@/server/testing/browser/browser";

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "quittance-browser-"));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

function aProgram(folder: string, name: string, mode = 0o755): string {
  mkdirSync(join(parent, folder), { recursive: true });
  const path = join(parent, folder, name);
  writeFileSync(path, "#!/bin/sh\n", { mode });
  return path;
}
const pathOf = (...folders: string[]) => folders.map((folder) => join(parent, folder)).join(delimiter);

describe("the browser of the journeys", () => {
  test.each([
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
  ])("is found on PATH as %s", (name) => {
    const browser = aProgram("bin", name);
    expect(findBrowser({ PATH: pathOf("empty", "bin") })).toBe(browser);
  });

  test("is the one of CHROMIUM_PATH, whatever else there is", async () => {
    aProgram("bin", "chromium");
    const CHROMIUM_PATH = aProgram("own", "browser");
    expect(await requireBrowser({ CHROMIUM_PATH, PATH: pathOf("bin") })).toBe(CHROMIUM_PATH);
  });

  test("is the Chromium without windows rather than the one with them", () => {
    aProgram("bin", "chromium");
    const shell = aProgram("other", "chromium-headless-shell");
    expect(findBrowser({ PATH: pathOf("bin", "other") })).toBe(shell);
  });

  test("is Chromium rather than Chrome", () => {
    aProgram("first", "google-chrome");
    const chromium = aProgram("second", "chromium");
    expect(findBrowser({ PATH: pathOf("first", "second") })).toBe(chromium);
  });

  test("is no folder, and no file that cannot be run", () => {
    aProgram("bin", "chromium", 0o644);
    mkdirSync(join(parent, "bin", "chrome"));
    expect(findBrowser({ HOME: parent, PATH: pathOf("bin") })).toBeUndefined();
  });

  test("that is missing is said in words that tell what to do", async () => {
    // npm is not on this PATH, so that none can be brought.
    await expect(requireBrowser({ HOME: parent, PATH: pathOf("bin") })).rejects.toThrow(
      /^Chromium \(.*\) could not be brought: .* \(install chromium-headless-shell or chromium, or set CHROMIUM_PATH to a browser\)$/,
    );
    const CHROMIUM_PATH = join(parent, "gone");
    await expect(requireBrowser({ CHROMIUM_PATH, PATH: pathOf("bin") })).rejects.toThrow(
      `CHROMIUM_PATH is ${CHROMIUM_PATH}, which is no program that can be run.`,
    );
  });
});
