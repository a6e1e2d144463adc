import { asc, eq } from "drizzle-orm";
import { encodeFunctionData, type Hex, zeroAddress } from "viem";
import { erc20Abi, erc20FeeProxyAbi, ethereumFeeProxyAbi } from "@/contracts/abis";
import { requests, transfers, webhookEvents } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot } from "@/server/boot";
import type { ChainAdapter, Chains } from "@/server/chains/adapter";
import { chainsOf } from "@/server/chains/adapter";
import type { AccountName } from "@/server/chains/development-accounts";
import { EvmAdapter, type EvmSettings } from "@/server/chains/evm/adapter";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { readConfig } from "@/server/config";
import type { Ctx } from "@/server/context";
import { inTransaction } from "@/server/context";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { parseAmount } from "@/server/lib/amount";
import { createPlatform } from "@/server/platforms/create-platform";
import { draftRequest, type RequestFacts, type RequestRow } from "@/server/requests/draft";
import { insertRequests } from "@/server/requests/insert";
import type { TestChain, TestWallet } from "@/server/testing/evm/chain";
import { createTestDatabase } from "@/server/testing/postgres/database";
import { databaseEnvironment } from "@/server/testing/postgres/mode";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

/** A ledger over one test chain: requests, and passes of the real watcher. */
export interface OpenLedger {
  app: App;
  chain: ChainAdapter;
  ctx: Ctx;
  platformId: string;
  /** Stores a request for the recipient account. */
  request(amount: string, currency?: string, overrides?: RequestOverrides): Promise<RequestRow>;
  /** Runs passes until the watcher has nothing to do. */
  watch(options?: { chain?: ChainAdapter; owner?: string; isValuingDue?: boolean }): Promise<void>;
  reload(request: RequestRow): Promise<RequestRow>;
  transfersOf(request: RequestRow): Promise<(typeof transfers.$inferSelect)[]>;
  /** Names of the events about a request, in their order. */
  events(request: RequestRow): Promise<string[]>;
  /** Bodies of the events about a request. */
  bodies(request: RequestRow): Promise<Record<string, unknown>[]>;
  /** Body of the one event about a request. Throws where there are none or more. */
  onlyBody(request: RequestRow): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export interface RequestOverrides {
  payee?: string;
  /** The platform's fee; none when absent. */
  fee?: RequestFacts["fee"];
}

/** With payments on a real node. */
export interface TestLedger extends OpenLedger {
  /** Pays through the real proxy and waits until it is mined. Base units of the request's token. */
  pay(request: RequestRow, amount: string, options?: PayOptions): Promise<Hex>;
  /** The signed transaction of a payment, not sent: for putting it into a block of a reorganisation. */
  signPayment(request: RequestRow, amount: string, options?: PayOptions): Promise<Hex>;
}

/** The chain under a ledger. */
export interface LedgerNode {
  chain: ChainAdapter;
  /** Whom requests pay unless they say otherwise. */
  payee: string;
  height(): Promise<bigint>;
}

export interface LedgerOptions {
  now?: () => Date;
  databaseUrl?: string;
  platformId?: string;
  env?: Record<string, string>;
  /** Further chains that the installation knows. */
  beside?: readonly ChainAdapter[];
}

export interface PayOptions {
  from?: AccountName;
  to?: string;
  token?: Hex;
  proxy?: Hex;
}

/** Starts a ledger with its own database. `settings` are those of the EVM adapter. */
export async function startLedger(
  node: TestChain,
  settings: Partial<EvmSettings> = {},
  options: LedgerOptions = {},
): Promise<TestLedger> {
  const chain = new EvmAdapter(EVM_NETWORKS[node.network], {
    rpcUrls: [node.rpcUrl],
    confirmations: 1,
    startBlock: 0,
    ...settings,
  });
  const height = () => node.publicClient.getBlockNumber();
  const ledger = await openLedger({ chain, payee: node.accounts.recipient.address, height }, options);
  return {
    ...ledger,
    pay: (request, amount, pay) => payRequest(node, request, amount, pay),
    signPayment: (request, amount, pay) => signPayment(node, request, amount, pay),
  };
}

/** A ledger with its own database over whatever chain. */
export async function openLedger(node: LedgerNode, options: LedgerOptions = {}): Promise<OpenLedger> {
  const { chain } = node;
  const database = options.databaseUrl ? null : await createTestDatabase();
  const databaseUrl = options.databaseUrl ?? database?.url;
  if (databaseUrl === undefined) throw new Error("a ledger needs a database");
  const chains: Chains = chainsOf(
    Object.fromEntries([chain, ...(options.beside ?? [])].map((one) => [one.network.id, one])),
  );
  const config = readConfig({
    ...databaseEnvironment(databaseUrl),
    SECRET_KEY: "22".repeat(32),
    LOG_LEVEL: "silent",
    NODE_ENV: "test",
    DATABASE_POOL_SIZE: "5",
    ...options.env,
  });
  const app = boot(config, "test", { chains, now: options.now });
  const ctx = app.context(systemCaller(""));
  const platformId =
    options.platformId ??
    (await inTransaction(ctx, (tx) => createPlatform(tx, { name: "Shop", walletAddress: null }))).id;
  const memory = newWatcherMemory();

  const ledger: OpenLedger = {
    app,
    chain,
    ctx,
    platformId,
    request: (amount, currency, overrides) => storeRequest(ledger, node, amount, currency, overrides),
    watch: async ({ chain: other = chain, owner = "worker-1", isValuingDue = false } = {}) => {
      memory.claimedAt = 0;
      memory.attestedAt = 0;
      if (isValuingDue) memory.valuedAt = 0;
      for (;;) {
        const before = await node.height();
        if (
          (await watchTransfers(ctx, other, owner, memory)) === "idle" &&
          before === (await node.height())
        ) {
          return;
        }
      }
    },
    reload: async (request) => {
      const [row] = await app.database.db.select().from(requests).where(eq(requests.id, request.id));
      if (!row) throw new Error("request is gone");
      return row;
    },
    transfersOf: (request) =>
      app.database.db
        .select()
        .from(transfers)
        .where(eq(transfers.requestId, request.id))
        .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex)),
    events: async (request) => (await ledger.bodies(request)).map((body) => String(body.event)),
    bodies: async (request) => {
      const rows = await app.database.db.select().from(webhookEvents).orderBy(asc(webhookEvents.sequence));
      return rows
        .map((row): Record<string, unknown> => JSON.parse(row.body))
        .filter((body) => body.requestId === request.requestId.slice(2));
    },
    onlyBody: async (request) => {
      const [body, ...others] = await ledger.bodies(request);
      if (!body || others.length > 0) throw new Error(`not one event but ${await ledger.events(request)}`);
      return body;
    },
    close: async () => {
      await app.close();
      await database?.drop();
    },
  };
  return ledger;
}

