// In JavaScript, because what bundles programs reads it as well (`scripts/routes-known-ahead.mjs`).
import { readdirSync } from "node:fs";
import { join, sep } from "node:path";

/** Folders of `app/` that our own door serves: the API, and what pages ask for beside it. All others are Next's. */
const FOLDERS = [
  ...["v1", "v2", "metrics", "rpc", "csp-report", "onboarding/state"],
  ...["pay/state", "pay/sources", "pay/deposit", "pay/report"],
  ...["pay/schedule/state", "pay/schedule/permit", "pay/schedule/sign"],
  ...["pay/schedules/challenge", "pay/schedules/list"],
];

const API = new RegExp(`^/(?:${FOLDERS.join("|")})(?:[/?]|$)`);

/**
 * Whether our own door serves a request's target: its path, with or without a query.
 * @param {string} target
 * @returns {boolean}
 */
export function isApi(target) {
  return API.test(target);
}

/**
 * Files of all endpoints below `root`, relative to it, sorted.
 * @param {string} root
 * @returns {string[]}
 */
export function routeFilesOf(root) {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, "app", folder), { recursive: true, encoding: "utf8" }).map((name) =>
      join("app", folder, name),
    ),
  )
    .filter((file) => file.endsWith(`${sep}route.ts`))
    .map((file) => file.split(sep).join("/"))
    .sort();
}
