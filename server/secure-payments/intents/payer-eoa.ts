import { and, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { securePaymentChildren, securePaymentIntents, securePaymentRequests } from "@/db/schema";
import type { ChainAdapter, Settlement } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import { UNTRUSTED } from "@/server/chains/untrusted-limits";
import type { Reads } from "@/server/context";

/** A payment that matched a request. */
interface Seen {
  request: { id: string };
  settlement: Settlement;
}

/**
 * Names the wallet behind a payer that did not send the transaction itself. A key that delegated its account
 * (EIP-7702) is that wallet, whoever sent for it. A smart account (ERC-4337, Safe) is a contract: the wallet behind it
 * is the one that its page named (RS-05), if the account says that it is its owner. Nobody else's word counts.
 * Throws `ChainError`.
 */
export async function withPayerEoas<T extends Seen>(
  ctx: Pick<Reads, "db">,
  chain: ChainAdapter,
  seen: readonly T[],
): Promise<T[]> {
  return Promise.all(
    seen.map(async (one) => {
      const { payer, payerEoa, isInstalment } = one.settlement;
      if (payer === null || payerEoa !== null || isInstalment || !chain.accountKind) return one;
      const eoa = await eoaBehind(ctx, chain, one.request.id, payer);
      return eoa === null ? one : { ...one, settlement: { ...one.settlement, payerEoa: eoa } };
    }),
  );
}

async function eoaBehind(
  ctx: Pick<Reads, "db">,
  chain: ChainAdapter,
  requestId: string,
  payer: Hex,
): Promise<Hex | null> {
  const kind = await chain.accountKind?.(payer);
  if (kind === "delegated") return payer;
  if (kind !== "contract" || !chain.accountOwnership) return null;
  for (const wallet of await claimedOwners(ctx, requestId, payer)) {
    if ((await chain.accountOwnership({ account: payer, wallet })) === "owner") return wallet;
  }
  return null;
}

/** Wallets that somebody named as the one behind this account, for a link or a multicall with this request. */
async function claimedOwners({ db }: Pick<Reads, "db">, requestId: string, payer: Hex): Promise<Hex[]> {
  const links = db
    .select({ id: securePaymentRequests.securePaymentId })
    .from(securePaymentRequests)
    .where(eq(securePaymentRequests.requestId, requestId));
  const multicalls = db
    .select({ id: securePaymentChildren.parentId })
    .from(securePaymentChildren)
    .where(inArray(securePaymentChildren.childId, links));
  const { securePaymentId, payerAddress, payerEoaAddress } = securePaymentIntents;
  const rows = await db
    .selectDistinct({ wallet: payerEoaAddress })
    .from(securePaymentIntents)
    .where(
      and(
        or(inArray(securePaymentId, links), inArray(securePaymentId, multicalls)),
        sql`lower(${payerAddress}) = ${payer.toLowerCase()}`,
        isNotNull(payerEoaAddress),
      ),
    )
    // Anybody may claim to be the one behind an account.
    .limit(UNTRUSTED.accountOwner.count);
  return rows.flatMap(({ wallet }): Hex[] =>
    wallet?.startsWith("0x") ? [`0x${wallet.slice(2).toLowerCase()}`] : [],
  );
}
