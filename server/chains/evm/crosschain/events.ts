import {
  type Abi,
  decodeEventLog,
  encodeAbiParameters,
  type Hex,
  keccak256,
  pad,
  parseAbiParameters,
  slice,
} from "viem";
import { lifiReceiverAbi, multicallHandlerAbi, spokePoolAbi } from "@/contracts/abis";
import type { SeenDeposit, SeenFill, SeenRefund } from "@/server/chains/crosschain";
import { MAX_MESSAGE_BYTES } from "@/server/chains/evm/crosschain/message";
import type { RpcLog } from "@/server/chains/evm/rpc";

/** Topic 0 of the events of pool and handler (providers.md §2.1). */
export const FUNDS_DEPOSITED: Hex = "0x32ed1a409ef04c7b0227189c3a103dc5ac10e775a15b785dcc510201f7c25ad3";
export const FILLED_RELAY: Hex = "0x44b559f101f8fbcc8a0ea43fa91a05a729a5ea6e14a7c75aa750374690137208";
export const CALLS_FAILED: Hex = "0x5296f22c5d0413b66d0bf45c479c4e2ca5b278634bdbd028b48e49502105f966";
export const DRAINED_TOKENS: Hex = "0x74d3741ef03417659087d2ec6af11dade8713f9b7f592569d60cf1ea0c9a4455";
export const EXECUTED_REFUNDS: Hex = "0xf4ad92585b1bc117fbdd644990adf0827bc4c95baeae8a23322af807b6d0020e";
/** LI.FI's receiver gave all money of a fill to the receiver of its message, because a call failed (providers.md §1.6). */
export const LIFI_RECOVERED: Hex = "0x1fbfa988fd46deed0de12c94c7b5dcb537d51b804246d0083f245f7a8997d170";
/** LI.FI's executor made all calls of a message. */
export const LIFI_COMPLETED: Hex = "0xb8c86983f929c6b770461983d1bbde1870408120f07123e9c12d49f35a0b4c4b";

const RELAY_DATA = parseAbiParameters([
  "V3RelayData relayData, uint256 destinationChainId",
  "struct V3RelayData { bytes32 depositor; bytes32 recipient; bytes32 exclusiveRelayer; bytes32 inputToken; bytes32 outputToken; uint256 inputAmount; uint256 outputAmount; uint256 originChainId; uint256 depositId; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }",
]);

/** The data of a deposit beside its message: nine words, and the start and length of the message. */
const MAX_DEPOSIT_BYTES = 11 * 32 + MAX_MESSAGE_BYTES;

/**
 * A log of the pool as the deposit it announces; null where it is another event, or of no address of 20 bytes, or where
 * its message is longer than any of ours.
 */
export function readFundsDeposited(log: RpcLog, originChainId: number): SeenDeposit | null {
  if (log.data.length > 2 + 2 * MAX_DEPOSIT_BYTES) return null;
  const event = decoded(spokePoolAbi, log, FUNDS_DEPOSITED);
  if (event?.eventName !== "FundsDeposited") return null;
  const { args } = event;
  const addresses = [args.depositor, args.recipient, args.inputToken, args.outputToken];
  if (!addresses.every(isAddressWord)) return null;
  return {
    ...placeOf(log),
    depositId: args.depositId,
    depositor: addressIn(args.depositor),
    recipient: addressIn(args.recipient),
    inputToken: addressIn(args.inputToken),
    outputToken: addressIn(args.outputToken),
    inputAmount: args.inputAmount,
    outputAmount: args.outputAmount,
    originChainId,
    destinationChainId: Number(args.destinationChainId),
    exclusiveRelayer: addressIn(args.exclusiveRelayer),
    exclusivityDeadline: args.exclusivityDeadline,
    quoteTimestamp: args.quoteTimestamp,
    fillDeadline: args.fillDeadline,
    message: args.message,
    messageHash: keccak256(args.message),
  };
}

