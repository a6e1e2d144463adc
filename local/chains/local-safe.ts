import {
  type Account,
  type Chain,
  concatHex,
  encodeFunctionData,
  type Hex,
  type HttpTransport,
  keccak256,
  type PublicClient,
  parseEventLogs,
  stringToHex,
  type TransactionReceipt,
  type WalletClient,
  zeroAddress,
} from "viem";
import { sign } from "viem/accounts";
import { safeAbi, safeProxyFactoryAbi } from "@/contracts/abis";
import type { DevelopmentAccount } from "@/server/chains/development-accounts";
import { minedReceipt } from "@/server/chains/evm/mined";
import { SAFE_1_4_1, safe130Of } from "@/server/chains/evm/safe/deployments";
import { type SafeTransaction, safeTxHash } from "@/server/chains/evm/safe/safe-transaction";

/** A Safe on a local chain whose owners are development accounts. */
export interface LocalSafe {
  address: Hex;
  version: "1.3.0" | "1.4.1";
  owners: readonly DevelopmentAccount[];
  threshold: number;
}

/** Who sends transactions, and where. */
export interface SafeNode {
  network: string;
  chain: Chain;
  publicClient: PublicClient<HttpTransport, Chain>;
  wallet: WalletClient<HttpTransport, Chain, Account>;
}

/** Deploys a Safe as its own interface does. The same owners and `salt` give the same address on every chain. */
export async function createLocalSafe(
  node: SafeNode,
  {
    version = "1.4.1",
    owners,
    threshold,
    salt,
  }: Omit<LocalSafe, "address" | "version"> & {
    version?: LocalSafe["version"];
    salt: string;
  },
): Promise<LocalSafe> {
  const { proxyFactory, singletonL2, fallbackHandler } =
    version === "1.4.1" ? SAFE_1_4_1 : safe130Of(node.network);
  const initializer = encodeFunctionData({
    abi: safeAbi,
    functionName: "setup",
    args: [
      owners.map(({ address }) => address),
      BigInt(threshold),
      zeroAddress,
      "0x",
      fallbackHandler,
      zeroAddress,
      0n,
      zeroAddress,
    ],
  });
  const hash = await node.wallet.writeContract({
    address: proxyFactory,
    abi: safeProxyFactoryAbi,
    functionName: "createProxyWithNonce",
    args: [singletonL2, initializer, BigInt(keccak256(stringToHex(salt)))],
  });
  const { logs } = await minedReceipt(node.publicClient, hash);
  return { address: proxyOf(logs), version, owners, threshold };
}

/** Up to 1.3.0 the proxy is in the data, from 1.4.1 in a topic. */
function proxyOf(logs: TransactionReceipt["logs"]): Hex {
  const [created] = parseEventLogs({ abi: safeProxyFactoryAbi, logs, strict: false });
  const proxy = created?.args.proxy ?? dataWord(created?.data);
  if (!proxy) throw new Error("no Safe was created");
  return proxy;
}

function dataWord(data: Hex | undefined): Hex | null {
  return data && data.length >= 66 ? `0x${data.slice(26, 66)}` : null;
}

/** Fields of a transaction that ours leave at 0. */
export interface SafeExtras {
  safeTxGas?: bigint;
  baseGas?: bigint;
  gasPrice?: bigint;
  gasToken?: Hex;
  refundReceiver?: Hex;
}

/** The nonce of the next transaction. */
export function nextNonce(node: SafeNode, { address }: LocalSafe): Promise<bigint> {
  return node.publicClient.readContract({ address, abi: safeAbi, functionName: "nonce" });
}

/**
 * Signs a transaction of a Safe with the first owners that suffice and executes it, as any account may. Throws when it
 * reverts.
 */
export async function executeSafe(
  node: SafeNode,
  safe: LocalSafe,
  { to, value, data, operation }: SafeTransaction,
  {
    safeTxGas = 0n,
    baseGas = 0n,
    gasPrice = 0n,
    gasToken = zeroAddress,
    refundReceiver = zeroAddress,
  }: SafeExtras = {},
): Promise<TransactionReceipt> {
  const nonce = await nextNonce(node, safe);
  const fields = [
    to,
    value,
    data,
    operation,
    safeTxGas,
    baseGas,
    gasPrice,
    gasToken,
    refundReceiver,
  ] as const;
  const digest = await node.publicClient.readContract({
    address: safe.address,
    abi: safeAbi,
    functionName: "getTransactionHash",
    args: [...fields, nonce],
  });
  const hash = await node.wallet.writeContract({
    address: safe.address,
    abi: safeAbi,
    functionName: "execTransaction",
    args: [...fields, await signaturesOf(safe, digest)],
    gas: 3_000_000n,
  });
  const receipt = await minedReceipt(node.publicClient, hash);
  if (receipt.status !== "success") throw new Error(`the Safe transaction ${digest} reverted`);
  return receipt;
}

/** Signatures of as many owners as are needed, in the order of their addresses, as a Safe wants them. */
async function signaturesOf({ owners, threshold }: LocalSafe, hash: Hex): Promise<Hex> {
  const signers = owners
    .slice(0, threshold)
    .toSorted((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1));
  return concatHex(await Promise.all(signers.map(({ privateKey }) => sign({ hash, privateKey, to: "hex" }))));
}

/** Its hash with this nonce, as the Safe itself works it out. */
export function localSafeTxHash(
  { chain }: Pick<SafeNode, "chain">,
  { address, version }: LocalSafe,
  transaction: SafeTransaction,
  nonce: bigint,
): Hex {
  return safeTxHash({ safe: address, chainId: chain.id, version }, transaction, nonce);
}
