import { parseGwei } from "viem";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Nodes } from "@/server/chains/evm/nodes";
import {
  isRefusal,
  isTimeout,
  type Rpc,
  type RpcLog,
  type RpcReceipt,
  revertDataIn,
} from "@/server/chains/evm/rpc";
import {
  type AccountOnChain,
  type BroadcastAnswer,
  type Call,
  type CallResult,
  type FeeOracle,
  OUT_OF_GAS,
  type Receipt,
  TOOK_TOO_LONG,
  type TransactionNode,
} from "@/server/chains/transaction-node";

/** Hosted nodes commonly refuse more. */
const MAX_SPAN = 2_000n;
/** Simulations of one HTTP request, so that one that takes long keeps few others waiting. */
const CALLS_AT_ONCE = 20;

interface FeeBlock {
  baseFeePerGas?: Hex;
  gasLimit: Hex;
}

interface FullReceipt extends RpcReceipt {
  blockNumber: Hex;
  blockHash: Hex;
  gasUsed: Hex;
  effectiveGasPrice?: Hex;
}

/** Sending transactions through the nodes of one EVM network. */
export class EvmTransactionNode implements TransactionNode {
  readonly #nodes: Nodes;
  readonly #rpc: Rpc;

  constructor(nodes: Nodes) {
    this.#nodes = nodes;
    this.#rpc = nodes.rpc;
  }

  async account(address: Hex): Promise<AccountOnChain> {
    const [nonce, pendingNonce, balance] = await Promise.all([
      this.#rpc<Hex>("eth_getTransactionCount", [address, "latest"]),
      this.#rpc<Hex>("eth_getTransactionCount", [address, "pending"]),
      this.#rpc<Hex>("eth_getBalance", [address, "latest"]),
    ]);
    return { nonce: BigInt(nonce), pendingNonce: BigInt(pendingNonce), balance: BigInt(balance) };
  }

  async fees(): Promise<FeeOracle> {
    const [block, tip] = await Promise.all([
      this.#rpc<FeeBlock | null>("eth_getBlockByNumber", ["latest", false]),
      this.#rpc<Hex>("eth_maxPriorityFeePerGas", []).catch(() => null),
    ]);
    if (!block) throw new ChainError("node has no newest block");
    return {
      baseFee: BigInt(block.baseFeePerGas ?? "0x0"),
      tip: tip === null ? null : BigInt(tip),
      blockGasLimit: BigInt(block.gasLimit),
    };
  }

  code(address: Hex): Promise<Hex> {
    return this.#rpc<Hex>("eth_getCode", [address, "latest"]);
  }

