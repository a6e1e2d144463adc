import postgres from "postgres";
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hash,
  type Hex,
  http,
  isAddress,
  isHex,
  publicActions,
  walletActions,
  zeroAddress,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { erc20FeeProxyAbi } from "@/contracts/abis";
import { readArtifact } from "@/contracts/artifact";
import { feedAddress } from "@/contracts/feeds";
import { fundAccount } from "@/contracts/install";
import type { Stack } from "@/local/running-stack/stack-file";
import { minedReceipt } from "@/server/chains/evm/mined";
import { isEvmNetworkId } from "@/server/chains/networks";

/** A local chain with anvil's own methods, waiting for nothing longer than it has to. */
export function chainOf(stack: Stack, network: string) {
  return createTestClient({
    mode: "anvil",
    transport: http(nodeOf(stack, network).rpcUrl),
    pollingInterval: 20,
  })
    .extend(publicActions)
    .extend(walletActions);
}

export interface Payer {
  key: Hex;
  address: Address;
}

export interface PayerOptions {
  network?: string;
  /** Wei. */
  native?: bigint;
  /** Whole tokens of every kind. */
  tokens?: bigint;
}

/** A wallet of its own for one journey, which nobody else pays from. */
export async function aPayer(stack: Stack, options: PayerOptions = {}): Promise<Payer> {
  const key = generatePrivateKey();
  const { address } = privateKeyToAccount(key);
  await fund(stack, address, options);
  return { key, address };
}

/** Fills a wallet up to these balances. */
export async function fund(stack: Stack, address: Address, options: PayerOptions = {}): Promise<void> {
  const { network = "sepolia", native = 10n ** 18n, tokens = 1_000n } = options;
  if (!isEvmNetworkId(network)) throw new Error(`${network} is no EVM network`);
  const { rpcUrl } = nodeOf(stack, network);
  await fundAccount({ rpcUrl, network, address, nativeWei: native, tokenUnits: tokens });
}

/** Lets the payment contract of this network take so much, base units; resolves when it is mined. */
export async function allow(
  stack: Stack,
  { key }: Payer,
  amount: bigint,
  { network = "sepolia", token = "USDC" } = {},
): Promise<void> {
  const chain = chainOf(stack, network);
  const hash = await chain.writeContract({
    account: privateKeyToAccount(key),
    chain: null,
    address: tokenOf(stack, network, token),
    abi: erc20Abi,
    functionName: "approve",
    args: [proxyOf(stack, network), amount],
  });
  await minedReceipt(chain, hash);
}

export function balanceOf(stack: Stack, owner: Address, network = "sepolia", token = "USDC") {
  return chainOf(stack, network).readContract({
    address: tokenOf(stack, network, token),
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [owner],
  });
}

/** What the payment contract may still take. */
export function allowanceOf(stack: Stack, owner: Address, network = "sepolia", token = "USDC") {
  return chainOf(stack, network).readContract({
    address: tokenOf(stack, network, token),
    abi: erc20Abi,
    functionName: "allowance",
    args: [owner, proxyOf(stack, network)],
  });
}

/** Pays a part of a link over USDC on Sepolia, past the page; resolves when it is mined. The contract must be allowed to. */
export async function payPart(
  stack: Stack,
  { token }: { token: string },
  { key }: Payer,
  amount: bigint,
): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${stack.payUrl}/state`, {
    method: "POST",
    headers,
    body: JSON.stringify({ token }),
  });
  const [item] = (await answer.json()).facts.items;
  const chain = chainOf(stack, "sepolia");
  const hash = await chain.writeContract({
    account: privateKeyToAccount(key),
    chain: null,
    address: proxyOf(stack, "sepolia"),
    abi: erc20FeeProxyAbi,
    functionName: "transferFromWithReferenceAndFee",
    args: [tokenOf(stack, "sepolia", "USDC"), item.recipient, amount, item.paymentReference, 0n, zeroAddress],
  });
  await minedReceipt(chain, hash);
}

/** The newest blocks of Sepolia are replaced by empty ones, and one more makes everybody see it. */
export async function takeBack(stack: Stack, depth: number): Promise<void> {
  await chainOf(stack, "sepolia").request({ method: "anvil_reorg", params: [depth, []] } as never);
  await chainOf(stack, "sepolia").mine({ blocks: 1 });
}

/** How many transactions a wallet has in the chain, and waiting for it. */
export async function sentBy(stack: Stack, address: Address, network = "sepolia"): Promise<number> {
  return chainOf(stack, network).getTransactionCount({ address, blockTag: "pending" });
}

/** The chain mines only when it is told to, until `work` is over. */
export async function withoutMining<T>(
  stack: Stack,
  network: string,
  work: (mine: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const chain = chainOf(stack, network);
  await chain.setAutomine(false);
  try {
    return await work(() => chain.mine({ blocks: 1 }));
  } finally {
    await chain.setAutomine(true);
    await chain.mine({ blocks: 1 });
  }
}

/** What a wallet does when its owner presses "speed up": the same call for a higher fee. Or another call. */
export async function replace(
  stack: Stack,
  { key }: Payer,
  hash: Hash,
  by: "the same call" | "nothing",
): Promise<Hash> {
  const chain = chainOf(stack, "sepolia");
  const account = privateKeyToAccount(key);
  const { to, input, nonce, gas, maxFeePerGas = 10n ** 10n } = await chain.getTransaction({ hash });
  const call = by === "nothing" ? { to: account.address } : { to, data: input };
  return chain.sendTransaction({
    account,
    chain: null,
    ...call,
    nonce,
    gas,
    maxFeePerGas: maxFeePerGas * 3n,
    maxPriorityFeePerGas: maxFeePerGas * 2n,
  });
}

export function tokenOf(stack: Stack, network: string, symbol: string): Address {
  return getAddress(nodeOf(stack, network).tokens[symbol]?.address ?? "");
}

export function proxyOf(stack: Stack, network: string): Address {
  return getAddress(nodeOf(stack, network).contracts.erc20FeeProxy ?? "");
}

/** A development account of the stack. */
export function accountOf(stack: Stack, name: "merchant" | "recipient" | "payer" | "blocked"): Payer {
  const account = stack.accounts?.[name];
  if (!account || !isHex(account.privateKey) || !isAddress(account.address)) {
    throw new Error(`no account ${name}`);
  }
  return { key: account.privateKey, address: account.address };
}

/** One statement to the stack's database: what no person and no API can bring about in time. */
export async function inDatabase(
  stack: Stack,
  query: (sql: postgres.Sql) => Promise<unknown>,
): Promise<void> {
  const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await query(sql);
  } finally {
    await sql.end();
  }
}

function nodeOf(stack: Stack, network: string) {
  const node = stack.networks[network];
  if (!node) throw new Error(`${network} is not running`);
  return node;
}

/** Moves a price feed of a local Sepolia: USD for one unit, 8 decimals. Anybody may; `by` pays the gas. */
export async function moveFeed(stack: Stack, by: Payer, symbol: string, answer: bigint): Promise<void> {
  const chain = chainOf(stack, "sepolia");
  const { timestamp } = await chain.getBlock();
  const { abi } = await readArtifact("TestAggregator");
  const data = encodeFunctionData({ abi, functionName: "setAnswer", args: [answer, timestamp] });
  const account = privateKeyToAccount(by.key);
  const hash = await chain.sendTransaction({
    account,
    chain: null,
    to: feedAddress("sepolia", symbol),
    data,
  });
  await minedReceipt(chain, hash);
}
