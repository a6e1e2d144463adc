import type { Contracts, Hex } from "@/server/chains/contract-addresses";
import { readLifiMessage } from "@/server/chains/evm/crosschain/lifi/message";
import { type DestinationPayments, readPaymentMessage } from "@/server/chains/evm/crosschain/message";

/** What a message pays on the destination chain, and whose contract runs it there. */
export interface CrosschainMessage extends DestinationPayments {
  /** In the table of contracts of the destination: the recipient that a deposit with this message has to name. */
  runner: "acrossHandler" | "lifiReceiver";
  /** LI.FI's name of the transfer; null where the deposit goes through Across alone. */
  lifiTransactionId: Hex | null;
}

/** Reads the message of a deposit, in either form that we hand out; null for every other, down to a single byte. */
export function readCrosschainMessage(message: Hex): CrosschainMessage | null {
  const own = readPaymentMessage(message);
  if (own) return { ...own, runner: "acrossHandler", lifiTransactionId: null };
  const lifi = readLifiMessage(message);
  if (!lifi) return null;
  const { transactionId, ...payments } = lifi;
  return { ...payments, runner: "lifiReceiver", lifiTransactionId: transactionId };
}

/** Contracts that the money of payments comes out of when a fill hands it to this recipient; none for a stranger. */
export function payingContracts(
  { acrossHandler, lifiReceiver, lifiExecutor }: Contracts<Hex>,
  recipient: Hex,
): readonly Hex[] {
  const lower = (address: Hex): Hex => `0x${address.slice(2).toLowerCase()}`;
  if (recipient === acrossHandler?.address.toLowerCase()) return [lower(acrossHandler.address)];
  if (recipient !== lifiReceiver?.address.toLowerCase() || !lifiExecutor) return [];
  return [lower(lifiExecutor.address), lower(lifiReceiver.address)];
}
