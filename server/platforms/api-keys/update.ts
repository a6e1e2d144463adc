import { and, eq, isNull } from "drizzle-orm";
import { apiKeys } from "@/db/schema";
import { changesBetween } from "@/server/audit/changes-between";
import { type AuditDetails, recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import type { Done } from "@/server/lib/done";
import { isRecordId } from "@/server/lib/ids";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";
import { type ApiKeyRow, describeApiKey } from "@/server/platforms/api-keys/describe";
import type { ApiKeyRecord, UpdateApiKeyBody } from "@/server/platforms/api-keys/schema";
import { requireKeyApproval } from "@/server/platforms/credential-approval";
import { describeLimit, storedLimit } from "@/server/platforms/key-bounds/daily-limit";
import { storedNetworks } from "@/server/platforms/key-bounds/networks";

/** Renames a key, switches it off or on again (AK-02), sets from where it is taken and
 * how much it may create. Throws 404 for a foreign, deleted or unknown key. */
export function updateApiKey(ctx: Ctx, id: string, body: UpdateApiKeyBody): Promise<ApiKeyRecord> {
  const { label, status, allowedNetworks, dailyLimit } = body;
  return inTransaction(ctx, async (tx) => {
    const changes = {
      ...(label === undefined ? {} : { label }),
      ...(status === undefined ? {} : { status }),
      ...(allowedNetworks === undefined
        ? {}
        : { allowedNetworks: allowedNetworks && storedNetworks(allowedNetworks) }),
      ...(dailyLimit === undefined ? {} : storedLimit(dailyLimit)),
    };
    const before = await lockApiKey(tx, id);
    // A name, and switching it off, give no right.
    if (status === "active" || allowedNetworks !== undefined || dailyLimit !== undefined) {
      const facts = { subject: id, before, after: { ...before, ...changes } };
      const input = { verb: "api_key.update" as const, params: { id, body } };
      await requireKeyApproval(tx, before.platformId, facts, input);
    }
    const row = await change(tx, id, changes);
    await recordAudit(tx, {
      action: "api_key.updated",
      subject: id,
      details: {
        label: row.label,
        status: row.status,
        allowedNetworks: row.allowedNetworks,
        dailyLimit: describeLimit(row),
      },
      ...changesBetween(factsOf(before), factsOf(row)),
    });
    return describeApiKey(row);
  });
}

/** Deletes a key for ever (AK-02). Its row stays for the audit log. Throws 404 like `updateApiKey`. */
export function deleteApiKey(ctx: Ctx, id: string): Promise<Done> {
  return inTransaction(ctx, async (tx) => {
    const row = await change(tx, id, { deletedAt: tx.now() });
    await recordAudit(tx, {
      action: "api_key.deleted",
      subject: id,
      details: { label: row.label, last4: row.last4 },
    });
    return { success: true, message: "API key deleted" };
  });
}

/** What can be changed of a key, for the audit log. */
function factsOf(row: ApiKeyRow): AuditDetails {
  const { label, status, allowedNetworks } = row;
  return { label, status, allowedNetworks, dailyLimit: describeLimit(row) };
}

function ownKey(tx: Tx, id: string) {
  return and(eq(apiKeys.id, id), eq(apiKeys.platformId, tx.caller.platformId), isNull(apiKeys.deletedAt));
}

async function change(tx: Tx, id: string, changes: Partial<ApiKeyRow>): Promise<ApiKeyRow> {
  if (!isRecordId(id)) throw apiKeyNotFound();
  // An update of nothing is no statement; setting the ID to itself is.
  const [row] = await tx.db
    .update(apiKeys)
    .set({ id, ...changes })
    .where(ownKey(tx, id))
    .returning();
  if (!row) throw apiKeyNotFound();
  announceCredentialChange(tx);
  return row;
}

/** A key of the caller's account; changes of it follow each other. Throws 404 like `updateApiKey`. */
export async function lockApiKey(tx: Tx, id: string): Promise<ApiKeyRow> {
  if (!isRecordId(id)) throw apiKeyNotFound();
  const [row] = await tx.db.select().from(apiKeys).where(ownKey(tx, id)).for("no key update");
  if (!row) throw apiKeyNotFound();
  return row;
}

/** The same 404 for keys that are foreign, deleted or were never there. */
export function apiKeyNotFound(): ApiError {
  return new ApiError("not_found", "API key not found");
}
