import { encodeAbiParameters, encodeEventTopics, type Hex, keccak256, zeroAddress } from "viem";
import { z } from "zod";
import { erc20FeeProxyAbi } from "@/contracts/abis";
import type { Fault } from "@/local/evm-node/faulty-node";

const Filter = z.object({
  fromBlock: z.string().optional(),
  toBlock: z.string().optional(),
  blockHash: z.string().optional(),
});
const Logs = z.array(z.unknown());

/** Answers late whatever tells of payments, and at once all else, so that its heads stay known. */
export function slowNode(pause: () => Promise<unknown>): Fault {
  const isSlow = (method: string) => method === "eth_getLogs" || method === "eth_getTransactionReceipt";
  return ({ method }) => (isSlow(method) ? { after: pause() } : undefined);
}

/** A payment that no chain has. */
export interface MadeUpPayment {
  /** The block that it is shown in. */
  block: { number: Hex; hash: Hex };
  proxy: Hex;
  token: Hex;
  payee: Hex;
  /** Base units. */
  units: bigint;
  /** As topic 1 of the proxy's event. */
  topic: Hex;
}

/** Shows a payment in logs, and has no receipt of it. `onShown` hears of each time. */
export function lyingNode(payment: MadeUpPayment, onShown: () => void): Fault {
  const { block } = payment;
  const log = madeUpLog(payment);
  const isAsked = (params: readonly unknown[]) => {
    const { fromBlock, toBlock, blockHash } = Filter.parse(params[0]);
    if (blockHash !== undefined) return blockHash === block.hash;
    const isNumber = (text: string | undefined) => text?.startsWith("0x") === true;
    if (isNumber(fromBlock) && BigInt(fromBlock ?? 0) > BigInt(block.number)) return false;
    return !isNumber(toBlock) || BigInt(toBlock ?? 0) >= BigInt(block.number);
  };
  return ({ method, params }) => {
    if (method !== "eth_getLogs" || !isAsked(params)) return undefined;
    return {
      edit: (logs) => {
        onShown();
        return [...Logs.parse(logs), log];
      },
    };
  };
}

function madeUpLog({ block, proxy, token, payee, units, topic }: MadeUpPayment) {
  const [signature] = encodeEventTopics({ abi: erc20FeeProxyAbi, eventName: "TransferWithReferenceAndFee" });
  const event = erc20FeeProxyAbi.find((one) => one.type === "event");
  const inputs = (event?.inputs ?? []).filter((input) => !("indexed" in input && input.indexed));
  return {
    address: proxy.toLowerCase(),
    topics: [signature, topic],
    data: encodeAbiParameters(inputs, [token, payee, units, 0n, zeroAddress]),
    blockNumber: block.number,
    blockHash: block.hash,
    transactionHash: keccak256(topic),
    transactionIndex: "0x0",
    logIndex: "0x0",
    removed: false,
  };
}