  async calls(calls: readonly Call[]): Promise<CallResult[]> {
    const results: CallResult[] = [];
    for (let from = 0; from < calls.length; from += CALLS_AT_ONCE) {
      results.push(...(await this.#together(calls.slice(from, from + CALLS_AT_ONCE))));
    }
    return results;
  }

  /** In one request; where that takes too long, each in one of its own, to tell the one that does. */
  async #together(calls: readonly Call[]): Promise<CallResult[]> {
    const asked = await Promise.allSettled(calls.map((call) => this.#call(call)));
    const results: (CallResult | null)[] = [];
    for (const [i, first] of asked.entries()) {
      const call = calls[i];
      if (first.status === "fulfilled") results.push(first.value);
      else if (!isTimeout(first.reason) || !call) throw first.reason;
      else results.push(calls.length === 1 ? null : await this.#callAlone(call));
    }
    const failed = asked.find((answer) => answer.status === "rejected");
    // A node that answers nothing at all is to blame itself.
    if (failed && results.every((result) => result === null)) throw failed.reason;
    return results.map((result) => result ?? { ok: false, data: null, message: TOOK_TOO_LONG });
  }

  /** Null where it takes too long. */
  async #callAlone(call: Call): Promise<CallResult | null> {
    try {
      return await this.#call(call);
    } catch (error) {
      if (isTimeout(error)) return null;
      throw error;
    }
  }

  async #call(call: Call): Promise<CallResult> {
    try {
      return { ok: true, data: await this.#rpc<Hex>("eth_call", [inHex(call), "latest"]) };
    } catch (error) {
      return { ok: false, ...refusalOf(error) };
    }
  }

  async estimate(call: Omit<Call, "gas">): Promise<bigint | null> {
    try {
      return BigInt(await this.#rpc<Hex>("eth_estimateGas", [inHex(call)]));
    } catch (error) {
      refusalOf(error);
      return null;
    }
  }

  async broadcast(raw: Hex): Promise<BroadcastAnswer> {
    const { healthy, positions } = this.#nodes.order;
    const asked = healthy.length > 0 ? healthy : positions;
    const answers = await Promise.allSettled(asked.map((position) => this.#send(position, raw)));
    const said = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    const best = said.find(({ kind }) => kind === "accepted") ?? said[0];
    if (best) return best;
    const failed = answers.find((answer) => answer.status === "rejected");
    throw failed?.reason ?? new ChainError("no node to send a transaction to");
  }

  async #send(position: number, raw: Hex): Promise<BroadcastAnswer> {
    const rpc = this.#nodes.each[position];
    if (!rpc) throw new ChainError(`there is no node ${position + 1}`);
    try {
      await rpc<Hex>("eth_sendRawTransaction", [raw]);
      return { kind: "accepted" };
    } catch (error) {
      const answer = broadcastAnswerOf(error instanceof Error ? error.message : String(error));
      if (!answer) throw error;
      return answer;
    }
  }

  async receipts(hashes: readonly Hex[]): Promise<(Receipt | null)[]> {
    const found = await Promise.all(
      hashes.map((hash) => this.#rpc<FullReceipt | null>("eth_getTransactionReceipt", [hash])),
    );
    return found.map((receipt) => receipt && receiptOf(receipt));
  }

  async isKnown(txHash: Hex): Promise<boolean> {
    return (await this.#rpc<unknown>("eth_getTransactionByHash", [txHash])) !== null;
  }

  async events(contract: Hex, topic: Hex, from: bigint, to: bigint) {
    const found: { address: Hex; topics: readonly Hex[]; data: Hex; txHash: Hex }[] = [];
    for (let start = from; start <= to; start += MAX_SPAN) {
      const end = start + MAX_SPAN - 1n < to ? start + MAX_SPAN - 1n : to;
      const logs = await this.#rpc<RpcLog[]>("eth_getLogs", [
        { address: contract, topics: [topic], fromBlock: toHex(start), toBlock: toHex(end) },
      ]);
      found.push(...logs.map(({ transactionHash, ...log }) => ({ ...log, txHash: transactionHash })));
    }
    return found;
  }
}

/**
 * Reads the words of a node that refused a transaction (go-ethereum, Bor, Nethermind, Erigon, anvil); null for what
 * is no answer, such as a node that cannot be reached.
 */
export function broadcastAnswerOf(message: string): BroadcastAnswer | null {
  if (/already known|already imported|AlreadyKnown|known transaction|already in mempool/i.test(message))
    return { kind: "accepted" };
  if (/replacement transaction underpriced|ReplacementNotAllowed|could not replace existing/i.test(message))
    return { kind: "replacement_underpriced" };
  if (/nonce too low|OldNonce|nonce has already been used/i.test(message)) return { kind: "nonce_too_low" };
  if (/insufficient (funds|balance)|InsufficientFunds/i.test(message)) return { kind: "insufficient_funds" };
  if (/underpriced|FeeTooLow|tip cap .* below|max fee per gas less than block base fee/i.test(message))
    return { kind: "underpriced", minimumTip: minimumTipIn(message) };
  const refused =
    /(intrinsic gas|exceeds (the )?block gas limit|gas limit|invalid (sender|chain|transaction)|nonce too high|txpool is full|rejected)/i;
  return refused.test(message) ? { kind: "refused", message } : null;
}

/** `minimum needed 25000000000` is in wei, `minimum 0.1 gwei` in gwei. */
function minimumTipIn(message: string): bigint | null {
  const [, amount, unit] = /minimum(?: needed)?:? ?(\d+(?:\.\d+)?)\s*(gwei)?/i.exec(message) ?? [];
  if (amount === undefined) return null;
  if (unit) return parseGwei(amount);
  return amount.includes(".") ? null : BigInt(amount);
}

/** A call that the chain refused; what is no refusal, such as a node that does not answer, is thrown on. */
function refusalOf(error: unknown): { data: Hex | null; message: string } {
  const data = revertDataIn(error);
  const message = error instanceof Error ? error.message : String(error);
  const isOutOfGas = /out of gas|OutOfGas|gas required exceeds/i.test(message);
  // go-ethereum and its kind end one call after a time of their own and answer the others.
  if (/execution (aborted|timeout)/i.test(message)) return { data: null, message: TOOK_TOO_LONG };
  if (data === null && !isRefusal(error) && !isOutOfGas) throw error;
  return { data, message: isOutOfGas ? OUT_OF_GAS : message };
}

function receiptOf(receipt: FullReceipt): Receipt {
  return {
    txHash: receipt.transactionHash,
    blockNumber: BigInt(receipt.blockNumber),
    blockHash: receipt.blockHash,
    succeeded: receipt.status === "0x1",
    gasUsed: BigInt(receipt.gasUsed),
    gasPrice: BigInt(receipt.effectiveGasPrice ?? "0x0"),
    logs: receipt.logs,
  };
}

function inHex({ gas, fees, ...call }: Omit<Call, "gas"> & { gas?: bigint }) {
  return {
    ...call,
    ...(gas === undefined ? {} : { gas: toHex(gas) }),
    ...(fees && { maxFeePerGas: toHex(fees.maxFee), maxPriorityFeePerGas: toHex(fees.maxPriorityFee) }),
  };
}

function toHex(value: bigint): Hex {
  return `0x${value.toString(16)}`;
}
