import { type Hex, numberToHex, size } from "viem";
import { z } from "zod";
import type { EvmCall } from "@/local/tron-node/chain/evm";
import { type ChainState, canSend, headOf, isContract, placedIn } from "@/local/tron-node/chain/state";
import { fromEvm } from "@/local/tron-node/codec/address";
import { blockById } from "@/local/tron-node/http-api/blocks-api";
import { messageOf, revertReason } from "@/local/tron-node/http-api/messages";
import { getLogs } from "@/local/tron-node/json-rpc/logs";
import {
  blockByTag,
  HashParam,
  invalidParams,
  RpcError,
  readBlockTag,
} from "@/local/tron-node/json-rpc/rpc-params";
import { printRpcBlock, printRpcReceipt, printRpcTransaction } from "@/local/tron-node/json-rpc/rpc-prints";
import { tronToHex20 } from "@/server/chains/address";
import { NETWORKS } from "@/server/chains/networks";

const Call = z.object({
  jsonrpc: z.literal("2.0").optional(),
  id: z.union([z.string(), z.number(), z.null()]).default(null),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});

/** Answers one call of `/jsonrpc`, or several. Errors are answers, as JSON-RPC wants. */
export async function answerJsonRpc(state: ChainState, body: unknown): Promise<unknown> {
  if (Array.isArray(body)) return Promise.all(body.map((one) => answerOne(state, one)));
  return answerOne(state, body);
}

async function answerOne(state: ChainState, body: unknown): Promise<unknown> {
  const parsed = Call.safeParse(body);
  if (!parsed.success) {
    return { jsonrpc: "2.0", id: null, error: { code: -32600, message: "invalid json request" } };
  }
  const { id, method, params } = parsed.data;
  try {
    return { jsonrpc: "2.0", id, result: await run(state, method, params) };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, message, data } = error;
    return { jsonrpc: "2.0", id, error: { code, message, data: data ?? "{}" } };
  }
}

type Method = (state: ChainState, params: unknown[]) => unknown;

const CHAIN_ID = numberToHex(NETWORKS.tron.chainId);

const METHODS: Record<string, Method> = {
  eth_chainId: () => CHAIN_ID,
  net_version: () => CHAIN_ID,
  net_listening: () => true,
  web3_clientVersion: () => "TRON/v4.8.1/Linux/Java1.8/quittance-simulator",
  /** No real node has it: who asks learns that the coins here are worth nothing. */
  simulator_nodeInfo: (state) => ({ solidAfter: state.solidAfter }),
  eth_syncing: () => false,
  eth_accounts: () => [],
  eth_gasPrice: (state) => numberToHex(state.parameters.energyFee),
  eth_blockNumber: (state) => numberToHex(headOf(state, "full").number),
  eth_getBlockByNumber: (state, [tag, full]) => {
    const block = blockByTag(state, tag);
    return block ? printRpcBlock(state, block, full === true) : null;
  },
  eth_getBlockByHash: (state, [hash, full]) => {
    const block = blockById(state, "full", HashParam(hash));
    return block ? printRpcBlock(state, block, full === true) : null;
  },
  eth_getBlockTransactionCountByNumber: (state, [tag]) => {
    const block = blockByTag(state, tag);
    return block ? numberToHex(block.included.length) : null;
  },
  eth_getTransactionByHash: (state, [hash]) => {
    const placed = placedIn(state, "full", HashParam(hash));
    return placed ? printRpcTransaction(state, placed) : null;
  },
  eth_getTransactionReceipt: (state, [hash]) => {
    const placed = placedIn(state, "full", HashParam(hash));
    return placed ? printRpcReceipt(state, placed) : null;
  },
  eth_getBlockReceipts: (state, [tag]) => {
    const block = blockByTag(state, tag);
    if (!block) return null;
    return block.included.flatMap(({ transaction }) => {
      const placed = placedIn(state, "full", transaction.id);
      return placed ? [printRpcReceipt(state, placed)] : [];
    });
  },
  eth_getLogs: (state, [filter]) => getLogs(state, filter),
  eth_getBalance: async (state, [address, tag]) => {
    onlyLatest(tag);
    return numberToHex(await state.evm.balance(addressParam(address)));
  },
  eth_getCode: async (state, [address, tag]) => {
    onlyLatest(tag);
    return state.evm.code(addressParam(address));
  },
  eth_getStorageAt: async (state, [address, slot, tag]) => {
    onlyLatest(tag);
    return state.evm.storage(addressParam(address), hexParam(slot));
  },
  eth_call: async (state, [call, tag]) => {
    callTag(state, tag);
    return callContract(state, call);
  },
  eth_estimateGas: async (state, [call]) => {
    await callContract(state, call);
    return numberToHex(await state.evm.estimate(readCall(call)));
  },
};

