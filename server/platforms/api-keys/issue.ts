import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction } from "@/server/context";
import { invalidField } from "@/server/errors";
import { rememberAnswer } from "@/server/lib/idempotency";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";
import { createApiKey } from "@/server/platforms/api-keys/create-api-key";
import { describeApiKey } from "@/server/platforms/api-keys/describe";
import type { ApiKeyIssued, IssueApiKeyBody } from "@/server/platforms/api-keys/schema";
import { describeLimit, storedLimit } from "@/server/platforms/key-bounds/daily-limit";
import { storedMaker } from "@/server/platforms/key-bounds/maker";
import { storedNetworks } from "@/server/platforms/key-bounds/networks";

/** Gives the account another API key and shows it, this once (AK-02, AK-03). Throws 400 for an end in the past. */
export async function issueApiKey(ctx: Ctx, body: IssueApiKeyBody): Promise<ApiKeyIssued> {
  const expiresAt = body.expiresAt === undefined ? null : new Date(body.expiresAt);
  if (expiresAt && expiresAt <= ctx.now()) throw invalidField("expiresAt", "expiresAt must be in the future");
  return inTransaction(ctx, async (tx) => {
    const { platformId } = tx.caller;
    const { label, scopes = null } = body;
    const allowedNetworks = body.allowedNetworks ? storedNetworks(body.allowedNetworks) : null;
    const facts = { label, expiresAt, scopes, allowedNetworks };
    const limit = storedLimit(body.dailyLimit);
    const maker = await storedMaker(tx, body.endsWithMembership);
    const asked = { input: { verb: "api_key.create" as const, params: { body } } };
    const { row, value } = await createApiKey(tx, { platformId, ...facts, ...limit, ...maker }, asked);
    await recordAudit(tx, {
      action: "api_key.created",
      subject: row.id,
      details: {
        ...facts,
        expiresAt: body.expiresAt ?? null,
        dailyLimit: describeLimit(limit),
        endsWithMembership: maker.endsWithMembership,
        last4: row.last4,
      },
    });
    announceCredentialChange(tx);
    const answer = { ...describeApiKey(row), value };
    await rememberAnswer(tx, answer);
    return answer;
  });
}
