import type { StepUpSettings, StepUpSettingsBody } from "@/server/auth/step-up/schema";
import { type Ctx, inTransaction, type Reads } from "@/server/context";
import { microUsdOf, usdText } from "@/server/platforms/key-bounds/daily-limit";
import { findStepUpChoices, type StepUpChoices, storeStepUpChoices } from "@/server/platforms/step-up";

/** What people of the caller's account confirm. */
export async function readStepUpSettings(ctx: Pick<Reads, "db" | "caller">): Promise<StepUpSettings> {
  return settingsOf(await findStepUpChoices(ctx, ctx.caller.platformId));
}

/** Turning it off, or raising the sum, is a change that sessions confirm as any of the table. */
export function updateStepUpSettings(
  ctx: Ctx,
  { isForEverySession, paymentsAboveUsd }: StepUpSettingsBody,
): Promise<StepUpSettings> {
  return inTransaction(ctx, async (tx) => {
    const before = await findStepUpChoices(tx, ctx.caller.platformId);
    const choices = {
      isForEverySession,
      paymentsAboveMicroUsd:
        paymentsAboveUsd === undefined
          ? before.paymentsAboveMicroUsd
          : paymentsAboveUsd === null
            ? null
            : microUsdOf(paymentsAboveUsd),
    };
    await storeStepUpChoices(tx, ctx.caller.platformId, choices);
    return settingsOf(choices);
  });
}

function settingsOf({ isForEverySession, paymentsAboveMicroUsd }: StepUpChoices): StepUpSettings {
  return {
    isForEverySession,
    paymentsAboveUsd: paymentsAboveMicroUsd === null ? null : usdText(paymentsAboveMicroUsd),
  };
}
