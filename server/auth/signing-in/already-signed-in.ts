import { loadSession } from "@/server/auth/queries";
import { readSessionToken } from "@/server/auth/session-token";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { hashSecret } from "@/server/lib/ids";
import type { ReceivedHeaders } from "@/server/lib/received";

/** Throws 400 when a call to sign in comes with a session that is still good (WS-12). */
export async function refuseSignedIn(ctx: Ctx, headers: ReceivedHeaders): Promise<void> {
  const sent = readSessionToken(headers);
  const found = sent && (await loadSession(ctx.db, hashSecret(sent.token)));
  if (found && found.session.expiresAt > ctx.now()) {
    throw new ApiError("validation_failed", "Already logged in");
  }
}
