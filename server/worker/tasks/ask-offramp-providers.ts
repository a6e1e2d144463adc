import type { App } from "@/server/boot";
import { syncDue } from "@/server/payers/sync";
import { syncDueOfframps } from "@/server/requests/offramp-transfers/sync";
import { settleLinks } from "@/server/secure-payments/settling/settle-links";
import { inPasses } from "@/server/worker/tasks/in-passes";

/** Asks providers about payers, bank accounts and off-ramps when their time has come, so many of each a pass. */
export const askOfframpProvidersLoop = (app: App) =>
  inPasses(app, { name: "ask off-ramp providers", everyMs: 1_000, perPass: 50 }, async (ctx, most) => {
    const looked = await syncDue(ctx, most);
    const offramps = await syncDueOfframps(ctx, most, settleLinks);
    return Math.max(looked, offramps);
  });
