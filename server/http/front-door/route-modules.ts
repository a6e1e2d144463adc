import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Endpoint } from "@/server/http/endpoint";
import { routeFilesOf } from "@/server/http/front-door/route-files.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");

/**
 * All endpoints by file. A bundle holds a list made when it was built in place of this file
 * (`scripts/routes-known-ahead.mjs`): beside it there may be no `app/` to look into.
 */
export function routeModules(): Promise<[file: string, module: Endpoint][]> {
  return Promise.all(
    routeFilesOf(ROOT).map(async (file): Promise<[string, Endpoint]> => {
      // Each route file exports what `endpoint()` made; `server/http/every-endpoint.test.ts` checks all of them.
      const module = (await import(/* @vite-ignore */ pathToFileURL(join(ROOT, file)).href)) as Endpoint;
      return [file, module];
    }),
  );
}
