import { eq } from "drizzle-orm";
import { platforms } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import type { Ctx, Reads, Tx } from "@/server/context";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";
import { usdText } from "@/server/platforms/key-bounds/daily-limit";

/** What people of an account confirm with a fresh proof. */
export interface StepUpChoices {
  isForEverySession: boolean;
  /** A payment of more is confirmed, millionths of a USD; null for none. */
  paymentsAboveMicroUsd: bigint | null;
}

/** Thrown where a payment has to be confirmed first: nothing was written, and the door asks for the proof. */
export class ConfirmationNeeded extends Error {
  override readonly name = "ConfirmationNeeded";
}

export async function findStepUpChoices(
  { db }: Pick<Reads, "db">,
  platformId: string,
): Promise<StepUpChoices> {
  const [row] = await db
    .select({
      isForEverySession: platforms.hasStepUpForEverySession,
      paymentsAboveMicroUsd: platforms.confirmsPaymentsAboveMicroUsd,
    })
    .from(platforms)
    .where(eq(platforms.id, platformId));
  return row ?? { isForEverySession: false, paymentsAboveMicroUsd: null };
}

/** Sets what people of an account confirm, in every process at once. */
export async function storeStepUpChoices(
  tx: Tx,
  platformId: string,
  { isForEverySession, paymentsAboveMicroUsd }: StepUpChoices,
): Promise<void> {
  await tx.db
    .update(platforms)
    .set({
      hasStepUpForEverySession: isForEverySession,
      confirmsPaymentsAboveMicroUsd: paymentsAboveMicroUsd,
    })
    .where(eq(platforms.id, platformId));
  announceCredentialChange(tx);
  await recordAudit(tx, {
    action: "platform.updated",
    subject: platformId,
    details: {
      stepUpForEverySession: isForEverySession,
      confirmsPaymentsAboveUsd: paymentsAboveMicroUsd === null ? null : usdText(paymentsAboveMicroUsd),
    },
  });
}

/**
 * Has a payment of more than the account's sum confirmed, in sessions that confirm their changes; `microUsd` is null where
 * nobody can tell what it is worth, which no sum covers. Throws `ConfirmationNeeded`. What a second person approved was
 * confirmed when it was asked for.
 */
export async function requireConfirmedPayment(
  ctx: Pick<Ctx, "db" | "caller" | "approval" | "isConfirmed">,
  microUsd: bigint | null,
): Promise<void> {
  if (!ctx.caller.isHeldToStepUp || ctx.approval || ctx.isConfirmed) return;
  const { paymentsAboveMicroUsd } = await findStepUpChoices(ctx, ctx.caller.platformId);
  if (paymentsAboveMicroUsd === null) return;
  if (microUsd === null || microUsd > paymentsAboveMicroUsd) throw new ConfirmationNeeded("not confirmed");
}
