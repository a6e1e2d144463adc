import { eq } from "drizzle-orm";
import { users } from "@/db/schema";
import { refuseDisabled } from "@/server/auth/account";
import type { EmailCredentials } from "@/server/auth/schema";
import { type NewSession, startSession } from "@/server/auth/sessions";
import { refuseSignedIn } from "@/server/auth/signing-in/already-signed-in";
import { verifyPassword } from "@/server/auth/signing-in/password";
import { type Ctx, inTransaction } from "@/server/context";
import { ApiError } from "@/server/errors";
import type { ReceivedHeaders } from "@/server/lib/received";

/**
 * Signs an email account in (WS-12). Throws 400 when the caller is signed in already, and the same 401 for an
 * unknown address as for a wrong password.
 */
export async function login(ctx: Ctx, body: EmailCredentials, headers: ReceivedHeaders): Promise<NewSession> {
  await refuseSignedIn(ctx, headers);
  const [user] = await ctx.db.select().from(users).where(eq(users.email, body.email.toLowerCase()));
  const isRight = await verifyPassword(body.password, user?.passwordHash);
  if (!user || !isRight) throw new ApiError("unauthorized", "Email or password is wrong");
  await refuseDisabled(ctx, user.platformId);
  return inTransaction(ctx, (tx) =>
    startSession(tx, { platformId: user.platformId, wallet: null, personId: null }),
  );
}
