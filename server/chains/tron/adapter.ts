import { z } from "zod";
import type {
  ArrivalLog,
  ArrivalWatch,
  ChainAdapter,
  Funds,
  ProvenArrival,
  Relay,
  ShownTransaction,
} from "@/server/chains/adapter";
import { tronToHex20 } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Witness } from "@/server/chains/evidence";
import { hashAt } from "@/server/chains/evm/block-reader";
import { type PaymentEvents, TOKEN_PAYMENT } from "@/server/chains/evm/decode-payments";
import { type FundsQuery, JsonRpcChain, type JsonRpcChainSettings } from "@/server/chains/evm/json-rpc-chain";
import { Nodes } from "@/server/chains/evm/nodes";
import type { TronNetwork } from "@/server/chains/networks";
import { executedArrivals, executedPayments } from "@/server/chains/tron/execution";
import {
  apiKeyHeader,
  createTronHttp,
  type TronHttp,
  type TronHttpSettings,
} from "@/server/chains/tron/http";
import { tronRelay } from "@/server/chains/tron/relay";
import { pricesOf, resourcesOf, type TronPrices } from "@/server/chains/tron/resources";

/** `rpcUrls` are the roots of nodes: their HTTP API is below `/wallet`, their JSON-RPC at `/jsonrpc`. */
export type TronSettings = TronHttpSettings & JsonRpcChainSettings;

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
export class TronAdapter extends JsonRpcChain implements ChainAdapter {
  readonly network: TronNetwork;
  readonly confirmations = "finalized";
  readonly pollMs: number;
  readonly recurringContract = null;
  readonly relay: Relay;
  readonly #http: TronHttp;
  /** One client of each node, by position. */
  readonly #https: readonly TronHttp[];
  readonly #prices: () => Promise<TronPrices>;
  readonly #proxies: PaymentEvents;
  readonly #forwarders: ReadonlySet<string>;

  constructor(network: TronNetwork, settings: TronSettings) {
    const { rpcUrls, compareEveryMs, onFailure, quorum } = settings;
    const nodes = new Nodes(
      network,
      rpcUrls.map((url) => `${url.replace(/\/+$/, "")}/jsonrpc`),
      // Hosted nodes do not all take several calls in one HTTP request.
      { batch: false, headers: apiKeyHeader(settings.apiKey), compareEveryMs, onFailure, quorum },
    );
    const http = createTronHttp({ ...settings, positions: () => nodes.order.positions });
    const { erc20FeeProxy, batch } = network.contracts;
    const proxies = new Map([[tronToHex20(erc20FeeProxy.address), new Set([TOKEN_PAYMENT])]]);
    super(network, nodes, settings, {
      proxies,
      maxSpan: MAX_SPAN,
      finalizedWithoutTag: () => solidified(http),
    });
    this.network = network;
    this.pollMs = settings.pollMs ?? network.blockTimeMs;
    this.#http = http;
    this.#proxies = proxies;
    this.#forwarders = new Set(batch ? [tronToHex20(batch.address)] : []);
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

  protected witnesses(): Witness[] {
    const context = { proxies: this.#proxies, forwarders: this.#forwarders };
    return this.#witnessesBy((http, shown) => executedPayments(http, shown, context));
  }

  protected arrivalWitnesses(watch: ArrivalWatch): Witness<ArrivalLog, ProvenArrival>[] {
    return this.#witnessesBy((http, shown) => executedArrivals(http, shown, watch));
  }

  #witnessesBy<Log extends { blockHash: Hex }, Proof extends { log: Log }>(
    proven: (http: TronHttp, shown: ShownTransaction<Log>) => Promise<Proof[] | null>,
  ): Witness<Log, Proof>[] {
    return this.nodes.witnesses().flatMap(({ node, rpc }) => {
      const http = this.#https[node - 1];
      if (!http) return [];
      const provenBy = (shown: ShownTransaction<Log>) => proven(http, shown);
      return [{ node, provenBy, hashAt: (number: bigint) => hashAt(rpc, number) }];
    });
  }

  /** Nodes announce nothing: the watcher polls. */
  onHead(): () => void {
    return () => {};
  }

  async funds(query: FundsQuery): Promise<Funds> {
    const prices = await this.#prices();
    const [native, resources, tokens] = await Promise.all([
      this.rpc<Hex>("eth_getBalance", [query.wallet, "latest"]),
      resourcesOf(this.#http, query.wallet, prices),
      this.tokenFunds(query),
    ]);
    return { native: BigInt(native), gasPrice: prices.energy, ...tokens, resources };
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
}

async function solidified(http: TronHttp): Promise<bigint> {
  const block = await http("walletsolidity/getblock", { detail: false }, SolidBlock);
  return BigInt(block.block_header.raw_data.number);
}
