import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction } from "@/server/context";
import { rememberAnswer } from "@/server/lib/idempotency";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";
import { createClientId } from "@/server/platforms/client-ids/create-client-id";
import { describeClientId } from "@/server/platforms/client-ids/describe";
import { bindableDestination, requireWholeFee } from "@/server/platforms/client-ids/rules";
import type { ClientIdRecord, NewClientId } from "@/server/platforms/client-ids/schema";

/**
 * Creates a client ID for the caller's account (CI-01 to CI-03, CI-11). Throws 400 for half a fee and for a
 * destination it cannot be bound to.
 */
export async function registerClientId(ctx: Ctx, body: NewClientId): Promise<ClientIdRecord> {
  const { allowedDomains = [], payeeDestinationId, ...settings } = body;
  requireWholeFee({
    feePercentage: settings.feePercentage ?? null,
    feeAddress: settings.feeAddress ?? null,
  });
  return inTransaction(ctx, async (tx) => {
    const row = await createClientId(
      tx,
      {
        platformId: tx.caller.platformId,
        ...settings,
        allowedDomains,
        payeeDestinationId:
          payeeDestinationId === undefined ? undefined : await bindableDestination(tx, payeeDestinationId),
      },
      { body },
    );
    await recordAudit(tx, {
      action: "client_id.created",
      subject: row.id,
      details: { clientId: row.clientId, label: row.label, allowedDomains: row.allowedDomains },
    });
    announceCredentialChange(tx);
    const answer = describeClientId(row);
    await rememberAnswer(tx, answer);
    return answer;
  });
}
