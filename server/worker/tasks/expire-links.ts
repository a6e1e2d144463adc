import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { expireLinks } from "@/server/secure-payments/settling/expire";
import type { LoopDefinition } from "@/server/worker/loop";

/** Links per pass; a pass that reaches it is repeated at once. */
const PER_PASS = 500;

/** Marks payment links whose time is over. Readers do not wait for it. */
export function expireLinksLoop(app: App): LoopDefinition {
  return {
    name: "expire links",
    everyMs: 60_000,
    pass: async () => {
      const expired = await expireLinks(app.context(systemCaller("")), PER_PASS);
      return expired === PER_PASS ? "more" : "idle";
    },
  };
}
