import {
  type AbiEvent,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  getAbiItem,
  type Hex,
  keccak256,
  pad,
  parseAbi,
  parseAbiParameters,
} from "viem";
import {
  type Call,
  eventsOfPayment,
  type TokenPayment,
  tokenPaymentOf,
  transfer,
} from "@/sim/chain/contracts";
import type { Emitted } from "@/sim/chain/emitted";
import { ACROSS_HANDLER } from "@/sim/chain/sim-network";

// Across as the chains show it (docs/contract/providers.md §2): a deposit on one, its fill on another, or its refund.

/** A deposit as its call says it. Addresses are lower-case, amounts base units of their token, times seconds since 1970. */
export interface WantedDeposit {
  depositor: Hex;
  recipient: Hex;
  inputToken: Hex;
  outputToken: Hex;
  inputAmount: bigint;
  outputAmount: bigint;
  destinationChainId: number;
  exclusiveRelayer: Hex;
  quoteTimestamp: number;
  fillDeadline: number;
  exclusivitySeconds: number;
  message: Hex;
}

/** A deposit that a pool has taken. */
export interface Relay extends WantedDeposit {
  originChainId: number;
  depositId: bigint;
}

/** What the message of a deposit has the handler do. */
export interface Instructions {
  calls: readonly { target: Hex; callData: Hex; value: bigint }[];
  fallbackRecipient: Hex;
  /** Those of the calls that pay. */
  payments: TokenPayment[];
}

const pool = parseAbi([
  "function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message)",
  "struct ExecutionInfo { bytes32 updatedRecipient; bytes32 updatedMessageHash; uint256 updatedOutputAmount; uint8 fillType; }",
  "event FundsDeposited(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 indexed destinationChainId, uint256 indexed depositId, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 indexed depositor, bytes32 recipient, bytes32 exclusiveRelayer, bytes message)",
  "event FilledRelay(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 repaymentChainId, uint256 indexed originChainId, uint256 indexed depositId, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 exclusiveRelayer, bytes32 indexed relayer, bytes32 depositor, bytes32 recipient, bytes32 messageHash, ExecutionInfo relayExecutionInfo)",
  "event ExecutedRelayerRefundRoot(uint256 amountToReturn, uint256 indexed chainId, uint256[] refundAmounts, uint32 indexed rootBundleId, uint32 indexed leafId, address l2TokenAddress, address[] refundAddresses, bool deferredRefunds, address caller)",
]);
const handler = parseAbi([
  "struct Call { address target; bytes callData; uint256 value; }",
  "event CallsFailed(Call[] calls, address indexed fallbackRecipient)",
  "event DrainedTokens(address indexed recipient, address indexed token, uint256 indexed amount)",
]);
const INSTRUCTIONS = parseAbiParameters([
  "Instructions instructions",
  "struct Instructions { Call[] calls; address fallbackRecipient; }",
  "struct Call { address target; bytes callData; uint256 value; }",
]);
const RELAY = parseAbiParameters([
  "Relay relay, uint256 destinationChainId",
  "struct Relay { bytes32 depositor; bytes32 recipient; bytes32 exclusiveRelayer; bytes32 inputToken; bytes32 outputToken; uint256 inputAmount; uint256 outputAmount; uint256 originChainId; uint256 depositId; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }",
]);

const lower = (hex: string): Hex => `0x${hex.slice(2).toLowerCase()}`;

/** Reads the call that makes a deposit; null for any other. */
export function depositOf({ data }: Pick<Call, "data">): WantedDeposit | null {
  try {
    const { args } = decodeFunctionData({ abi: pool, data: lower(data) });
    const [depositor, recipient, inputToken, outputToken, inputAmount, outputAmount, chainId, ...rest] = args;
    const [exclusiveRelayer, quoteTimestamp, fillDeadline, exclusivitySeconds, message] = rest;
    return {
      depositor: lower(depositor),
      recipient: lower(recipient),
      inputToken: lower(inputToken),
      outputToken: lower(outputToken),
      inputAmount,
      outputAmount,
      destinationChainId: Number(chainId),
      exclusiveRelayer: lower(exclusiveRelayer),
      quoteTimestamp,
      fillDeadline,
      exclusivitySeconds,
      message,
    };
  } catch {
    return null;
  }
}

/** What a message has the handler do. Throws for what is none. */
export function instructionsOf(message: Hex): Instructions {
  const [{ calls, fallbackRecipient }] = decodeAbiParameters(INSTRUCTIONS, message);
  const payments = calls.flatMap(({ callData }) => tokenPaymentOf({ data: callData }) ?? []);
  return { calls, fallbackRecipient: lower(fallbackRecipient), payments };
}

/** By this a pool knows which deposit it has filled. */
export function relayHash(relay: Relay): Hex {
  const words = {
    depositor: pad(relay.depositor),
    recipient: pad(relay.recipient),
    exclusiveRelayer: pad(relay.exclusiveRelayer),
    inputToken: pad(relay.inputToken),
    outputToken: pad(relay.outputToken),
    inputAmount: relay.inputAmount,
    outputAmount: relay.outputAmount,
    originChainId: BigInt(relay.originChainId),
    depositId: relay.depositId,
    fillDeadline: relay.fillDeadline,
    exclusivityDeadline: relay.exclusivitySeconds,
    message: relay.message,
  };
  return keccak256(encodeAbiParameters(RELAY, [words, BigInt(relay.destinationChainId)]));
}

