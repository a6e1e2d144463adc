import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { requireSandbox } from "@/server/payers/sandbox";
import type { SandboxOutcome } from "@/server/providers/offramp/provider";
import { findRequest } from "@/server/requests/find";
import { currentOfframp } from "@/server/requests/offramps/bind";
import { syncOfframp } from "@/server/requests/offramps/sync";

/** Lets the sandbox end the way of a payment like this, before or after it is paid. Throws 404 for other requests. */
export async function setSandboxOfframp(
  ctx: Ctx,
  requestId: string,
  outcome: SandboxOutcome,
): Promise<{ outcome: SandboxOutcome }> {
  const knobs = await requireSandbox(ctx);
  const { id } = await findRequest(ctx, requestId);
  const row = await currentOfframp(ctx, id);
  if (row?.provider !== "sandbox")
    throw new ApiError("request_not_found", "This request has no off-ramp yet");
  await knobs.setTransfer(row.providerTransferId, outcome);
  await syncOfframp(ctx, row.id);
  return { outcome };
}
