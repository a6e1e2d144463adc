import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { asking } from "@/server/payers/access";
import { requireSandbox } from "@/server/payers/sandbox";
import { findRequest } from "@/server/requests/find";
import { type Settled, syncOfframp } from "@/server/requests/offramp-transfers/sync";
import { currentOfframp } from "@/server/requests/offramps/current";
import type { SandboxOfframpBody } from "@/server/requests/offramps/schema";

/** Lets the sandbox end the way of a payment like this, before or after it is paid. Throws 404 for other requests. */
export async function setSandboxOfframp(
  ctx: Ctx,
  requestId: string,
  body: SandboxOfframpBody,
  settled: Settled,
): Promise<SandboxOfframpBody> {
  const knobs = await requireSandbox(ctx);
  const { id } = await findRequest(ctx, requestId);
  const row = await currentOfframp(ctx, id);
  if (row?.provider !== "sandbox")
    throw new ApiError("request_not_found", "This request has no off-ramp yet");
  await knobs.setTransfer(row.providerTransferId, body);
  // One that is down cannot be asked.
  if (body.answers !== "down") await asking(() => syncOfframp(ctx, row.id, settled));
  return body;
}
