import { recoverAddress } from "viem";
import { invalidContract, Refusal } from "@/local/tron-node/chain/node-error";
import { LONGEST_LIFETIME_MS } from "@/local/tron-node/chain/parameters";
import { netBill } from "@/local/tron-node/chain/resources";
import { accountExists, type ChainState, headOf, isContract } from "@/local/tron-node/chain/state";
import { fromEvm, type Hex21, printAddress, toEvm } from "@/local/tron-node/codec/address";
import {
  type Contract,
  type CreateContract,
  sizeOf,
  type TransferContract,
  type TriggerContract,
  type TronTransaction,
} from "@/local/tron-node/codec/transaction";

const MOST_BYTES = 500 * 1024;
const SIGNATURE_BYTES = 65;
const MOST_NAME = 32;
const REMEMBERED_MS = 3_600_000;

/**
 * What a node checks before it takes a transaction into its pool, in the order of `Wallet.broadcastTransaction` and
 * `Manager.pushTransaction`. Throws a `Refusal`. That a contract call will revert or run out of energy is no reason to
 * refuse it.
 */
export async function checkTransaction(state: ChainState, transaction: TronTransaction): Promise<void> {
  const { raw, id, signatures } = transaction;
  for (const signature of signatures) {
    const bytes = signature.length / 2;
    if (bytes < SIGNATURE_BYTES || bytes > 68) throw badSignature(`Signature size is ${bytes}`);
  }
  if (state.pending.has(id) || state.placed.has(id) || isHeard(state, id)) {
    throw new Refusal("DUP_TRANSACTION_ERROR", "Transaction already exists.");
  }
  state.heard.set(id, state.now());
  const [contract] = raw.contracts;
  if (!contract) throw validateError("No contract!");
  const now = Math.max(headOf(state, "full").timestamp, state.now());
  if (raw.expiration <= now) throw new Refusal("TRANSACTION_EXPIRATION_ERROR", "Transaction expired");
  await checkSignature(transaction, contract);
  checkReferenceBlock(state, transaction);
  if (sizeOf(transaction) > MOST_BYTES) {
    throw new Refusal("TOO_BIG_TRANSACTION_ERROR", "Transaction size is too big.");
  }
  if (raw.expiration > headOf(state, "full").timestamp + LONGEST_LIFETIME_MS) {
    throw new Refusal("TRANSACTION_EXPIRATION_ERROR", "Transaction expired");
  }
  if (raw.contracts.length !== 1) {
    throw validateError(
      `tx ${id} contract size should be exactly 1, this is extend feature ,actual :${raw.contracts.length}`,
    );
  }
  await checkPayable(state, transaction, contract);
}

/** A node remembers every ID for an hour, before it judges: what it refused once is a duplicate the second time. */
function isHeard(state: ChainState, id: string): boolean {
  return state.now() - (state.heard.get(id) ?? 0) < REMEMBERED_MS;
}

/** Everything that depends on balances and contracts, which the block checks once more. Throws a `Refusal`. */
export async function checkPayable(
  state: ChainState,
  transaction: TronTransaction,
  contract: Contract,
): Promise<void> {
  if (contract.type === "Other") throw validateError(`contract type ${contract.number} is not simulated`);
  if (!(await accountExists(state, contract.owner))) {
    throw validateError(`account [${printAddress(contract.owner, true)}] does not exist`);
  }
  const balance = await state.evm.balance(toEvm(contract.owner));
  const opensAccount =
    contract.type === "TransferContract" && contract.to !== "" && !(await accountExists(state, contract.to));
  const { fee } = netBill(state, contract.owner, transaction, opensAccount);
  const memoFee = transaction.raw.data === "" ? 0n : state.parameters.memoFee;
  if (balance < fee + memoFee) {
    throw new Refusal("BANDWITH_ERROR", "Account resource insufficient error.");
  }
  const left = balance - fee - memoFee;
  try {
    if (contract.type === "TransferContract") await checkTransfer(state, contract, left, opensAccount);
    else if (contract.type === "CreateSmartContract") {
      checkCreate(state, contract, transaction.raw.feeLimit);
    } else await checkTrigger(state, contract, transaction.raw.feeLimit, left);
  } catch (error) {
    // The contract's own words, as a broadcast reports them.
    throw error instanceof Refusal ? validateError(error.message) : error;
  }
}

