import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { bringBrowser, broughtBrowser } from "@/server/testing/browser/brought-browser";

/** What Chromium is called by those who package it. The build without windows is first: it takes half the time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The browser that `CHROMIUM_PATH` names, or else the first on `PATH`, or else the one that was brought before;
 * undefined where there is none.
 */
export function findBrowser(env: Environment): string | undefined {
  if (env.CHROMIUM_PATH) return isExecutable(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : undefined;
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const installed = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...installed, broughtBrowser(env)].find(isExecutable);
}

/** The same, and where there is none, one is brought. Throws an error that says what to do where that fails. */
export async function requireBrowser(env: Environment): Promise<string> {
  if (env.CHROMIUM_PATH && findBrowser(env) === undefined)
    throw new Error(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, which is no program that can be run.`);
  try {
    return findBrowser(env) ?? (await bringBrowser(env));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `${why} (install chromium-headless-shell or chromium, or set CHROMIUM_PATH to a browser)`,
      { cause },
    );
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
