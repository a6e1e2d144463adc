import { readdirSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Endpoint } from "@/server/http/endpoint";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
/** Folders of `app/` that our own door serves; all others are Next's. */
const FOLDERS = [
  ...["v1", "v2", "metrics", "rpc", "csp-report", "pay/state", "pay/report"],
  ...["pay/schedule/state", "pay/schedule/permit", "pay/schedule/sign"],
  ...["pay/schedules/challenge", "pay/schedules/list"],
];

/** Files of all endpoints, relative to the root of the repository, sorted. */
export function routeFiles(): string[] {
  return FOLDERS.flatMap((folder) => filesBelow(join("app", folder)))
    .filter((file) => file.endsWith(`${sep}route.ts`))
    .map((file) => file.split(sep).join("/"))
    .sort();
}

/**
 * All endpoints by file. The production bundle holds a list made at build time in place of this file
 * (`scripts/build.ts`), because there is no `app/` to look into beside it.
 */
export function routeModules(): Promise<[file: string, module: Endpoint][]> {
  return Promise.all(
    routeFiles().map(async (file): Promise<[string, Endpoint]> => {
      // Each route file exports what `endpoint()` made; `server/http/every-endpoint.test.ts` checks all of them.
      const module = (await import(/* @vite-ignore */ pathToFileURL(join(ROOT, file)).href)) as Endpoint;
      return [file, module];
    }),
  );
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) =>
    join(folder, name),
  );
}
