import {
  type Account,
  type Chain,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  type HttpTransport,
  http,
  type PublicClient,
  type WalletClient,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { furnishChain } from "@/local/chains/furnish-chain";
import { startAnvil } from "@/local/evm-node/anvil";
import { rpc } from "@/local/evm-node/rpc";
import {
  type AccountName,
  type DevelopmentAccount,
  type DevelopmentAccounts,
  developmentAccount,
  developmentAccounts,
} from "@/server/chains/development-accounts";
import { minedReceipt } from "@/server/chains/evm/mined";
import { EVM_NETWORKS, type EvmNetworkId } from "@/server/chains/networks";
import { LEFT_BEHIND_MS, mineLeftBehind } from "@/server/testing/evm/left-behind";
import { PATIENCE_MS } from "@/server/testing/patience";

export type TestWallet = WalletClient<HttpTransport, Chain, Account>;

export interface TestChain {
  network: EvmNetworkId;
  chain: Chain;
  rpcUrl: string;
  wsUrl: string;
  publicClient: PublicClient<HttpTransport, Chain>;
  accounts: DevelopmentAccounts;
  /** Signs as one of `accounts`, or as the account at that position of the mnemonic. */
  wallet(who: AccountName | number): TestWallet;
  /** Any call of the node, anvil's own methods included. */
  rpc(method: string, ...params: unknown[]): Promise<unknown>;
  /** Mine `blocks` blocks (1 when absent). */
  mine(blocks?: number): Promise<void>;
  /**
   * Replace the last `depth` blocks by as many others, empty but for `transactions`: raw signed transactions
   * and the position of the new block (0 is the lowest) that holds each.
   */
  reorg(depth: number, transactions?: { raw: Hex; block: number }[]): Promise<void>;
  /** Remember this state of the chain; gives the ID that `revert` takes. */
  snapshot(): Promise<Hex>;
  revert(snapshot: Hex): Promise<void>;
  stop(): Promise<void>;
}

export interface TestChainOptions {
  network: EvmNetworkId;
  /** Mine by the clock; absent, every transaction is mined at once. */
  blockTimeSeconds?: number;
  slotsInAnEpoch?: number;
  /** Leave the chain empty instead of placing the production contracts and tokens. */
  bare?: boolean;
}

/**
 * A local node with the production chain ID of `network`, for one test file: the production contracts and tokens at
 * their addresses, and each of `accounts` with a million of every token. Stop it in `afterAll`.
 */
export async function startTestChain(options: TestChainOptions): Promise<TestChain> {
  const facts = EVM_NETWORKS[options.network];
  const node = await startAnvil({ ...options, chainId: facts.chainId, log: () => {} });
  const { rpcUrl, wsUrl } = node;
  if (!options.bare) await furnishChain(rpcUrl, options.network, () => {});
  const chain = defineChain({
    id: facts.chainId,
    name: facts.name,
    nativeCurrency: facts.native,
    rpcUrls: { default: { http: [rpcUrl], webSocket: [wsUrl] } },
  });
  const publicClient = createPublicClient({
    chain,
    transport: patient(rpcUrl),
    pollingInterval: 25,
    cacheTime: 0,
  }).extend((client) => ({
    // The library's own may wait in vain, see there.
    waitForTransactionReceipt: async ({ hash }: { hash: Hex }) => {
      const leftBehind = setTimeout(() => void mineLeftBehind(rpcUrl), LEFT_BEHIND_MS);
      try {
        return await minedReceipt(client, hash);
      } finally {
        clearTimeout(leftBehind);
      }
    },
  }));
  const accounts = developmentAccounts();
  const call = (method: string, ...params: unknown[]) => rpc(rpcUrl, method, params);

  return {
    network: options.network,
    chain,
    rpcUrl,
    wsUrl,
    publicClient,
    accounts,
    wallet: (who) =>
      walletOf(typeof who === "number" ? developmentAccount(who) : accounts[who], chain, rpcUrl),
    rpc: call,
    mine: async (blocks = 1) => void (await call("anvil_mine", `0x${blocks.toString(16)}`)),
    reorg: async (depth, transactions = []) =>
      void (await call(
        "anvil_reorg",
        depth,
        transactions.map(({ raw, block }) => [raw, block]),
      )),
    snapshot: async () => asHex(await call("evm_snapshot")),
    revert: async (snapshot) => {
      if ((await call("evm_revert", snapshot)) !== true) throw new Error(`no snapshot ${snapshot}`);
    },
    stop: () => node.stop(),
  };
}

function walletOf(account: DevelopmentAccount, chain: Chain, rpcUrl: string): TestWallet {
  return createWalletClient({
    account: privateKeyToAccount(account.privateKey),
    chain,
    transport: patient(rpcUrl),
    pollingInterval: 25,
  });
}

/** A transaction that was asked for again because its answer took long would be refused as known. */
function patient(rpcUrl: string): HttpTransport {
  return http(rpcUrl, { timeout: PATIENCE_MS });
}

function asHex(value: unknown): Hex {
  if (typeof value !== "string" || !value.startsWith("0x"))
    throw new Error(`not hexadecimal: ${String(value)}`);
  return `0x${value.slice(2)}`;
}