async function storeRequest(
  ledger: OpenLedger,
  node: LedgerNode,
  amount: string,
  currency = `USDC-${node.chain.network.id}`,
  overrides: RequestOverrides = {},
): Promise<RequestRow> {
  const token = tokenOf(currency);
  const caller = systemCaller(ledger.platformId);
  const draft = draftRequest(
    { caller, config: ledger.app.config, now: ledger.app.now },
    {
      kind: "request",
      token,
      payee: overrides.payee ?? node.payee,
      payer: null,
      amount: parseAmount(amount, token.decimals),
      fee: overrides.fee,
    },
  );
  const [row] = await inTransaction(ledger.ctx, (tx) => insertRequests(tx, [draft]));
  if (!row) throw new Error("request was not stored");
  return row;
}

async function payRequest(
  node: TestChain,
  request: RequestRow,
  amount: string,
  options: PayOptions = {},
): Promise<Hex> {
  const serializedTransaction = await signPayment(node, request, amount, options);
  const hash = await node.publicClient.sendRawTransaction({ serializedTransaction });
  const receipt = await node.publicClient.waitForTransactionReceipt({ hash });
  if (receipt.status !== "success") throw new Error(`payment ${hash} reverted`);
  return hash;
}

async function signPayment(
  node: TestChain,
  request: RequestRow,
  amount: string,
  options: PayOptions = {},
): Promise<Hex> {
  const wallet = node.wallet(options.from ?? "payer");
  const token = tokenOf(request.paymentCurrency);
  if (token.address === null) return signNativePayment(node, request, parseAmount(amount, 18), options);
  const proxy = options.proxy ?? EVM_NETWORKS[node.network].contracts.erc20FeeProxy.address;
  const tokenAddress = options.token ?? asHex(token.address);
  // Nothing is no amount of ours, but the proxies take it.
  const units = amount === "0" ? 0n : parseAmount(amount, token.decimals);
  await allow(node, wallet, tokenAddress, proxy, units);
  const data = encodeFunctionData({
    abi: erc20FeeProxyAbi,
    functionName: "transferFromWithReferenceAndFee",
    args: [
      tokenAddress,
      asHex(options.to ?? request.payee),
      units,
      asHex(request.paymentReference),
      0n,
      zeroAddress,
    ],
  });
  return wallet.signTransaction(await wallet.prepareTransactionRequest({ to: proxy, data, gas: 400_000n }));
}

async function signNativePayment(
  node: TestChain,
  request: RequestRow,
  value: bigint,
  { from = "payer", to: payee = request.payee }: PayOptions,
): Promise<Hex> {
  const wallet = node.wallet(from);
  const to = asHex(EVM_NETWORKS[node.network].contracts.ethereumFeeProxy?.address ?? null);
  const data = encodeFunctionData({
    abi: ethereumFeeProxyAbi,
    functionName: "transferWithReferenceAndFee",
    args: [asHex(payee), asHex(request.paymentReference), 0n, zeroAddress],
  });
  return wallet.signTransaction(await wallet.prepareTransactionRequest({ to, data, value, gas: 400_000n }));
}

async function allow(
  node: TestChain,
  wallet: TestWallet,
  token: Hex,
  proxy: Hex,
  units: bigint,
): Promise<void> {
  const allowance = await node.publicClient.readContract({
    address: token,
    abi: erc20Abi,
    functionName: "allowance",
    args: [wallet.account.address, proxy],
  });
  if (allowance >= units) return;
  const hash = await wallet.writeContract({
    address: token,
    abi: erc20Abi,
    functionName: "approve",
    args: [proxy, 2n ** 255n],
  });
  await node.publicClient.waitForTransactionReceipt({ hash });
}

function tokenOf(currency: string): Token {
  const token = tokenById(currency);
  if (!token) throw new Error(`unknown currency ${currency}`);
  return token;
}

function asHex(text: string | null): Hex {
  if (!text?.startsWith("0x")) throw new Error(`not hexadecimal: ${text}`);
  return `0x${text.slice(2)}`;
}