/** Rules of a TRX transfer (`TransferActuator`). Throws a `Refusal` in the node's words. */
export async function checkTransfer(
  state: ChainState,
  contract: TransferContract,
  balance: bigint,
  opensAccount: boolean,
): Promise<void> {
  if (!isAddress(contract.to)) throw invalidContract("Invalid toAddress!");
  if (contract.to === contract.owner) throw invalidContract("Cannot transfer TRX to yourself.");
  if (contract.amount <= 0n) throw invalidContract("Amount must be greater than 0.");
  if (await isContract(state, contract.to)) throw invalidContract("Cannot transfer TRX to a smartContract.");
  if (balance < contract.amount + (opensAccount ? state.parameters.createAccountFee : 0n)) {
    throw invalidContract("Validate TransferContract error, balance is not sufficient.");
  }
}

function checkCreate(state: ChainState, contract: CreateContract, feeLimit: bigint): void {
  const { origin, owner, name, consumeUserResourcePercent: percent, originEnergyLimit } = contract;
  if (origin !== owner) throw invalidContract("OwnerAddress is not equal OriginAddress");
  if (name.length > MOST_NAME) throw invalidContract("contractName's length cannot be greater than 32");
  if (percent < 0n || percent > 100n) throw invalidContract("percent must be >= 0 and <= 100");
  if (originEnergyLimit <= 0n) throw invalidContract("The originEnergyLimit must be > 0");
  checkFeeLimit(state, feeLimit);
  if (contract.callValue !== 0n) throw invalidContract("deploying with TRX is not simulated");
}

async function checkTrigger(state: ChainState, contract: TriggerContract, feeLimit: bigint, balance: bigint) {
  if (!isAddress(contract.contract) || !(await isContract(state, contract.contract))) {
    throw invalidContract("No contract or not a smart contract");
  }
  if (contract.callValue < 0n) throw invalidContract("callValue must be >= 0");
  if (contract.callTokenValue !== 0n || contract.tokenId !== 0n) {
    throw invalidContract("TRC-10 tokens are not simulated");
  }
  checkFeeLimit(state, feeLimit);
  if (contract.callValue > balance) {
    throw invalidContract("Validate InternalTransfer error, balance is not sufficient.");
  }
}

function checkFeeLimit({ parameters: { maxFeeLimit } }: ChainState, feeLimit: bigint): void {
  if (feeLimit < 0n || feeLimit > maxFeeLimit) {
    throw invalidContract(`feeLimit must be >= 0 and <= ${maxFeeLimit}`);
  }
}

/** The one signature must be the owner's: accounts with permissions of their own are not simulated. */
async function checkSignature({ id, signatures }: TronTransaction, contract: Contract): Promise<void> {
  const [signature] = signatures;
  if (signature === undefined) throw badSignature("miss sig or contract");
  if (signatures.length > 1) {
    throw badSignature(`Signature count is ${signatures.length} more than key counts of permission : 1`);
  }
  const signer = await signerOf(id, signature.slice(0, 2 * SIGNATURE_BYTES));
  if (signer !== contract.owner) {
    throw badSignature(
      `${id} is signed by ${printAddress(signer, true)} but it is not contained of permission.`,
    );
  }
}

async function signerOf(id: string, signature: string): Promise<Hex21> {
  try {
    return fromEvm(await recoverAddress({ hash: `0x${id}`, signature: `0x${signature}` }));
  } catch {
    throw badSignature("Header byte out of range or the key cannot be recovered");
  }
}

/** TAPOS: the two low bytes of a recent block's number and eight bytes of its ID. */
function checkReferenceBlock(state: ChainState, { raw }: TronTransaction): void {
  const head = headOf(state, "full").number;
  const low = Number.parseInt(raw.refBlockBytes, 16);
  const number = head - ((head - low) & 0xffff);
  const block = raw.refBlockBytes.length === 4 ? state.blocks[number] : undefined;
  if (block?.id.slice(16, 32) !== raw.refBlockHash) throw new Refusal("TAPOS_ERROR", "Tapos check error.");
}

function isAddress(hex: string): boolean {
  return /^41[0-9a-f]{40}$/.test(hex);
}

function badSignature(reason: string): Refusal {
  return new Refusal("SIGERROR", `Validate signature error: ${reason}`);
}

function validateError(reason: string): Refusal {
  return invalidContract(`Contract validate error : ${reason}`);
}
