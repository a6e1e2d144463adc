import type { App } from "@/server/boot";
import { expireLinks } from "@/server/secure-payments/settling/expire";
import { inPasses } from "@/server/worker/tasks/in-passes";

/** Marks payment links whose time is over. Readers do not wait for it. */
export const expireLinksLoop = (app: App) =>
  inPasses(app, { name: "expire links", everyMs: 60_000, perPass: 500 }, expireLinks);
