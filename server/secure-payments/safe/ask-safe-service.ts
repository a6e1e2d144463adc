import { and, asc, eq, inArray, isNull, lt, or } from "drizzle-orm";
import { safeTransactions, securePaymentIntents } from "@/db/schema";
import { isNetworkId } from "@/server/chains/networks";
import { type Ctx, inTransaction } from "@/server/context";
import { SafeServiceError } from "@/server/providers/safe-service/service";

/** How often one transaction is asked after: without a key the service answers two calls a second. */
const ASK_EVERY_MS = 60_000;
/** Asked after in one pass, one after the other. */
const MAX_ASKED = 20;

/**
 * Asks the Safe transaction service, where there is one, who has signed what is waited for. What it says is shown and
 * moves nothing. Returns how many transactions were asked after; a service that does not answer ends the pass.
 */
export async function askSafeService(ctx: Ctx): Promise<number> {
  const service = ctx.providers.safeService;
  if (!service) return 0;
  const due = await dueOf(ctx);
  for (const [index, { intentId, network, safe, safeTxHash, ownerCount }] of due.entries()) {
    if (!isNetworkId(network)) continue;
    try {
      const collected = await service.collected(network, {
        safe: `0x${safe.slice(2)}`,
        safeTxHash: `0x${safeTxHash.slice(2)}`,
      });
      // More signers than owners are no signers.
      const known = (list: string[] | undefined) => list?.slice(0, ownerCount) ?? null;
      await note(ctx, intentId, {
        signers: known(collected?.signers),
        rejecters: known(collected?.rejecters),
      });
    } catch (error) {
      if (!(error instanceof SafeServiceError)) throw error;
      ctx.log.warn({ network, reason: error.message }, "the Safe transaction service was left aside");
      // It is asked again with the next pass after this one's time, not at once.
      await note(ctx, intentId, {});
      if (error.isThrottled) return index + 1;
    }
  }
  return due.length;
}

function dueOf(ctx: Ctx) {
  const before = new Date(ctx.now().getTime() - ASK_EVERY_MS);
  const networks = ctx.chains.list().map(({ network }) => network.id);
  return ctx.db
    .select({
      intentId: safeTransactions.intentId,
      network: safeTransactions.network,
      safe: safeTransactions.safe,
      ownerCount: safeTransactions.ownerCount,
      safeTxHash: securePaymentIntents.intentKey,
    })
    .from(securePaymentIntents)
    .innerJoin(safeTransactions, eq(safeTransactions.intentId, securePaymentIntents.id))
    .where(
      and(
        inArray(securePaymentIntents.network, networks),
        eq(securePaymentIntents.kind, "multisig"),
        eq(securePaymentIntents.state, "pending"),
        or(isNull(safeTransactions.askedAt), lt(safeTransactions.askedAt, before)),
      ),
    )
    .orderBy(asc(safeTransactions.askedAt))
    .limit(MAX_ASKED);
}

function note(
  ctx: Ctx,
  intentId: string,
  heard: { signers?: string[] | null; rejecters?: string[] | null },
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await tx.db
      .update(safeTransactions)
      .set({ askedAt: tx.now(), ...heard })
      .where(eq(safeTransactions.intentId, intentId));
  });
}
