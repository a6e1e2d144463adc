import { z } from "zod";
import { checkTransfer } from "@/local/tron-node/chain/accept";
import { invalidContract, NodeError, Refusal } from "@/local/tron-node/chain/node-error";
import { accountExists, type ChainState } from "@/local/tron-node/chain/state";
import { readAddress, toEvm } from "@/local/tron-node/codec/address";
import { int64 } from "@/local/tron-node/http-api/int64";
import { transactionToJson } from "@/local/tron-node/http-api/transaction-json";
import { unsigned } from "@/local/tron-node/http-api/unsigned";

const TransferBody = z.object({
  visible: z.boolean().default(false),
  owner_address: z.string().default(""),
  to_address: z.string().default(""),
  amount: int64,
  Permission_id: z.number().int().default(0),
});

/** `wallet/createtransaction`: the unsigned transaction of a TRX transfer. Throws a `NodeError`. */
export async function createTransfer(state: ChainState, body: unknown) {
  const { visible, owner_address, to_address, amount, Permission_id } = TransferBody.parse(body);
  try {
    const owner = readAddress(owner_address, visible);
    if (owner === undefined) throw invalidContract("Invalid ownerAddress!");
    if (!(await accountExists(state, owner))) {
      throw invalidContract("Validate TransferContract error, no OwnerAccount.");
    }
    const contract = {
      type: "TransferContract" as const,
      permissionId: Permission_id,
      owner,
      to: readAddress(to_address, visible) ?? "",
      amount,
    };
    const opens = contract.to !== "" && !(await accountExists(state, contract.to));
    await checkTransfer(state, contract, await state.evm.balance(toEvm(owner)), opens);
    return { visible, ...transactionToJson(unsigned(state, [contract], 0n), visible) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new NodeError("org.tron.core.exception.ContractValidateException", error.message);
  }
}
