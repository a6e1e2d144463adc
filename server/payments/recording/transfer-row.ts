import type { transfers } from "@/db/schema";
import type { PaymentLog } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import { NETWORK_IDS, NETWORKS, type NetworkId } from "@/server/chains/networks";
import type { Tx } from "@/server/context";
import { isConverted } from "@/server/currencies/invoice-currency";
import { derivedId } from "@/server/lib/ids";
import type { Match } from "@/server/payments/recording/match";
import { creditOf, type Proof, reasonOf } from "@/server/payments/recording/prove";
import type { TransferState } from "@/server/payments/state";
import { UNVALUED, type Value } from "@/server/payments/value";

/** A matched payment that its receipt bears out. */
export interface SeenTransfer extends Match, Proof {
  blockTime: Date;
  /** What it is worth to a request in another currency; absent where it fits the request's own or does not fit. */
  value?: Value;
  /** Of a plain transfer to a deposit address: which, who sent it, and all of it in base units, fees included. */
  arrival?: { address: Hex; sentFrom: Hex; amount: bigint };
  /** How many providers of nodes have to show it before it counts; absent where one node is enough. */
  quorum?: number;
}

/**
 * The `paymentId` of a payment: it follows from chain, transaction and position, so a payment that is found again after
 * a reorganisation or after a restore has the ID that merchants know.
 */
function paymentIdOf(network: NetworkId, log: Pick<PaymentLog, "txHash" | "position">): string {
  return derivedId("payment", NETWORKS[network].chainId, log.txHash, log.position);
}

/** What a payment is worth to a request in another currency than its own; null where that is the same. */
function worthOf(seen: SeenTransfer): Value | null {
  if (!isConverted(seen.request)) return null;
  return reasonOf(seen) === null ? (seen.value ?? UNVALUED) : { ...UNVALUED, mismatch: null };
}

/** Why a payment does not count, whoever sent it; null where it does. */
export function mismatchOf(seen: SeenTransfer): Match["mismatch"] {
  return reasonOf(seen) ?? worthOf(seen)?.mismatch ?? null;
}

export function transferRow(
  tx: Tx,
  network: NetworkId,
  seen: SeenTransfer,
  { isHeld, state }: { isHeld: boolean; state: TransferState },
): typeof transfers.$inferInsert {
  const { log, request, settlement } = seen;
  const now = tx.now();
  const value = worthOf(seen);
  return {
    id: paymentIdOf(network, log),
    network,
    txHash: log.txHash,
    position: log.position,
    requestId: request.id,
    platformId: request.platformId,
    clientIdId: request.clientIdId,
    state,
    mismatch: isHeld ? "payer_not_approved" : mismatchOf(seen),
    type: typeOf(seen, value),
    token: log.token,
    recipient: log.recipient,
    amount: creditOf(seen),
    credited: value?.credited ?? null,
    valuation: value?.valuation ?? null,
    quoteId: value?.quoteId ?? null,
    rate: value?.rate ?? null,
    rateSources: value?.rateSources ?? null,
    received: settlement.received,
    feeAmount: log.feeAmount,
    feeAddress: log.feeAddress,
    payer: settlement.payer,
    payerEoa: settlement.payerEoa,
    sourceNetwork: sourceOf(seen),
    depositId: settlement.deposit?.depositId ?? null,
    sourceTxHash: settlement.deposit?.txHash ?? null,
    depositedAt: settlement.deposit?.at ?? null,
    isFallback: log.isFallback ?? null,
    depositAddress: seen.arrival?.address ?? null,
    sentFrom: seen.arrival?.sentFrom ?? null,
    arrived: seen.arrival?.amount ?? null,
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
    logIndex: log.logIndex,
    blockTime: seen.blockTime,
    recordedAt: now,
    quorum: seen.quorum ?? null,
    attestedBy: seen.attestedBy ?? null,
    requiredConfirmations: request.requiredConfirmations,
  };
}

function typeOf(
  { settlement, arrival }: SeenTransfer,
  value: Value | null,
): (typeof transfers.$inferInsert)["type"] {
  if (arrival) return "deposit";
  if (settlement.deposit) return "crosschain";
  if (settlement.isInstalment) return "recurring";
  return value ? "conversion" : "direct";
}

/** The network of the deposit that a relayer filled; null where it is none of ours, and without one. */
function sourceOf({ settlement }: SeenTransfer): NetworkId | null {
  const chainId = settlement.deposit?.originChainId;
  return NETWORK_IDS.find((id) => NETWORKS[id].chainId === chainId) ?? null;
}

/** Where a transfer stands in the lists of payments. */
export function listPositionOf(transfer: { platformId: string; blockTime: Date }): {
  platformId: string;
  at: Date;
} {
  return { platformId: transfer.platformId, at: transfer.blockTime };
}
