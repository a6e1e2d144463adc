import type { TronWeb } from "tronweb";
import { type Hex, isHex } from "viem";
import type { ChainParameters } from "@/local/tron-node/chain/parameters";
import type { TronControl } from "@/local/tron-node/control";
import { startTronSimulator } from "@/local/tron-node/node";
import { tronToHex20 } from "@/server/chains/address";
import {
  type AccountName,
  type DevelopmentAccounts,
  developmentAccount,
  developmentAccounts,
} from "@/server/chains/development-accounts";
import { NETWORKS } from "@/server/chains/networks";
import { tokensOf } from "@/server/currencies/tokens";

export interface TestTron {
  /** Base of `wallet/*`, `walletsolidity/*` and `/jsonrpc`. */
  url: string;
  jsonRpcUrl: string;
  accounts: DevelopmentAccounts;
  /** Base58Check addresses of the tokens and contracts. */
  usdt: string;
  usdc: string;
  feeProxy: string;
  batch: string;
  /** The knobs: blocks, reorganisations, money, faults. */
  control: TronControl;
  /** An unmodified TronWeb that signs as one of `accounts`, or as the account at that position of the mnemonic. */
  tronWeb(who?: AccountName | number): Promise<TronWeb>;
  /** Sign a call, broadcast it and mine it; the transaction ID. Throws when the broadcast is refused. */
  send(who: AccountName | number, call: TestCall): Promise<string>;
  /** One call of the HTTP API, for example `wallet/getnowblock`. */
  wallet(path: string, body?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** One call of `/jsonrpc`; throws with the node's message when it refuses. */
  rpc(method: string, ...params: unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

export interface TestCall {
  /** Base58Check. */
  contract: string;
  /** For example `approve(address,uint256)`. */
  signature: string;
  /** One by one, or encoded all together, without the selector. */
  parameters: { type: string; value: unknown }[] | Hex;
  /** Sun; 300 TRX when absent. */
  feeLimit?: number;
  callValue?: number;
}

export interface TestTronOptions {
  /** `manual` makes blocks when asked only; `instant`, the default, one for every accepted transaction. */
  mining?: "manual" | "instant";
  /** 19 when absent, as on the main network. */
  solidAfter?: number;
  parameters?: Partial<ChainParameters>;
}

const FEE_LIMIT = 300_000_000;

/**
 * A local Tron node for one test file: the production contracts and tokens at their addresses, and each of `accounts`
 * with a million TRX and a million of every token. Stop it in `afterAll`.
 */
export async function startTronNode(options: TestTronOptions = {}): Promise<TestTron> {
  const node = await startTronSimulator({ mining: options.mining ?? "instant", ...options, log: () => {} });
  const { url, jsonRpcUrl, control } = node;
  const accounts = developmentAccounts();
  const { erc20FeeProxy, batch } = NETWORKS.tron.contracts;

  const tronWeb = async (who: AccountName | number = "payer") => {
    // Slow to load, and most tests that start a node do without.
    const { TronWeb } = await import("tronweb");
    const account = typeof who === "number" ? developmentAccount(who) : accounts[who];
    return new TronWeb({ fullHost: url, privateKey: account.privateKey.slice(2) });
  };
  return {
    url,
    jsonRpcUrl,
    accounts,
    usdt: tokenAddress("USDT"),
    usdc: tokenAddress("USDC"),
    feeProxy: erc20FeeProxy.address,
    batch: batch?.address ?? "",
    control,
    tronWeb,
    async send(who, { contract, signature, parameters, feeLimit = FEE_LIMIT, callValue = 0 }) {
      const web = await tronWeb(who);
      const owner = web.defaultAddress.base58 || undefined;
      const built = await web.transactionBuilder.triggerSmartContract(
        contract,
        signature,
        { feeLimit, callValue, txLocal: true, ...(isHex(parameters) ? { rawParameter: parameters } : {}) },
        isHex(parameters) ? [] : parameters,
        owner,
      );
      const answer = await web.trx.sendRawTransaction(await web.trx.sign(built.transaction));
      if (!answer.result) {
        throw new Error(`${answer.code}: ${Buffer.from(String(answer.message), "hex").toString("utf8")}`);
      }
      await node.state.lane(async () => {});
      if (control.status().pending.includes(answer.txid)) await control.mine();
      return answer.txid;
    },
    wallet: async (path, body = {}) => {
      const response = await fetch(`${url}/${path}`, { method: "POST", body: JSON.stringify(body) });
      return asRecord(await response.json());
    },
    rpc: async (method, ...params) => {
      const response = await fetch(jsonRpcUrl, {
        method: "POST",
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
      const { result, error } = asRecord(await response.json());
      if (error !== undefined) throw new Error(String(asRecord(error).message));
      return result;
    },
    stop: () => node.stop(),
  };
}

function tokenAddress(symbol: string): string {
  const token = tokensOf("tron").find((candidate) => candidate.symbol === symbol);
  if (token?.address === null || token === undefined) throw new Error(`no ${symbol} on tron`);
  // Proves the table's checksum before a test relies on it.
  tronToHex20(token.address);
  return token.address;
}

function asRecord(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new Error(`not an object: ${String(value)}`);
  return Object.fromEntries(Object.entries(value));
}
