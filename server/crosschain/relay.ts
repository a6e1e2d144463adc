import type { RelayWords } from "@/server/chains/crosschain";
import { NETWORKS } from "@/server/chains/networks";
import type { DepositRow } from "@/server/crosschain/deposit-row";

/**
 * One text for each deposit that a pool can fill: of all the words that its relay hash covers, so equal for two deposits
 * exactly where the pool fills them together. The unique index of the table holds the same columns.
 */
export function relayKey(relay: RelayWords): string {
  const { originChainId, depositId, messageHash, depositor, recipient, inputToken, inputAmount } = relay;
  const { outputToken, outputAmount, exclusiveRelayer, exclusivityDeadline, fillDeadline } = relay;
  const words = [originChainId, depositId, messageHash, depositor, recipient, inputToken, inputAmount];
  return [...words, outputToken, outputAmount, exclusiveRelayer, exclusivityDeadline, fillDeadline]
    .join(":")
    .toLowerCase();
}

/** A recorded deposit by the words that a fill names. */
export function relayOf(row: DepositRow): RelayWords {
  return {
    originChainId: chainIdOf(row.sourceNetwork),
    depositId: row.depositId,
    messageHash: hex(row.messageHash),
    depositor: hex(row.depositor),
    recipient: hex(row.recipient),
    inputToken: hex(row.inputToken),
    inputAmount: row.inputAmount,
    outputToken: hex(row.outputToken),
    outputAmount: row.outputAmount,
    exclusiveRelayer: hex(row.exclusiveRelayer),
    exclusivityDeadline: row.exclusivityDeadline,
    fillDeadline: row.fillDeadline,
  };
}

/** Whether a fill is of this deposit: anybody can fill one that they made up under its number, so every word counts. */
export function isFillOf(fill: RelayWords, row: DepositRow): boolean {
  return relayKey(fill) === relayKey(relayOf(row));
}

/** Throws for a network that the service does not have. */
export function chainIdOf(network: string): number {
  const known = Object.values(NETWORKS).find(({ id }) => id === network);
  if (!known) throw new Error(`a deposit names the unknown network ${network}`);
  return known.chainId;
}

function hex(text: string): `0x${string}` {
  return `0x${text.slice(2)}`;
}
