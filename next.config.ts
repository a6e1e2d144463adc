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
  // `/pay/?token=…` is a documented address, and a redirect would differ between the two front doors.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: ["pino", "prom-client", "postgres"],
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
  headers: async () => [{ source: "/((?!v1(?:/|$)|v2(?:/|$)|metrics$).*)", headers: PAGE_HEADERS }],
};

export default config;