/** A log of the pool as the fill it announces, without what came of its calls. */
export function readFilledRelay(log: RpcLog): Omit<SeenFill, "hasFailedCall"> | null {
  const event = decoded(spokePoolAbi, log, FILLED_RELAY);
  if (event?.eventName !== "FilledRelay") return null;
  const { args } = event;
  const { updatedRecipient, updatedMessageHash } = args.relayExecutionInfo;
  return {
    ...placeOf(log),
    originChainId: Number(args.originChainId),
    depositId: args.depositId,
    messageHash: args.messageHash,
    depositor: addressIn(args.depositor),
    recipient: addressIn(args.recipient),
    inputToken: addressIn(args.inputToken),
    inputAmount: args.inputAmount,
    outputToken: addressIn(args.outputToken),
    outputAmount: args.outputAmount,
    exclusiveRelayer: addressIn(args.exclusiveRelayer),
    exclusivityDeadline: args.exclusivityDeadline,
    fillDeadline: args.fillDeadline,
    isRedirected: updatedRecipient !== args.recipient || updatedMessageHash !== args.messageHash,
  };
}

/** The money that one event of the pool gave back or paid to relayers. */
export function readRefunds(log: RpcLog): SeenRefund[] {
  const event = decoded(spokePoolAbi, log, EXECUTED_REFUNDS);
  if (event?.eventName !== "ExecutedRelayerRefundRoot" || event.args.deferredRefunds) return [];
  const { refundAddresses, refundAmounts, l2TokenAddress } = event.args;
  return refundAddresses.map((recipient, position) => ({
    ...placeOf(log),
    position,
    token: lower(l2TokenAddress),
    recipient: lower(recipient),
    amount: refundAmounts[position] ?? 0n,
  }));
}

/** What the handler would have run and did not, from its event; null for another log. */
export function readFailedCalls(log: RpcLog): { target: Hex; callData: Hex }[] | null {
  const event = decoded(multicallHandlerAbi, log, CALLS_FAILED);
  return event?.eventName === "CallsFailed" ? [...event.args.calls] : null;
}

/** What LI.FI's receiver gave away instead of making the calls, from its event; null for another log. */
export function readLifiRecovered(
  log: RpcLog,
): { transactionId: Hex; token: Hex; recipient: Hex; amount: bigint } | null {
  const event = decoded(lifiReceiverAbi, log, LIFI_RECOVERED);
  if (event?.eventName !== "LiFiTransferRecovered") return null;
  const { transactionId, receivingAssetId, receiver, amount } = event.args;
  return { transactionId, token: lower(receivingAssetId), recipient: lower(receiver), amount };
}

/** Names a deposit to the pool of its destination. */
export function relayHashOf(deposit: SeenDeposit): Hex {
  const { destinationChainId, originChainId, message, ...rest } = deposit;
  const words = {
    ...rest,
    depositor: pad(deposit.depositor),
    recipient: pad(deposit.recipient),
    exclusiveRelayer: pad(deposit.exclusiveRelayer),
    inputToken: pad(deposit.inputToken),
    outputToken: pad(deposit.outputToken),
    originChainId: BigInt(originChainId),
    message,
  };
  return keccak256(encodeAbiParameters(RELAY_DATA, [words, BigInt(destinationChainId)]));
}

function placeOf(log: RpcLog) {
  return {
    txHash: log.transactionHash,
    blockNumber: BigInt(log.blockNumber),
    blockHash: log.blockHash,
    logIndex: Number(log.logIndex),
  };
}

function decoded<const abi extends Abi>(abi: abi, { topics, data, removed }: RpcLog, topic0: Hex) {
  const [first, ...others] = topics;
  if (first !== topic0 || removed) return null;
  try {
    return decodeEventLog({ abi, data, topics: [first, ...others] });
  } catch {
    return null;
  }
}

function isAddressWord(word: Hex): boolean {
  return /^0x0{24}/.test(word);
}

/** The address in a word of 32 bytes. */
export function addressIn(word: Hex): Hex {
  return lower(slice(word, 12));
}

function lower(hex: Hex): Hex {
  return `0x${hex.slice(2).toLowerCase()}`;
}
