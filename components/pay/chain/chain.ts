import { erc20Abi, getAddress, type Hex, keccak256, type TransactionReceipt } from "viem";
import {
  getBlockNumber,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
  readContract,
} from "viem/actions";
import type { Fate, Outgoing } from "@/components/pay/chain/outgoing";
import { readTronAllowance, tronFateOf } from "@/components/pay/chain/tron-chain";
import type { Step } from "@/components/pay/safety/comparison";
import { recurringAbi } from "@/contracts/abis";
import { type EvmNetworkId, isEvmNetworkId } from "@/server/chains/networks";
import { readClient } from "@/wallet/evm/read-client";

/**
 * Asks a node about a transaction; `nonce` is told back once it is known. A wallet can speed a transaction up or
 * replace it by anything: the hash then never comes, and another transaction has its nonce. Throws while no node
 * answers.
 */
export async function fateOf(network: string, sent: Outgoing): Promise<{ fate: Fate; nonce: number | null }> {
  if (!isEvmNetworkId(network)) return tronFateOf(sent);
  const client = readClient(network);
  const hash = asHex(sent.hash);
  const receipt = await getTransactionReceipt(client, { hash }).catch(nothingThere);
  if (receipt) {
    const mined = paysIn(receipt, sent.reference ?? null) ? "mined" : "unpaid";
    return { fate: receipt.status === "success" ? mined : "reverted", nonce: sent.nonce };
  }
  const known = await getTransaction(client, { hash }).catch(nothingThere);
  const nonce = known?.nonce ?? sent.nonce;
  if (known || nonce === null) return { fate: "pending", nonce };
  const next = await getTransactionCount(client, { address: getAddress(sent.wallet) });
  return { fate: next > nonce ? "replaced" : "pending", nonce };
}

/** Every proxy names the hash of the reference in its event (onchain.md §7). */
function paysIn({ logs }: TransactionReceipt, reference: string | null): boolean {
  if (reference === null) return true;
  const topic = keccak256(asHex(reference));
  return logs.some(({ topics }) => topics[1] === topic);
}

/** Whether a transaction of the wallet waits for a block, as far as a node has heard of it. Throws while none answers. */
export async function hasWaiting(network: string, wallet: string): Promise<boolean> {
  // Accounts on Tron have no order: what is signed there is sent by the page itself.
  if (!isEvmNetworkId(network)) return false;
  const client = readClient(network);
  const address = getAddress(wallet);
  const [mined, all] = await Promise.all([
    getTransactionCount(client, { address, blockTag: "latest" }),
    getTransactionCount(client, { address, blockTag: "pending" }),
  ]);
  return all > mined;
}

/** The newest block of a network; null where no node can be asked. */
export async function newestBlock(network: string): Promise<bigint | null> {
  return isEvmNetworkId(network) ? getBlockNumber(readClient(network), { cacheTime: 0 }) : null;
}

/**
 * What became of a reset or an approval that was sent: `undone` when the chain did not carry it out, `short` when it
 * did and the permission is not as it was meant to be. A permission that is there is `set`, whatever hash the wallet
 * named. Throws while no node answers.
 */
export async function permissionOf(
  network: string,
  step: Step,
  sent: Outgoing,
): Promise<{ state: "pending" | "set" | "short" | "undone"; nonce: number | null }> {
  const { fate, nonce } = await fateOf(network, sent);
  if (await isAllowanceSet(network, step, sent.wallet)) return { state: "set", nonce };
  if (fate === "pending") return { state: "pending", nonce };
  return { state: fate === "reverted" || fate === "dropped" ? "undone" : "short", nonce };
}

/** Whether a reset or an approval has done what it was for, whatever the wallet made of it. */
async function isAllowanceSet(network: string, step: Step, owner: string): Promise<boolean> {
  const allowance = await allowanceOf(network, step, owner);
  if (allowance === null) return true;
  const wanted = step.amounts[0]?.amount ?? 0n;
  return step.kind === "reset" ? allowance === 0n : allowance >= wanted;
}

/** What the contract of an approval may take of the owner's tokens now, base units; null where nobody can tell. */
export async function allowanceOf(network: string, step: Step, owner: string): Promise<bigint | null> {
  const { transaction, call } = step;
  const spender = call.arguments.find(({ meaning }) => meaning === "spender")?.value;
  if (spender === undefined) return null;
  if (transaction.family === "tron") return readTronAllowance(transaction.contract, owner, spender);
  if (!isEvmNetworkId(network)) return null;
  return readAllowance(network, transaction.to, owner, spender);
}

/** What a contract may take of the owner's tokens now, base units. Throws while no node answers. */
export async function tokenAllowance(
  network: string,
  token: string,
  owner: string,
  spender: string,
): Promise<bigint> {
  if (!isEvmNetworkId(network)) throw new Error(`${network} has no schedules`);
  return readAllowance(network, asHex(token), owner, spender);
}

/** Whether a schedule was ended in its contract. Throws while no node answers. */
export async function isCancelledOnChain(
  network: string,
  { contract, digest }: { contract: Hex; digest: Hex },
): Promise<boolean> {
  if (!isEvmNetworkId(network)) throw new Error(`${network} has no schedules`);
  return readContract(readClient(network), {
    address: contract,
    abi: recurringAbi,
    functionName: "isCancelled",
    args: [digest],
  });
}

function readAllowance(network: EvmNetworkId, token: Hex, owner: string, spender: string): Promise<bigint> {
  return readContract(readClient(network), {
    address: token,
    abi: erc20Abi,
    functionName: "allowance",
    args: [getAddress(owner), getAddress(spender)],
  });
}

/** viem throws for what does not exist yet. */
function nothingThere(error: unknown): null {
  if (error instanceof Error && /NotFound/.test(error.name)) return null;
  throw error;
}

function asHex(hash: string): Hex {
  return `0x${hash.slice(2)}`;
}
