import { inArray, or, sql } from "drizzle-orm";
import { payers, providerNotices } from "@/db/schema";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { removeSome } from "@/server/lib/database/prune";
import { PROVIDER_OF_ACCESS } from "@/server/providers/offramp/names";
import { NoticeRefused, type OfframpProviderId } from "@/server/providers/offramp/provider";

/** Longer than any notice is taken for fresh. */
const KEPT_MS = 24 * 3_600_000;

/**
 * Takes a notice of the provider. It only says that there is something to ask about: what is true is asked of the
 * provider, so that forged, repeated and reordered notices change nothing. `wakeTransfers` makes transfers due. Throws 400 for one that is not from it.
 */
export async function takeNotice(
  ctx: Ctx,
  { raw, signature }: { raw: string; signature: string | null },
  wakeTransfers: (tx: Tx, provider: OfframpProviderId, transferIds: readonly string[]) => Promise<void>,
): Promise<void> {
  const provider = ctx.providers.offramp.find(PROVIDER_OF_ACCESS.production);
  if (!provider) throw new ApiError("not_supported_yet", "No provider is set up here");
  const notice = read();
  if (notice === null) return;
  await inTransaction(ctx, async (tx) => {
    const now = tx.now();
    const fresh = await tx.db
      .insert(providerNotices)
      .values({ provider: provider.id, eventId: notice.eventId, receivedAt: now })
      .onConflictDoNothing()
      .returning({ eventId: providerNotices.eventId });
    if (fresh.length === 0) return;
    if (notice.category === "transfer") return wakeTransfers(tx, provider.id, notice.objectIds);
    await tx.db
      .update(payers)
      .set({ nextPollAt: now })
      .where(
        or(
          inArray(payers.providerLinkId, notice.objectIds),
          inArray(payers.providerCustomerId, notice.objectIds),
        ),
      );
  });

  function read() {
    try {
      return provider?.readNotice(raw, signature, ctx.now()) ?? null;
    } catch (error) {
      if (!(error instanceof NoticeRefused)) throw error;
      ctx.log.warn({ reason: error.message }, "a notice of a provider was refused");
      throw new ApiError("validation_failed", `Notice refused: ${error.message}`, {});
    }
  }
}

/** Forgets notices that would be refused as too old by now. */
export function pruneNotices(tx: Pick<Tx, "db" | "now">, limit: number): Promise<number> {
  const before = new Date(tx.now().getTime() - KEPT_MS).toISOString();
  return removeSome(tx, providerNotices, sql`${providerNotices.receivedAt} < ${before}::timestamptz`, limit);
}
