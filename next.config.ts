import type { NextConfig } from "next";

/** Headers of pages and files. API answers carry their own, the same through both front doors. */
const PAGE_HEADERS = [
  { key: "x-content-type-options", value: "nosniff" },
  { key: "referrer-policy", value: "no-referrer" },
  { key: "x-frame-options", value: "DENY" },
  { key: "permissions-policy", value: "camera=(), microphone=(), geolocation=(), payment=()" },
];

const config: NextConfig = {
  poweredByHeader: false,
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
  headers: async () => [
    { source: "/((?!v1(?:/|$)|v2(?:/|$)|metrics$|rpc(?:/|$)|csp-report$).*)", headers: PAGE_HEADERS },
  ],
};

export default config;
