import {
  type Abi,
  BaseError,
  type ContractEventName,
  ContractFunctionRevertedError,
  encodeDeployData,
  type Hex,
  parseAbi,
  parseEther,
  parseEventLogs,
  type TransactionReceipt,
} from "viem";
import { type AccountName, developmentAccount } from "@/server/chains/development-accounts";
import { EVM_NETWORKS, type EvmNetwork, type EvmNetworkId } from "@/server/chains/networks";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { erc20Abi } from "../abis";
import { readArtifact } from "../artifact";
import { contractTokensOf, hexAddress } from "../chain-setup";
import { fundAccount, installContracts } from "../install";

export interface Call {
  to: Hex;
  abi: Abi;
  functionName: string;
  args?: readonly unknown[];
  value?: bigint;
}

/** A local chain with everything installed, and the few words that the contract tests are written in. */
export interface Bench {
  chain: TestChain;
  at: Record<keyof typeof ADDRESSES, Hex>;
  /** Address of a token of this network. */
  token(symbol: string): Hex;
  /** Runs a call as that account and mines it. Throws `Reverted` with the contract's own reason. */
  send(who: AccountName | number, call: Call): Promise<TransactionReceipt>;
  read<T>(call: Call): Promise<T>;
  deploy(contract: string, ...args: unknown[]): Promise<Hex>;
  approve(who: AccountName | number, token: Hex, spender: Hex, amount: bigint): Promise<unknown>;
  /** Makes tokens of a test's own token for an account. */
  mint(token: Hex, to: Hex, amount: bigint): Promise<unknown>;
  balance(token: Hex | null, of: Hex): Promise<bigint>;
  stop(): Promise<void>;
}

export class Reverted extends Error {
  constructor(readonly reason: string) {
    super(`reverted: ${reason}`);
  }
}

/** The account that may trigger recurring payments, and owns nothing. */
export const RELAYER = 9;

const ADDRESSES = {
  erc20FeeProxy: true,
  ethereumFeeProxy: true,
  erc20ConversionProxy: true,
  ethConversionProxy: true,
  conversionPath: true,
  batch: true,
  recurring: true,
  multicall3: true,
} as const;

/**
 * Starts it with payer and payer2 funded, 1,000,000 of every token each.
 *
 * @param before puts contracts of its own at production addresses first; ours are then installed around them
 */
export async function startBench(
  network: EvmNetworkId,
  before?: (bench: Bench) => Promise<void>,
): Promise<Bench> {
  const chain = await startTestChain({ network, bare: true });
  const bench = benchOn(chain);
  await before?.(bench);
  const { rpcUrl, accounts } = chain;
  const relayer = developmentAccount(RELAYER).address;
  await installContracts({ rpcUrl, network, relayer, sanctioned: [accounts.blocked.address] });
  for (const { address } of [accounts.payer, accounts.payer2]) {
    await fundAccount({ rpcUrl, network, address, nativeWei: parseEther("1000"), tokenUnits: 1_000_000n });
  }
  return bench;
}

export function benchOn(chain: TestChain): Bench {
  const { publicClient } = chain;
  const send: Bench["send"] = async (who, { to, ...call }) => {
    const wallet = chain.wallet(who);
    const request = { ...call, address: to, account: wallet.account };
    await publicClient.simulateContract(request).catch((error: unknown) => {
      throw new Reverted(reasonOf(error));
    });
    const hash = await wallet.writeContract({ ...call, address: to });
    return publicClient.waitForTransactionReceipt({ hash });
  };
  return {
    chain,
    at: addressesOf(EVM_NETWORKS[chain.network]),
    token: (symbol) => tokenAddress(chain.network, symbol),
    send,
    // The caller names the type that the ABI it passes decodes to.
    read: <T>({ to, ...call }: Call) => publicClient.readContract({ ...call, address: to }) as Promise<T>,
    async deploy(contract, ...args) {
      const { abi, bytecode } = await readArtifact(contract);
      const data = encodeDeployData({ abi, bytecode, args });
      const hash = await chain.wallet(0).sendTransaction({ data });
      const { contractAddress } = await publicClient.waitForTransactionReceipt({ hash });
      if (!contractAddress) throw new Error(`${contract} was not deployed`);
      return contractAddress;
    },
    approve: (who, token, spender, amount) =>
      // Without its result: USDT-style tokens return none.
      send(who, { to: token, abi: APPROVE, functionName: "approve", args: [spender, amount] }),
    mint: async (token, to, amount) => {
      const { abi } = await readArtifact("TestToken");
      return send("payer", { to: token, abi, functionName: "mint", args: [to, amount] });
    },
    balance: (token, of) =>
      token === null
        ? publicClient.getBalance({ address: of })
        : publicClient.readContract({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [of] }),
    stop: () => chain.stop(),
  };
}

const APPROVE = parseAbi(["function approve(address spender, uint256 amount)"]);

/** Events of one contract in a receipt, decoded, in order. */
export function eventsOf<const abi extends Abi>(receipt: TransactionReceipt, abi: abi, emitter: Hex) {
  const logs = receipt.logs.filter((log) => log.address.toLowerCase() === emitter.toLowerCase());
  return parseEventLogs<abi, true, ContractEventName<abi> | undefined>({ abi, logs });
}

/** The text, the error name or the bare selector that a call reverted with. */
export function reasonOf(error: unknown): string {
  const reverted =
    error instanceof BaseError && error.walk((e) => e instanceof ContractFunctionRevertedError);
  if (!(reverted instanceof ContractFunctionRevertedError)) throw error;
  return reverted.reason ?? reverted.data?.errorName ?? reverted.signature ?? "no reason";
}

function addressesOf({ id, contracts }: EvmNetwork): Bench["at"] {
  const entries = Object.keys(ADDRESSES).map((key) => {
    const name = key as keyof typeof ADDRESSES;
    const address = contracts[name]?.address;
    if (!address) throw new Error(`${id} has no ${name}`);
    return [name, address] as const;
  });
  return Object.fromEntries(entries) as Bench["at"];
}

function tokenAddress(network: EvmNetworkId, symbol: string): Hex {
  const token = contractTokensOf(network).find((candidate) => candidate.symbol === symbol);
  if (!token) throw new Error(`${network} has no ${symbol}`);
  return hexAddress(network, token.address);
}

/** One of the two chains that are compared, with contracts of the test itself at the same addresses on both. */
export interface Side extends Bench {
  falseToken: Hex;
  taxed: Hex;
  /** Takes no native coin. */
  refuser: Hex;
}
