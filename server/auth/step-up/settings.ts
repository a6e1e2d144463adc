import { eq } from "drizzle-orm";
import { platforms } from "@/db/schema";
import type { StepUpSettings } from "@/server/auth/step-up/schema";
import { type Ctx, inTransaction, type Reads } from "@/server/context";
import { setStepUpForEverySession } from "@/server/platforms/step-up";

/** Which sessions of the caller's account confirm their changes. */
export async function readStepUpSettings({
  db,
  caller,
}: Pick<Reads, "db" | "caller">): Promise<StepUpSettings> {
  const [row] = await db
    .select({ isForEverySession: platforms.hasStepUpForEverySession })
    .from(platforms)
    .where(eq(platforms.id, caller.platformId));
  return { isForEverySession: row?.isForEverySession ?? false };
}

/** Turning it off is a change that sessions confirm, since every session does while it is on. */
export function updateStepUpSettings(
  ctx: Ctx,
  { isForEverySession }: StepUpSettings,
): Promise<StepUpSettings> {
  return inTransaction(ctx, async (tx) => {
    await setStepUpForEverySession(tx, ctx.caller.platformId, isForEverySession);
    return { isForEverySession };
  });
}