async function run(state: ChainState, method: string, params: unknown[]): Promise<unknown> {
  const handler = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (handler) return handler(state, params);
  throw new RpcError(-32601, `the method ${method} does not exist/is not available`);
}

const CallParam = z.object({
  from: z.string().optional(),
  to: z.string().optional(),
  value: z.string().optional(),
  data: z.string().optional(),
  input: z.string().optional(),
});

function readCall(param: unknown): EvmCall {
  const parsed = CallParam.safeParse(param);
  if (!parsed.success) throw invalidParams("invalid json request");
  const { from, to, value, data, input } = parsed.data;
  return {
    from: from === undefined ? `0x${"00".repeat(20)}` : addressParam(from),
    to: addressParam(to),
    value: value ? BigInt(value) : 0n,
    data: hexParam(input ?? data ?? "0x"),
  };
}

async function callContract(state: ChainState, param: unknown): Promise<Hex> {
  const call = readCall(param);
  if (!(await isContract(state, fromEvm(call.to)))) {
    throw new RpcError(-32600, "No contract or not a smart contract");
  }
  if (!(await canSend(state, call.from, call.value))) {
    throw new RpcError(-32600, "Validate InternalTransfer error, balance is not sufficient.");
  }
  const outcome = await state.evm.call(call);
  if (outcome.ending !== "SUCCESS") throw reverted(outcome.output, messageOf(outcome));
  return outcome.output;
}

function reverted(output: Hex, message: string): RpcError {
  const reason = revertReason(output);
  return new RpcError(-32000, reason === undefined ? message : `${message}: ${reason}`, output);
}

/** State is served at the head only. */
function onlyLatest(tag: unknown): void {
  if (tag === "latest") return;
  if (tag === "earliest" || tag === "pending" || tag === "finalized" || tag === "safe") {
    throw invalidParams("TAG [earliest | pending | finalized | safe] not supported");
  }
  throw invalidParams("QUANTITY not supported, just support TAG as latest");
}

/** A call also takes `{blockNumber}` or `{blockHash}` of a block that is there, and runs at the head all the same. */
function callTag(state: ChainState, tag: unknown): void {
  const object = z.object({ blockNumber: z.string().optional(), blockHash: z.string().optional() });
  if (typeof tag !== "object" || tag === null) {
    onlyLatest(tag);
    return;
  }
  const { blockNumber, blockHash } = object.parse(tag);
  if (blockNumber === undefined && blockHash === undefined)
    throw new RpcError(-32600, "invalid json request");
  if (blockNumber !== undefined && state.blocks[readBlockTag(state, blockNumber)] === undefined) {
    throw new RpcError(-32000, "header not found");
  }
  if (blockHash !== undefined && !blockById(state, "full", HashParam(blockHash))) {
    throw new RpcError(-32000, "header for hash not found");
  }
}

/** 20 bytes, with or without `0x`; the `41…` form and Base58 are refused, as a real node does for Base58. */
function addressParam(text: unknown): Hex {
  if (typeof text === "string" && /^(0x)?[0-9a-fA-F]{40}$/.test(text)) {
    return `0x${text.replace(/^0x/, "").toLowerCase()}`;
  }
  if (typeof text === "string" && /^(0x)?41[0-9a-fA-F]{40}$/.test(text)) {
    return `0x${text.slice(-40).toLowerCase()}`;
  }
  throw invalidParams(`invalid address hash value${isTron(text) ? ": Base58 is not hex" : ""}`);
}

function isTron(text: unknown): boolean {
  try {
    return typeof text === "string" && size(tronToHex20(text)) === 20;
  } catch {
    return false;
  }
}

function hexParam(text: unknown): Hex {
  if (typeof text === "string" && /^0x([0-9a-fA-F]{2})*$/.test(text)) return `0x${text.slice(2)}`;
  throw invalidParams("invalid hex string");
}
