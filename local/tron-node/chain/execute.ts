import type { Outcome } from "@/local/tron-node/chain/block";
import { type Executed, MOST_ENERGY } from "@/local/tron-node/chain/evm";
import { type NetBill, netBill, stakedEnergyLeft, use } from "@/local/tron-node/chain/resources";
import { accountExists, type ChainState } from "@/local/tron-node/chain/state";
import { type Hex21, toEvm } from "@/local/tron-node/codec/address";
import {
  type CreateContract,
  createdBy,
  type TransferContract,
  type TriggerContract,
  type TronTransaction,
} from "@/local/tron-node/codec/transaction";

/**
 * Run a transaction that passed `checkPayable`, in one block of the engine: bandwidth first, then the contract within
 * the energy that fee limit, balance and stake allow, then the fee, which is burned.
 */
export async function execute(state: ChainState, transaction: TronTransaction): Promise<Outcome> {
  const [contract] = transaction.raw.contracts;
  if (contract?.type === "TransferContract") return transfer(state, transaction, contract);
  if (contract?.type === "TriggerSmartContract") return trigger(state, transaction, contract);
  if (contract?.type === "CreateSmartContract") return create(state, transaction, contract);
  throw new Error(`transaction ${transaction.id} holds nothing that can be executed`);
}

async function transfer(
  state: ChainState,
  transaction: TronTransaction,
  contract: TransferContract,
): Promise<Outcome> {
  const { evm, parameters } = state;
  const opensAccount = !(await accountExists(state, contract.to));
  const bill = netBill(state, contract.owner, transaction, opensAccount);
  const fee = bill.fee + memoFee(state, transaction) + (opensAccount ? parameters.createAccountFee : 0n);
  const [owner, to] = [toEvm(contract.owner), toEvm(contract.to)];
  await evm.mineEmpty();
  await evm.setBalance(owner, (await evm.balance(owner)) - contract.amount - fee);
  await evm.setBalance(to, (await evm.balance(to)) + contract.amount);
  if (opensAccount) state.activated.set(contract.to, state.blocks.length);
  settleNet(state, contract.owner, bill);
  return { ...nothingUsed, result: "SUCCESS", fee, netUsage: bill.usage, netFee: bill.fee };
}

async function trigger(
  state: ChainState,
  transaction: TronTransaction,
  contract: TriggerContract,
): Promise<Outcome> {
  const call = {
    from: toEvm(contract.owner),
    to: toEvm(contract.contract),
    data: `0x${contract.data}` as const,
    value: contract.callValue,
  };
  return inMachine(state, transaction, contract, (limit) => state.evm.execute(call, limit));
}

async function create(
  state: ChainState,
  transaction: TronTransaction,
  contract: CreateContract,
): Promise<Outcome> {
  const from = toEvm(contract.owner);
  const address = toEvm(createdBy(transaction, contract));
  return inMachine(state, transaction, contract, (limit) =>
    state.evm.create({ from, address, creation: `0x${contract.bytecode}` }, limit),
  );
}

/** Has the machine work within the energy that its owner has, and takes the price of it. */
async function inMachine(
  state: ChainState,
  transaction: TronTransaction,
  contract: { owner: Hex21; callValue: bigint },
  work: (energyLimit: bigint) => Promise<Executed>,
): Promise<Outcome> {
  const { evm, parameters } = state;
  const owner = toEvm(contract.owner);
  const bill = netBill(state, contract.owner, transaction, false);
  const before = bill.fee + memoFee(state, transaction);
  const balance = (await evm.balance(owner)) - before;

  const staked = stakedEnergyLeft(state, contract.owner);
  const bought = (balance - contract.callValue) / parameters.energyFee;
  const limit = smaller(staked + bought, transaction.raw.feeLimit / parameters.energyFee);
  const done = await work(smaller(limit, MOST_ENERGY));
  // A contract that never ends meets the clock before it meets a generous fee limit, and pays it all.
  const outOfTime = done.ending === "OUT_OF_ENERGY" && limit > MOST_ENERGY;
  const energyTotal = outOfTime ? limit : done.energy;
  const energyUsage = smaller(staked, energyTotal);
  const energyFee = (energyTotal - energyUsage) * parameters.energyFee;
  await evm.setBalance(owner, (await evm.balance(owner)) - before - energyFee);

  settleNet(state, contract.owner, bill);
  use(state.usages.energy, contract.owner, energyUsage, state.now());
  const result = outOfTime ? "OUT_OF_TIME" : done.ending;
  return {
    result,
    fee: before + energyFee,
    netUsage: bill.usage,
    netFee: bill.fee,
    energyTotal,
    energyUsage,
    energyFee,
    contractResult: done.output,
    message: failureOf(result, limit),
    logs: done.logs,
  };
}

const nothingUsed = { energyTotal: 0n, energyUsage: 0n, energyFee: 0n, logs: [] };

function failureOf(result: Outcome["result"], energyLimit: bigint): string | undefined {
  if (result === "SUCCESS") return undefined;
  if (result === "REVERT") return "REVERT opcode executed";
  if (result === "OUT_OF_TIME") return "CPU timeout for 'JUMPDEST' operation executing";
  if (result === "ILLEGAL_OPERATION") return "Invalid operation code: opCode[fe];";
  return `Not enough energy for 'SSTORE' operation executing: curInvokeEnergyLimit[${energyLimit}], curOpEnergy[20000], usedEnergy[${energyLimit}]`;
}

function memoFee(state: ChainState, { raw }: TronTransaction): bigint {
  return raw.data === "" ? 0n : state.parameters.memoFee;
}

function settleNet(state: ChainState, owner: Hex21, bill: NetBill): void {
  const { net, freeNet } = state.usages;
  if (bill.from !== "balance") use(bill.from === "staked" ? net : freeNet, owner, bill.usage, state.now());
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
