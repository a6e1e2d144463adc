import { eq } from "drizzle-orm";
import { apiKeys } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction } from "@/server/context";
import { ApiError } from "@/server/errors";
import { rememberAnswer } from "@/server/lib/idempotency";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";
import { createApiKey } from "@/server/platforms/api-keys/create-api-key";
import { describeApiKey } from "@/server/platforms/api-keys/describe";
import type { ApiKeyIssued } from "@/server/platforms/api-keys/schema";
import { lockApiKey } from "@/server/platforms/api-keys/update";
import { describeLimit } from "@/server/platforms/key-bounds/daily-limit";
import { endsOfRotation, type RotateKeyBody } from "@/server/platforms/key-bounds/rotation";

/**
 * Puts a new key in the place of one, with everything that the old one is held to and may do, and shows it, this once. The
 * old one works until the overlap is over. Throws 404 for a foreign, deleted or unknown key, 409 for one that no longer
 * works, is switched off or was replaced before.
 */
export function rotateApiKey(ctx: Ctx, id: string, body: RotateKeyBody): Promise<ApiKeyIssued> {
  return inTransaction(ctx, async (tx) => {
    const old = await lockApiKey(tx, id);
    const now = tx.now();
    const isOver = old.expiresAt !== null && old.expiresAt <= now;
    if (isOver || old.status !== "active") throw new ApiError("conflict", "This key does not work now");
    const { oldEndsAt, newEndsAt } = endsOfRotation(old, now, body);
    await tx.db.update(apiKeys).set({ expiresAt: oldEndsAt, replacedAt: now }).where(eq(apiKeys.id, id));
    const { platformId, label, scopes, allowedNetworks, offrampAccess, dailyPayments, dailyMicroUsd } = old;
    const { makerId, endsWithMembership } = old;
    const bounds = { scopes, allowedNetworks };
    const { row, value } = await createApiKey(
      tx,
      {
        platformId,
        label,
        expiresAt: newEndsAt,
        offrampAccess,
        ...bounds,
        dailyPayments,
        dailyMicroUsd,
        firstKeyId: old.firstKeyId ?? id,
        makerId,
        endsWithMembership,
      },
      { replaces: old, input: { verb: "api_key.rotate", params: { id, body } } },
    );
    await recordAudit(tx, {
      action: "api_key.created",
      subject: row.id,
      details: {
        label,
        last4: row.last4,
        expiresAt: newEndsAt?.toISOString() ?? null,
        ...bounds,
        dailyLimit: describeLimit(old),
        replaces: id,
        oldKeyUntil: oldEndsAt.toISOString(),
      },
    });
    announceCredentialChange(tx);
    const answer = { ...describeApiKey(row), value };
    await rememberAnswer(tx, answer);
    return answer;
  });
}
