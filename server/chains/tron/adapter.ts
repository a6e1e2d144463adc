import { z } from "zod";
import type {
  BlockRef,
  ChainAdapter,
  ChainHead,
  Funds,
  PaymentLog,
  ProvenPayment,
  Relay,
  ShownTransaction,
} from "@/server/chains/adapter";
import { tronToHex20 } from "@/server/chains/address";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { type Doubt, prove, type Witness } from "@/server/chains/evidence";
import { BlockReader, hashAt } from "@/server/chains/evm/block-reader";
import { TOKEN_PAYMENT } from "@/server/chains/evm/decode-payments";
import { Nodes, type NodesOptions } from "@/server/chains/evm/nodes";
import { isRefusal, type Rpc } from "@/server/chains/evm/rpc";
import { UnionReader } from "@/server/chains/evm/union-reader";
import type { TronNetwork } from "@/server/chains/networks";
import type { NodeReport } from "@/server/chains/node-order";
import { executedPayments } from "@/server/chains/tron/execution";
import {
  apiKeyHeader,
  createTronHttp,
  type TronHttp,
  type TronHttpSettings,
} from "@/server/chains/tron/http";
import { tronRelay } from "@/server/chains/tron/relay";
import { pricesOf, resourcesOf, type TronPrices } from "@/server/chains/tron/resources";

/** `rpcUrls` are the roots of nodes: their HTTP API is below `/wallet`, their JSON-RPC at `/jsonrpc`. */
export interface TronSettings extends TronHttpSettings, Pick<NodesOptions, "compareEveryMs" | "onFailure"> {
  startBlock?: number;
  pollMs?: number;
  nativePriceUsd?: string;
  /** Hears where a node was not believed. */
  onDoubt?: ((doubt: Doubt) => void) | undefined;
}

/** Nodes refuse more (onchain.md §8). */
const MAX_SPAN = 5_000n;

const SolidBlock = z.object({
  block_header: z.object({ raw_data: z.object({ number: z.number().int().default(0) }) }),
});
const Estimate = z.object({
  result: z.object({ result: z.boolean().optional() }).optional(),
  energy_used: z.number().int().optional(),
  transaction: z.object({ ret: z.array(z.object({ ret: z.string().optional() })).optional() }).optional(),
});

/**
 * Tron: blocks and events over JSON-RPC, everything else over the node's HTTP API. A payment counts once its block is
 * solidified, whatever is configured (onchain.md §8).
 */
export class TronAdapter implements ChainAdapter {
  readonly network: TronNetwork;
  readonly confirmations = "finalized";
  readonly startBlock: bigint | null;
  readonly pollMs: number;
  readonly recurringContract = null;
  readonly nativePriceUsd: string | null;
  readonly relay: Relay;
  readonly #nodes: Nodes;
  readonly #rpc: Rpc;
  readonly #http: TronHttp;
  /** One client of each node, by position. */
  readonly #https: readonly TronHttp[];
  readonly #reader: BlockReader;
  readonly #union: UnionReader;
  readonly #onDoubt: (doubt: Doubt) => void;
  readonly #prices: () => Promise<TronPrices>;
  readonly #proxies: ReadonlyMap<string, ReadonlySet<Hex>>;
  readonly #forwarders: ReadonlySet<string>;

