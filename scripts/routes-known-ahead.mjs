import { resolve } from "node:path";
import { routeFilesOf } from "../server/http/front-door/route-files.mjs";

const ROOT = resolve(import.meta.dirname, "..");

/**
 * Replaces the search for route files by imports of those that exist now.
 * @type {import("esbuild").Plugin}
 */
export const routesKnownAhead = {
  name: "routes-known-ahead",
  setup({ onLoad }) {
    onLoad({ filter: /server\/http\/front-door\/route-modules\.ts$/ }, () => {
      const files = routeFilesOf(ROOT);
      const imports = files.map((file, n) => `import * as route${n} from "@/${file.replace(/\.ts$/, "")}";`);
      const entries = files.map((file, n) => `[${JSON.stringify(file)}, route${n}]`);
      const contents = `${imports.join("\n")}\nexport const routeModules = async () => [${entries.join(", ")}];`;
      return { contents, loader: "ts", resolveDir: ROOT };
    });
  },
};
