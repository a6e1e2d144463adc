import type { ArrivalLog, ArrivalWatch, ProvenArrival } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import type { LogFilter } from "@/server/chains/evm/log-filter";
import type { RpcLog } from "@/server/chains/evm/rpc";
import { TRANSFER, transferIn } from "@/server/chains/evm/token-flows";

/** As many addresses as nodes take in one question; of more every transfer of the tokens is read. */
export const MAX_ASKED_ADDRESSES = 1_000;

/** Above this chance of a false "maybe" a header is not held against a node: each doubt costs a few seconds. */
const MAX_MISTAKE = 0.05;

/** What a node is asked for to find the transfers to these addresses. */
export function arrivalFilter({ tokens, addresses }: ArrivalWatch): LogFilter {
  const address = [...tokens];
  const asked = addresses.size > MAX_ASKED_ADDRESSES ? null : [...addresses].map(topicOf);
  const mayBeIn: LogFilter["mayBeIn"] = (bloom) =>
    // Of more addresses the node's answer is full of others' transfers: that it is not empty says little.
    asked !== null &&
    bloom.chanceOfMistake(asked.length) <= MAX_MISTAKE &&
    bloom.mayContain(TRANSFER) &&
    address.some((token) => bloom.mayContain(`0x${token.slice(2)}`)) &&
    asked.some((topic) => bloom.mayContain(topic));
  const subject = "arrivals";
  if (!asked) return { subject, address, topics: [TRANSFER], mayBeIn };
  // A transfer from an address has the same topics as one to it.
  const alike: LogFilter = { subject, address, topics: [TRANSFER, asked], mayBeIn };
  return { subject, address, topics: [TRANSFER, null, asked], mayBeIn, alike };
}

/** The transfers among these logs that arrive at a watched address, in their order. */
export function arrivalsIn(logs: readonly RpcLog[], watch: ArrivalWatch): ArrivalLog[] {
  return logs.flatMap((log) => arrivalIn(log, watch) ?? []);
}

/** The same of all logs of one transaction, with their positions among these. */
export function arrivalsOfReceipt(logs: readonly RpcLog[], watch: ArrivalWatch): ProvenArrival[] {
  return logs.flatMap((rpcLog, ordinal) => {
    const log = arrivalIn(rpcLog, watch);
    return log ? [{ log, ordinal }] : [];
  });
}

function arrivalIn(log: RpcLog, { tokens, addresses }: ArrivalWatch): ArrivalLog | null {
  const token = log.address.toLowerCase();
  if (log.removed || !tokens.has(token)) return null;
  const transfer = transferIn(log);
  if (!transfer || !addresses.has(transfer.to)) return null;
  return {
    txHash: log.transactionHash,
    blockNumber: BigInt(log.blockNumber),
    blockHash: log.blockHash,
    logIndex: transfer.logIndex,
    token: `0x${token.slice(2)}`,
    from: transfer.from,
    to: transfer.to,
    amount: transfer.value,
  };
}

/** An address as a topic. */
function topicOf(address: string): Hex {
  return `0x${address.slice(2).padStart(64, "0")}`;
}