  constructor(network: TronNetwork, settings: TronSettings) {
    this.network = network;
    this.startBlock = settings.startBlock === undefined ? null : BigInt(settings.startBlock);
    this.pollMs = settings.pollMs ?? network.blockTimeMs;
    this.nativePriceUsd = settings.nativePriceUsd ?? null;
    const { rpcUrls, compareEveryMs, onFailure } = settings;
    this.#nodes = new Nodes(
      network,
      rpcUrls.map((url) => `${url.replace(/\/+$/, "")}/jsonrpc`),
      // Hosted nodes do not all take several calls in one HTTP request.
      { batch: false, headers: apiKeyHeader(settings.apiKey), compareEveryMs, onFailure },
    );
    this.#rpc = this.#nodes.rpc;
    this.#http = createTronHttp({ ...settings, positions: () => this.#nodes.order.positions });
    const { erc20FeeProxy, batch } = network.contracts;
    this.#proxies = new Map([[tronToHex20(erc20FeeProxy.address), new Set([TOKEN_PAYMENT])]]);
    this.#forwarders = new Set(batch ? [tronToHex20(batch.address)] : []);
    const reading = {
      proxies: this.#proxies,
      maxSpan: MAX_SPAN,
      finalizedWithoutTag: () => this.#solidified(),
    };
    this.#onDoubt = settings.onDoubt ?? (() => {});
    this.#reader = new BlockReader(network, this.#rpc, reading);
    this.#union = new UnionReader(network, this.#nodes, reading, this.#onDoubt);
    this.#https = rpcUrls.map((url, i) =>
      createTronHttp({
        ...settings,
        rpcUrls: [url],
        onFailure: onFailure && ((failure) => onFailure({ ...failure, node: i + 1 })),
      }),
    );
    this.#prices = pricesOf(this.#http);
    this.relay = tronRelay(this.#http);
  }

  compareNodes(): Promise<readonly NodeReport[]> {
    return this.#nodes.compare();
  }

  async head(): Promise<ChainHead> {
    await this.#nodes.compareWhenDue();
    return this.#reader.head();
  }

  blocks(numbers: readonly bigint[]): Promise<(BlockRef | null)[]> {
    return this.#reader.blocks(numbers);
  }

  logsOfBlock(block: BlockRef): Promise<PaymentLog[]> {
    return this.#reader.logsOfBlock(block).catch((error) => this.#union.logsOfBlockAfter(error, block));
  }

  logsOfRange(from: bigint, to: bigint, { everyNode = false } = {}): Promise<PaymentLog[]> {
    return everyNode ? this.#union.logsOfRange(from, to) : this.#reader.logsOfRange(from, to);
  }

  async #solidified(): Promise<bigint> {
    const block = await this.#http("walletsolidity/getblock", { detail: false }, SolidBlock);
    return BigInt(block.block_header.raw_data.number);
  }

  evidence(shown: readonly ShownTransaction[]): Promise<(ProvenPayment[] | null)[]> {
    const witnesses = this.#nodes.witnesses().flatMap(({ node, rpc }): Witness[] => {
      const http = this.#https[node - 1];
      const context = { proxies: this.#proxies, forwarders: this.#forwarders };
      const paymentsOf = http && ((one: ShownTransaction) => executedPayments(http, one, context));
      return paymentsOf ? [{ node, paymentsOf, hashAt: (number) => hashAt(rpc, number) }] : [];
    });
    return Promise.all(shown.map((one) => prove(one, witnesses, this.#onDoubt)));
  }

  /** Nodes announce nothing: the watcher polls. */
  onHead(): () => void {
    return () => {};
  }

  async funds(query: { wallet: Hex; token: Hex | null; spender: Hex | null }): Promise<Funds> {
    const { wallet, token, spender } = query;
    const prices = await this.#prices();
    const owner = word(wallet);
    const [native, resources, balance, allowance] = await Promise.all([
      this.#rpc<Hex>("eth_getBalance", [wallet, "latest"]),
      resourcesOf(this.#http, wallet, prices),
      token && this.#call(token, `0x70a08231${owner}`).catch(nothing),
      token && spender && this.#call(token, `0xdd62ed3e${owner}${word(spender)}`).catch(nothing),
    ]);
    return { native: BigInt(native), gasPrice: prices.energy, token: balance, allowance, resources };
  }

  async estimateGas(wallet: Hex, call: { to: Hex; data: Hex; value: bigint }): Promise<bigint | null> {
    const trial = {
      owner_address: `41${wallet.slice(2)}`,
      contract_address: `41${call.to.slice(2)}`,
      data: call.data.slice(2),
      call_value: Number(call.value),
      visible: false,
    };
    const answer = await this.#http("wallet/triggerconstantcontract", trial, Estimate);
    const { result, energy_used: energy, transaction } = answer;
    const hasFailed = transaction?.ret?.some(({ ret }) => ret !== undefined && ret !== "SUCCESS") ?? false;
    return result?.result === true && !hasFailed && energy !== undefined ? BigInt(energy) : null;
  }

  /** `eth_call` of a function that returns one word. */
  async #call(to: Hex, data: Hex): Promise<bigint> {
    const answer = await this.#rpc<Hex>("eth_call", [{ to, data }, "latest"]);
    if (answer.length < 66) throw new ChainError(`${to} did not answer a call: is it a token?`);
    return BigInt(answer.slice(0, 66));
  }
}

/** A token that refuses to tell of a wallet moves nothing of it. */
function nothing(error: unknown): bigint {
  if (isRefusal(error)) return 0n;
  throw error;
}

function word(address: Hex): string {
  return address.slice(2).toLowerCase().padStart(64, "0");
}
