import { keccak256, stringToBytes } from "viem";
import { z } from "zod";
import type { CallOutcome, EvmCall } from "@/local/tron-node/chain/evm";
import { invalidContract, NodeError, Refusal } from "@/local/tron-node/chain/node-error";
import { type ChainState, canSend, evmBlockOf, isContract, type View } from "@/local/tron-node/chain/state";
import { type Hex21, readAddress, toEvm } from "@/local/tron-node/codec/address";
import type { TriggerContract } from "@/local/tron-node/codec/transaction";
import { int64 } from "@/local/tron-node/http-api/int64";
import { hexOf, messageOf } from "@/local/tron-node/http-api/messages";
import { transactionToJson } from "@/local/tron-node/http-api/transaction-json";
import { unsigned } from "@/local/tron-node/http-api/unsigned";

const hexText = z.string().regex(/^(0x)?([0-9a-fA-F]{2})*$/);

const TriggerBody = z.object({
  visible: z.boolean().default(false),
  owner_address: z.string().optional(),
  contract_address: z.string().optional(),
  function_selector: z.string().optional(),
  parameter: hexText.optional(),
  data: hexText.optional(),
  call_value: int64,
  call_token_value: int64,
  token_id: int64,
  fee_limit: int64,
  Permission_id: z.number().int().default(0),
});

interface Asked {
  contract: TriggerContract;
  feeLimit: bigint;
  visible: boolean;
}

/** `wallet/triggersmartcontract`: the unsigned transaction of a call. Says errors in `result`, as a node does. */
export async function triggerSmartContract(state: ChainState, body: unknown) {
  return reported(async () => {
    const { contract, feeLimit, visible } = readTrigger(body);
    if (!(await isContract(state, contract.contract))) {
      throw invalidContract("No contract or not a valid smart contract");
    }
    const transaction = unsigned(state, [contract], feeLimit);
    return { result: { result: true }, transaction: { visible, ...transactionToJson(transaction, visible) } };
  });
}

/**
 * `triggerconstantcontract`: run a call against a view and keep nothing of it; without a contract, the deployment of the
 * code in `data`.
 */
export async function triggerConstantContract(state: ChainState, view: View, body: unknown) {
  return reported(async () => {
    const deployment = readDeployment(body);
    if (deployment) {
      const { energy, ...outcome } = await state.evm.tryCreate(deployment);
      const failed = outcome.ending !== "SUCCESS";
      return {
        result: { result: true, ...(failed ? { message: hexOf(messageOf({ ...outcome, energy })) } : {}) },
        energy_used: energy,
        constant_result: [outcome.output.slice(2)],
        transaction: { ret: [failed ? { ret: "FAILED" } : {}] },
      };
    }
    const { contract, feeLimit, visible } = readTrigger(body);
    const outcome = await tryOut(state, view, contract);
    const failed = outcome.ending !== "SUCCESS";
    const transaction = transactionToJson(unsigned(state, [contract], feeLimit), visible);
    return {
      result: { result: true, ...(failed ? { message: hexOf(messageOf(outcome)) } : {}) },
      energy_used: outcome.energy,
      constant_result: [outcome.output.slice(2)],
      transaction: { ret: [failed ? { ret: "FAILED" } : {}], visible, ...transaction },
    };
  });
}

/** `estimateenergy`: how much a call needs; without a number when the call fails. */
export async function estimateEnergy(state: ChainState, view: View, body: unknown) {
  return reported(async () => {
    const { contract } = readTrigger(body);
    const outcome = await tryOut(state, view, contract);
    if (outcome.ending !== "SUCCESS") return { result: { result: true, message: hexOf(messageOf(outcome)) } };
    const energy = await state.evm.estimate(evmCall(contract), evmBlockOf(state, view));
    return { result: { result: true }, energy_required: energy };
  });
}

async function tryOut(state: ChainState, view: View, contract: TriggerContract): Promise<CallOutcome> {
  if (!(await isContract(state, contract.contract))) {
    throw invalidContract("No contract or not a smart contract");
  }
  const block = evmBlockOf(state, view);
  if (!(await canSend(state, toEvm(contract.owner), contract.callValue, block))) {
    throw invalidContract("Validate InternalTransfer error, balance is not sufficient.");
  }
  return state.evm.call(evmCall(contract), block);
}

function evmCall({ owner, contract, data, callValue }: TriggerContract): EvmCall {
  return { from: toEvm(owner), to: toEvm(contract), data: `0x${data}`, value: callValue };
}

/** What is to be deployed on trial; undefined for a call. */
function readDeployment(body: unknown) {
  const { visible, owner_address: owner, contract_address: contract, data } = TriggerBody.parse(body);
  if (contract || !data) return undefined;
  if (!owner) throw notSet("owner_address");
  return { from: toEvm(address(owner, visible)), creation: `0x${plain(data)}` as const };
}

function readTrigger(body: unknown): Asked {
  const asked = TriggerBody.parse(body);
  const { visible } = asked;
  if (!asked.owner_address) throw notSet("owner_address");
  if (!asked.contract_address) throw notSet("contract_address");
  if (!asked.function_selector && asked.data === undefined) throw notSet("function_selector");
  const data = asked.function_selector
    ? selectorOf(asked.function_selector) + plain(asked.parameter ?? "")
    : plain(asked.data ?? "");
  return {
    visible,
    feeLimit: asked.fee_limit,
    contract: {
      type: "TriggerSmartContract",
      permissionId: asked.Permission_id,
      owner: address(asked.owner_address, visible),
      contract: address(asked.contract_address, visible),
      callValue: asked.call_value,
      data,
      callTokenValue: asked.call_token_value,
      tokenId: asked.token_id,
    },
  };
}

function address(text: string, visible: boolean): Hex21 {
  const read = readAddress(text, visible);
  if (read !== undefined) return read;
  throw new NodeError("org.tron.core.services.http.JsonFormat$ParseException", "INVALID hex String");
}

function notSet(field: string): NodeError {
  return new NodeError("java.security.InvalidParameterException", `${field} isn't set.`);
}

function selectorOf(signature: string): string {
  return keccak256(stringToBytes(signature)).slice(2, 10);
}

function plain(hex: string): string {
  return hex.replace(/^0x/, "").toLowerCase();
}

/** These calls answer their errors in `result`, with the message in hex. */
async function reported<T>(work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return { result: { code: error.code, message: hexOf(error.message) } };
    const reason =
      error instanceof NodeError
        ? `class ${error.javaClass} : ${error.message}`
        : error instanceof z.ZodError
          ? "class com.alibaba.fastjson.JSONException : the body has a wrong type"
          : undefined;
    if (reason === undefined) throw error;
    return { result: { code: "OTHER_ERROR", message: hexOf(reason) } };
  }
}
