import { expireApprovals } from "@/server/auth/approvals/expire";
import type { App } from "@/server/boot";
import { inPasses } from "@/server/worker/tasks/in-passes";

/** Ends what waited for a second person until its time was over. */
export const expireApprovalsLoop = (app: App) =>
  inPasses(app, { name: "expire approvals", everyMs: 60_000, perPass: 100 }, expireApprovals);
