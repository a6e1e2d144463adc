import type { PaymentLog, Settlement } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import type { RpcLog, RpcReceipt } from "@/server/chains/evm/rpc";

const TRANSFER: Hex = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/** Contracts that stand between a payer and a proxy, lower-case. */
export interface Intermediaries {
  /** Batch and recurring contracts: they pull the money from the payer first. */
  forwarders: ReadonlySet<string>;
  /** Contracts a payer's wallet calls directly to pay with the native coin. */
  nativeEntrances: ReadonlySet<string>;
}

/**
 * Reads who paid and what arrived from the token's own transfer events (onchain.md §7): the transfer to the
 * payee that belongs to the payment event, one step further back behind a known forwarder. The
 * transaction's sender is never taken for the payer of a token: it may be a relayer.
 */
export function settlementOf(
  payment: PaymentLog,
  receipt: RpcReceipt,
  intermediaries: Intermediaries,
): Settlement {
  if (payment.token === null) return { payer: nativePayer(receipt, intermediaries), received: null };
  const before = receipt.logs.filter(
    (log) =>
      log.address.toLowerCase() === payment.token &&
      log.topics[0] === TRANSFER &&
      log.topics.length === 3 &&
      Number(log.logIndex) < payment.logIndex,
  );
  const arrival = before.findLast((log) => addressIn(log, 2) === payment.recipient);
  if (!arrival) return { payer: null, received: null };
  const from = addressIn(arrival, 1);
  const payer = intermediaries.forwarders.has(from)
    ? before.findLast((log) => addressIn(log, 2) === from && log.logIndex !== arrival.logIndex)
    : arrival;
  return { payer: payer ? addressIn(payer, 1) : null, received: BigInt(arrival.data.slice(0, 66)) };
}

/** A native payment leaves no transfer event; only a direct call tells who paid. */
function nativePayer(receipt: RpcReceipt, { nativeEntrances }: Intermediaries): Hex | null {
  return receipt.to && nativeEntrances.has(receipt.to.toLowerCase()) ? lower(receipt.from) : null;
}

function addressIn(log: RpcLog, topic: number): Hex {
  return `0x${(log.topics[topic] ?? "").slice(26).toLowerCase()}`;
}

function lower(address: Hex): Hex {
  return `0x${address.slice(2).toLowerCase()}`;
}
