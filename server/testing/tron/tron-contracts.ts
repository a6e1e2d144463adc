import {
  type Abi,
  decodeEventLog,
  decodeFunctionResult,
  encodeFunctionData,
  getAbiItem,
  type Hex,
  isAddressEqual,
  toFunctionSignature,
} from "viem";
import { z } from "zod";
import { hex20ToTron } from "@/server/chains/address";
import type { TestCall, TestTron } from "@/server/testing/tron/tron";

const FEE_LIMIT = 1_000_000_000;

/** A call by ABI, as viem takes it. */
export interface AbiCall {
  /** 20 bytes. */
  to: Hex;
  abi: Abi;
  functionName: string;
  args?: readonly unknown[];
}

/** The same as a transaction of a local Tron node takes it, with at most 1,000 TRX to burn. */
export function tronCall({ to, abi, functionName, args = [] }: AbiCall): TestCall {
  const item = getAbiItem({ abi, name: functionName, args });
  if (item?.type !== "function") throw new Error(`no function ${functionName}`);
  return {
    contract: hex20ToTron(to),
    signature: toFunctionSignature(item),
    parameters: `0x${encodeFunctionData({ abi, functionName, args }).slice(10)}`,
    feeLimit: FEE_LIMIT,
  };
}

const bare = z.string().transform((digits): Hex => `0x${digits}`);
const Info = z.object({
  receipt: z.object({ result: z.string().optional(), energy_usage_total: z.number().default(0) }),
  log: z
    .array(z.object({ address: bare, topics: z.tuple([bare], bare), data: bare.default("0x") }))
    .default([]),
});

/** What came of a transaction: how it ended, the energy it took, its events with 20-byte addresses. */
export async function tronOutcome(node: TestTron, id: string) {
  const { receipt, log } = Info.parse(await node.wallet("wallet/gettransactioninfobyid", { value: id }));
  return {
    ending: receipt.result,
    energy: receipt.energy_usage_total,
    /** The events of one contract. */
    events: <const abi extends Abi>(contract: Hex, abi: abi) =>
      log
        .filter(({ address }) => isAddressEqual(address, contract))
        .map(({ topics, data }) => decodeEventLog({ abi, topics, data })),
  };
}

/** What a view answers at the head. */
export async function tronRead(
  node: TestTron,
  { to, abi, functionName, args = [] }: AbiCall,
): Promise<unknown> {
  const data = encodeFunctionData({ abi, functionName, args });
  const answer = z.custom<Hex>().parse(await node.rpc("eth_call", { to, data }, "latest"));
  return decodeFunctionResult({ abi, functionName, data: answer });
}
