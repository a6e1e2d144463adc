import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { expireRefunds } from "@/server/payments/refunds/follow";
import type { LoopDefinition } from "@/server/worker/loop";

/** Refunds per pass; a pass that reaches it is repeated at once. */
const PER_PASS = 500;

/** Gives up refunds that were prepared and not sent, so that their amount is free again. */
export function expireRefundsLoop(app: App): LoopDefinition {
  return {
    name: "expire refunds",
    everyMs: 60_000,
    pass: async () => {
      const expired = await expireRefunds(app.context(systemCaller("")), PER_PASS);
      return expired === PER_PASS ? "more" : "idle";
    },
  };
}
