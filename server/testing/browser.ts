import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

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

/** The browser that `CHROMIUM_PATH` names, or else the first on `PATH`; undefined where there is none. */
export function findBrowser({ CHROMIUM_PATH, PATH = "" }: Environment): string | undefined {
  if (CHROMIUM_PATH) return isExecutable(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined;
  const folders = PATH.split(delimiter).filter((folder) => folder !== "");
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** The same. Throws an error that says what to do where there is none. */
export function requireBrowser(env: Environment): string {
  const browser = findBrowser(env);
  if (browser !== undefined) return browser;
  const missing = env.CHROMIUM_PATH
    ? `CHROMIUM_PATH is ${env.CHROMIUM_PATH}, which is no program that can be run.`
    : `The journeys need Chromium, and none of ${NAMES.join(", ")} is on PATH.`;
  throw new Error(
    `${missing} Install it (apt-get install chromium-headless-shell, or chromium), or set CHROMIUM_PATH to a browser.`,
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
