import { and, eq, inArray } from "drizzle-orm";
import {
  safeTransactions,
  securePaymentChildren,
  securePaymentIntents,
  securePaymentRequests,
} from "@/db/schema";
import type { ChainAdapter, Settlement } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Reads } from "@/server/context";

/** A payment that matched a request. */
interface Seen {
  log: { txHash: Hex; token: Hex | null };
  request: { id: string };
  settlement: Settlement;
}

/**
 * Names the Safe that paid native coin. What contracts pay each other leaves no event, so that the payer of native coin
 * is unknown where a Safe pays; but a Safe that announces, in the transaction of the payment, that it carried out
 * exactly the calls of this link has paid it (docs/decisions/who-paid.md). Asks nothing where no native payment is
 * without a payer, or no Safe transaction is known for its request. Throws `ChainError`.
 */
export async function withSafePayers<T extends Seen>(
  ctx: Pick<Reads, "db">,
  chain: ChainAdapter,
  seen: readonly T[],
): Promise<T[]> {
  const unknown = seen.filter(({ log, settlement }) => log.token === null && settlement.payer === null);
  if (unknown.length === 0 || !chain.safes) return [...seen];
  const claims = await claimsOf(
    ctx,
    unknown.map(({ request }) => request.id),
  );
  const payers = new Map<T, Hex>();
  for (const one of unknown) {
    const ours = claims.filter(({ requestId }) => requestId === one.request.id);
    if (ours.length === 0) continue;
    // Of its own transaction alone: what these contracts announce elsewhere in the block may be more than a node gives.
    const results = await chain.safes.resultsOf(
      one.log.txHash,
      ours.map(({ safe }) => safe),
    );
    const executed = results.find(
      (result) =>
        result.isSuccess &&
        ours.some(({ safe, safeTxHash }) => safe === result.safe && safeTxHash === result.safeTxHash),
    );
    if (executed) payers.set(one, executed.safe);
  }
  return seen.map((one) => {
    const payer = payers.get(one);
    return payer === undefined ? one : { ...one, settlement: { ...one.settlement, payer } };
  });
}

/** Safe transactions that were checked for the links of these requests, and for the multicalls they are in. */
async function claimsOf({ db }: Pick<Reads, "db">, requestIds: readonly string[]) {
  const links = db
    .select({ requestId: securePaymentRequests.requestId, linkId: securePaymentRequests.securePaymentId })
    .from(securePaymentRequests)
    .where(inArray(securePaymentRequests.requestId, [...requestIds]));
  const multicalls = db
    .select({ requestId: securePaymentRequests.requestId, linkId: securePaymentChildren.parentId })
    .from(securePaymentRequests)
    .innerJoin(
      securePaymentChildren,
      eq(securePaymentChildren.childId, securePaymentRequests.securePaymentId),
    )
    .where(inArray(securePaymentRequests.requestId, [...requestIds]));
  const all = links.unionAll(multicalls).as("all_links");
  const rows = await db
    .select({
      requestId: all.requestId,
      safe: safeTransactions.safe,
      safeTxHash: securePaymentIntents.intentKey,
    })
    .from(all)
    .innerJoin(
      securePaymentIntents,
      and(eq(securePaymentIntents.securePaymentId, all.linkId), eq(securePaymentIntents.kind, "multisig")),
    )
    .innerJoin(safeTransactions, eq(safeTransactions.intentId, securePaymentIntents.id));
  return rows.map(({ safe, ...row }) => ({ ...row, safe: hexOf(safe) }));
}

function hexOf(text: string): Hex {
  return `0x${text.slice(2)}`;
}
