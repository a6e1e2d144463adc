import { recordSession } from "@/server/audit/record-session";
import { endSession } from "@/server/auth/sessions";
import { type Ctx, inTransaction } from "@/server/context";

/** Ends the session of the call, for all who hold its token (WS-11). */
export async function logout(ctx: Ctx): Promise<void> {
  const { credentialId } = ctx.caller;
  await inTransaction(ctx, async (tx) => {
    await endSession(tx, credentialId);
    await recordSession(tx, { action: "session.deleted", subject: credentialId });
  });
}
