import { PHASE_DEVELOPMENT_SERVER } from "next/constants.js";

/** Headers of pages and files. API answers carry their own, the same through both front doors. */
const PAGE_HEADERS = [
  { key: "x-content-type-options", value: "nosniff" },
  { key: "referrer-policy", value: "no-referrer" },
  { key: "permissions-policy", value: "camera=(), microphone=(), geolocation=(), payment=()" },
];

/** Read by Safe interfaces from their own origin: it says what every visitor of the page may know. */
const MANIFEST_HEADERS = [
  { key: "access-control-allow-origin", value: "*" },
  { key: "access-control-allow-methods", value: "GET" },
  { key: "access-control-allow-headers", value: "X-Requested-With, content-type, Authorization" },
];

/** Safe interfaces append the file's name to the address of an app, whatever is in it: a payment link has a query. */
const MANIFEST_OF_LINK = [{ type: "query", key: "token", value: ".*/manifest\\.json" }];

/** Files that Next takes as pages and routes: those of the API, `route.ts`, are not among them. */
const PAGES = ["tsx", "next.ts"];

/**
 * Plain JavaScript: for one of TypeScript every web process would load a compiler of 100 MB.
 *
 * In production our own door serves the API (`server/main.ts`), and a build that leaves it to that door takes half
 * the time. `next dev` has no such door, and serves both.
 *
 * @type {(phase: string) => import("next").NextConfig}
 */
const config = (phase) => ({
  pageExtensions: phase === PHASE_DEVELOPMENT_SERVER ? [...PAGES, "ts"] : PAGES,
  poweredByHeader: false,
  // No page uses its component for images. Without this it draws our images anew for whoever asks, and keeps them on disk,
  // which fails where the file system is read-only.
  images: { unoptimized: true },
  // `npm run types` checks them, those of the routes too; a second time would make every build longer by a third.
  typescript: { ignoreBuildErrors: true },
  // `/pay/?token=…` is a documented address, and a redirect would differ between the two front doors.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: ["pino", "prom-client", "postgres", "siwe", "tronweb"],
  // The addresses we print name 127.0.0.1, and the development client runs only where it is expected.
  allowedDevOrigins: ["127.0.0.1"],
  turbopack: {
    root: import.meta.dirname,
    // WalletConnect's own dialog, which we replace by ours, is not installed.
    resolveAlias: Object.fromEntries(
      ["@reown/appkit", "@reown/appkit/core", "@reown/appkit/networks"].map((name) => [
        name,
        "./wallet/no-dialog.ts",
      ]),
    ),
  },
  outputFileTracingRoot: import.meta.dirname,
  experimental: {
    // 200 MB that only a later build would read: written with a third of the work of the first, which a newcomer waits for.
    turbopackFileSystemCacheForBuild: false,
    // A page is loaded when it is asked for first; the server asks for the payer's itself as it starts.
    preloadEntriesOnStart: false,
  },
  rewrites: async () => ({
    beforeFiles: [
      // Browsers ask for it by themselves where they have not read a page's own icon yet.
      { source: "/favicon.ico", destination: "/icon.svg" },
      { source: "/pay/manifest.json", destination: "/manifest.json" },
      { source: "/pay", has: MANIFEST_OF_LINK, destination: "/manifest.json" },
    ],
  }),
  headers: async () => [
    { source: "/manifest.json", headers: MANIFEST_HEADERS },
    { source: "/pay/manifest.json", headers: MANIFEST_HEADERS },
    { source: "/pay", has: MANIFEST_OF_LINK, headers: MANIFEST_HEADERS },
    { source: "/((?!v1(?:/|$)|v2(?:/|$)|metrics$|rpc(?:/|$)|csp-report$).*)", headers: PAGE_HEADERS },
  ],
});

export default config;
