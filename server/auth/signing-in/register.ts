import { users } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { registrationClosed } from "@/server/auth/account";
import type { EmailCredentials } from "@/server/auth/schema";
import { type NewSession, startSession } from "@/server/auth/sessions";
import { refuseSignedIn } from "@/server/auth/signing-in/already-signed-in";
import { hashPassword } from "@/server/auth/signing-in/password";
import { type Ctx, inTransaction } from "@/server/context";
import { invalidField } from "@/server/errors";
import { newId } from "@/server/lib/ids";
import type { ReceivedHeaders } from "@/server/lib/received";
import { createPlatform } from "@/server/platforms/create-platform";

/**
 * Opens an account that signs in by email, and signs it in (WS-12). Its platform has no wallet, hence no
 * destinations and no secure payments (D-32). Throws 400 when the address is taken or the caller signed in, 403 where nobody may register.
 */
export async function register(
  ctx: Ctx,
  body: EmailCredentials,
  headers: ReceivedHeaders,
): Promise<NewSession> {
  await refuseSignedIn(ctx, headers);
  if (!ctx.config.isRegistrationOpen) throw registrationClosed();
  const email = body.email.toLowerCase();
  const passwordHash = await hashPassword(body.password);
  return inTransaction(ctx, async (tx) => {
    const { id: platformId } = await createPlatform(tx, { name: email, walletAddress: null });
    const now = tx.now();
    const userId = newId(now);
    const made = await tx.db
      .insert(users)
      .values({ id: userId, email, passwordHash, platformId, createdAt: now })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id });
    if (made.length === 0) throw invalidField("email", "Email is already registered");
    await recordAudit(tx, { action: "user.created", subject: userId, platformId });
    return startSession(tx, { platformId, wallet: null, personId: null });
  });
}