/** The deposit that a call of `fillStatuses` asks about; null for any other call. */
export function relayAskedFor(data: string): Hex | null {
  const [, relay] = /^0xc35c83fc([0-9a-f]{64})$/i.exec(data) ?? [];
  return relay === undefined ? null : `0x${relay.toLowerCase()}`;
}

/** The events of a deposit that `payer` makes into the pool of its network. */
export function eventsOfDeposit(address: Hex, payer: Hex, relay: Relay): Emitted[] {
  return [
    transfer(relay.inputToken, payer, address, relay.inputAmount),
    emitted(address, getAbiItem({ abi: pool, name: "FundsDeposited" }), {
      ...wordsOf(relay),
      destinationChainId: BigInt(relay.destinationChainId),
      quoteTimestamp: relay.quoteTimestamp,
      message: relay.message,
    }),
  ];
}

/** What comes of a fill: the calls are made, they fail, or the money goes to this address, which its depositor signed for. */
export type FillEnd = "calls" | "calls_fail" | { goesTo: Hex };

/** The events of a fill on its network, whose pool and payment contract these are. */
export function eventsOfFill(
  { pool: address, proxy }: { pool: Hex; proxy: Hex },
  relayer: Hex,
  relay: Relay,
  end: FillEnd,
): Emitted[] {
  const { outputToken, outputAmount, recipient, message } = relay;
  const goesTo = typeof end === "string" ? recipient : end.goesTo;
  const messageHash = keccak256(message);
  const filled = emitted(address, getAbiItem({ abi: pool, name: "FilledRelay" }), {
    ...wordsOf(relay),
    repaymentChainId: BigInt(relay.destinationChainId),
    originChainId: BigInt(relay.originChainId),
    relayer: pad(relayer),
    messageHash,
    relayExecutionInfo: {
      updatedRecipient: pad(goesTo),
      updatedMessageHash: messageHash,
      updatedOutputAmount: outputAmount,
      fillType: 0,
    },
  });
  const arrives = [filled, transfer(outputToken, relayer, goesTo, outputAmount)];
  if (goesTo !== ACROSS_HANDLER) return arrives;
  const { calls, fallbackRecipient, payments } = instructionsOf(message);
  if (end === "calls") {
    return [...arrives, ...payments.flatMap((one) => eventsOfPayment(proxy, ACROSS_HANDLER, one))];
  }
  return [
    ...arrives,
    emitted(ACROSS_HANDLER, getAbiItem({ abi: handler, name: "CallsFailed" }), { calls, fallbackRecipient }),
    transfer(outputToken, ACROSS_HANDLER, fallbackRecipient, outputAmount),
    emitted(ACROSS_HANDLER, getAbiItem({ abi: handler, name: "DrainedTokens" }), {
      recipient: fallbackRecipient,
      token: outputToken,
      amount: outputAmount,
    }),
  ];
}

/** What reaches receivers by a fill, as payments under the references of its message. */
export function paymentsOfFill({ outputAmount, recipient, message }: Relay, end: FillEnd): TokenPayment[] {
  if (typeof end !== "string" || recipient !== ACROSS_HANDLER) return [];
  const { fallbackRecipient, payments } = instructionsOf(message);
  const [first] = payments;
  if (end === "calls" || !first) return payments;
  return [{ ...first, recipient: fallbackRecipient, amount: outputAmount, feeAmount: 0n }];
}

/** The events of a refund of one deposit by the pool of its network. */
export function eventsOfRefund(
  address: Hex,
  { depositor, inputToken, inputAmount, originChainId }: Relay,
): Emitted[] {
  return [
    transfer(inputToken, address, depositor, inputAmount),
    emitted(address, getAbiItem({ abi: pool, name: "ExecutedRelayerRefundRoot" }), {
      amountToReturn: 0n,
      chainId: BigInt(originChainId),
      refundAmounts: [inputAmount],
      rootBundleId: 1,
      leafId: 0,
      l2TokenAddress: inputToken,
      refundAddresses: [depositor],
      deferredRefunds: false,
      caller: depositor,
    }),
  ];
}

function wordsOf(relay: Relay) {
  return {
    inputToken: pad(relay.inputToken),
    outputToken: pad(relay.outputToken),
    inputAmount: relay.inputAmount,
    outputAmount: relay.outputAmount,
    depositId: relay.depositId,
    fillDeadline: relay.fillDeadline,
    exclusivityDeadline: relay.exclusivitySeconds,
    exclusiveRelayer: pad(relay.exclusiveRelayer),
    depositor: pad(relay.depositor),
    recipient: pad(relay.recipient),
  };
}

function emitted(address: Hex, event: AbiEvent, args: Readonly<Record<string, unknown>>): Emitted {
  const topics = encodeEventTopics({ abi: [event], eventName: event.name, args: { ...args } });
  const plain = event.inputs.filter(({ indexed }) => !indexed);
  return {
    address,
    topics: topics.flatMap((topic) => (typeof topic === "string" ? [topic] : [])),
    data: encodeAbiParameters(
      plain,
      plain.map(({ name = "" }) => args[name]),
    ),
  };
}
