import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { crosschainDeposits, transfers } from "@/db/schema";
import type { NetworkId } from "@/server/chains/networks";
import type { Reader } from "@/server/context";
import { inputTokenOf, outputTokenOf } from "@/server/crosschain/described";
import type { Token } from "@/server/currencies/tokens";
import { formatAmount } from "@/server/lib/amount";
import { sameWorth } from "@/server/providers/crosschain/terms";

/** What bringing a payment from another network took from its payer. */
export interface BridgeFee {
  /** Base units of `token`. */
  amount: bigint;
  /** What the payer deposited, on their own network. */
  token: Token;
}

type Bridged = Pick<typeof transfers.$inferSelect, "id" | "type">;

/**
 * What bridges took for these payments, by row ID: what was deposited less what arrived. Of payments whose deposit the
 * source chain has not shown nothing is known, and others have none.
 */
export async function bridgeFeesOf(
  db: Reader,
  payments: readonly Bridged[],
): Promise<Map<string, BridgeFee>> {
  const ids = payments.flatMap(({ id, type }) => (type === "crosschain" ? id : []));
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ transfer: transfers, deposit: crosschainDeposits })
    .from(transfers)
    .innerJoin(
      crosschainDeposits,
      and(
        eq(crosschainDeposits.requestId, transfers.requestId),
        eq(crosschainDeposits.depositId, transfers.depositId),
        eq(crosschainDeposits.sourceNetwork, transfers.sourceNetwork),
        eq(crosschainDeposits.txHash, transfers.sourceTxHash),
      ),
    )
    .where(inArray(transfers.id, ids))
    // A contract can make several deposits of one number in one transaction; the filled one comes last, and stays.
    .orderBy(
      sql`coalesce(${crosschainDeposits.fillTxHash} = ${transfers.txHash}, false)`,
      desc(crosschainDeposits.logIndex),
    );
  return new Map(rows.map(({ transfer, deposit }) => [transfer.id, feeOf(transfer, deposit)]));
}

function feeOf(
  { amount, received, isFallback }: typeof transfers.$inferSelect,
  deposit: typeof crosschainDeposits.$inferSelect,
): BridgeFee {
  const token = inputTokenOf(deposit);
  // A slow fill brings more than was asked for. What the deposit itself had left for the payee is in its output.
  const foreseen = isFallback ? amount : (deposit.payeeAmount ?? amount);
  const surplus = received !== null && received > foreseen ? received - foreseen : 0n;
  const arrived = sameWorth(deposit.outputAmount + surplus, outputTokenOf(deposit), token);
  return { token, amount: deposit.inputAmount > arrived ? deposit.inputAmount - arrived : 0n };
}

/** The fees of several payments, one for each token that was deposited. */
export function bridgeFeesTogether(fees: Iterable<BridgeFee>): BridgeFee[] {
  const byToken = new Map<string, BridgeFee>();
  for (const { token, amount } of fees) {
    byToken.set(token.id, { token, amount: amount + (byToken.get(token.id)?.amount ?? 0n) });
  }
  return [...byToken.values()];
}

/** As callers read it (RS-12); nothing where it is nothing. */
export function bridgeFeeLine(fee: BridgeFee | undefined): BridgeFeeLine[] {
  if (!fee || fee.amount === 0n) return [];
  const { amount, token } = fee;
  return [
    {
      type: "crosschain",
      provider: "across",
      amount: formatAmount(amount, token.decimals),
      currency: token.symbol,
      network: token.network,
    },
  ];
}

interface BridgeFeeLine {
  type: "crosschain";
  provider: string;
  amount: string;
  currency: string;
  network: NetworkId;
}
