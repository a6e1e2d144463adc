import { eq } from "drizzle-orm";
import { stepUps } from "@/db/schema";
import { askForProof } from "@/server/auth/step-up/ask";
import { callDigest, type ReceivedCall } from "@/server/auth/step-up/call-content";
import type { StepUpRow } from "@/server/auth/step-up/consent-of-step-up";
import { NEEDS_STEP_UP, NEEDS_STEP_UP_ABOVE_SUM } from "@/server/auth/step-up/operations";
import { takeStepUp } from "@/server/auth/step-up/take";
import type { AskedCall } from "@/server/auth/step-up/words";
import type { Begin, Ctx } from "@/server/context";
import type { ApiError } from "@/server/errors";
import { isRecordId } from "@/server/lib/ids";

/** Names the step-up whose proof allows a call. */
export const STEP_UP_HEADER = "x-step-up";

/**
 * Holds a call of a session to a fresh proof, where its operation and its session need one. Gives the context that the verb
 * works with: its first commit takes the proof, so a proof counts once, and a call that is refused before that commit leaves
 * it for another try. Throws 403 `step_up_required` with what has to be signed where the call brings no proof that is good
 * for exactly this call.
 */
export function requireStepUp(
  ctx: Ctx,
  received: ReceivedCall,
  sent: string | null,
  parsed: { params: unknown; body: unknown },
): Ctx | Promise<Ctx> {
  return ctx.caller.isHeldToStepUp ? heldToProof(ctx, received, sent, parsed) : ctx;
}

async function heldToProof(
  ctx: Ctx,
  received: ReceivedCall,
  sent: string | null,
  parsed: { params: unknown; body: unknown },
): Promise<Ctx> {
  const { operationId } = received;
  const words = NEEDS_STEP_UP[operationId];
  if (!words && !NEEDS_STEP_UP_ABOVE_SUM[operationId]) return ctx;
  const proven = sent === null ? null : await findProven(ctx, sent, received);
  if (proven) return { ...takingFirst(ctx, proven), isConfirmed: true };
  // What it is worth is known to the verb.
  if (!words) return ctx;
  throw await askForProof(ctx, received, words, askedCall(ctx, parsed));
}

/** The refusal of a payment that the verb found to be worth more than goes without a proof. */
export async function askToConfirmPayment(
  ctx: Ctx,
  received: ReceivedCall,
  parsed: { params: unknown; body: unknown },
): Promise<ApiError> {
  const words = NEEDS_STEP_UP_ABOVE_SUM[received.operationId];
  if (!words) throw new Error(`${received.operationId} is no payment that is confirmed`);
  return askForProof(ctx, received, words, askedCall(ctx, parsed));
}

/** Path and body of an operation in the table are objects where there are any. */
function askedCall({ caller }: Ctx, { params, body }: { params: unknown; body: unknown }): AskedCall {
  return {
    caller,
    params: (params ?? {}) as AskedCall["params"],
    body: (body ?? {}) as AskedCall["body"],
  };
}

async function findProven(ctx: Ctx, id: string, received: ReceivedCall): Promise<StepUpRow | null> {
  if (!isRecordId(id)) return null;
  const [row] = await ctx.db.select().from(stepUps).where(eq(stepUps.id, id));
  if (!row || row.provenAt === null || row.usedAt !== null || row.expiresAt <= ctx.now()) return null;
  // Session, account, operation, path and body are all part of the digest.
  return row.digest === callDigest(id, ctx.caller, received) ? row : null;
}

/** Whatever the verb writes, it writes in a commit that has taken the proof, or after one. */
function takingFirst(ctx: Ctx, row: StepUpRow): Ctx {
  let isTaken = false;
  const begin: Begin = async (work) => {
    if (isTaken) return ctx.begin(work);
    const result = await ctx.begin(async (db, wake) => {
      await takeStepUp({ db, now: ctx.now }, row);
      return work(db, wake);
    });
    isTaken = true;
    return result;
  };
  return {
    ...ctx,
    begin,
    append: async (statement, one) => {
      if (!isTaken) await begin(async () => {});
      return ctx.append(statement, one);
    },
  };
}
