import { endSession } from "@/server/auth/sessions";
import { type Ctx, inTransaction } from "@/server/context";

/** Ends the session of the call, for all who hold its token (WS-11). */
export async function logout(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, (tx) => endSession(tx, ctx.caller.credentialId));
}
