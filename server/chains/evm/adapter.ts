import type {
  AccountKind,
  AccountOwnership,
  ArrivalLog,
  ArrivalWatch,
  ChainAdapter,
  Confirmations,
  ContractAnswer,
  ContractRead,
  Funds,
  ProvenArrival,
  ProvenPayment,
  SafeReader,
  ScheduleEvents,
} from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import type { CrosschainReader } from "@/server/chains/crosschain";
import type { Witness } from "@/server/chains/evidence";
import { accountOwnership } from "@/server/chains/evm/account-owner";
import { arrivalsOfReceipt } from "@/server/chains/evm/arrivals";
import { hashAt } from "@/server/chains/evm/block-reader";
import { accountKind, contractAccepts } from "@/server/chains/evm/contract-signature";
import { markFills } from "@/server/chains/evm/crosschain/mark-fills";
import { acrossReader } from "@/server/chains/evm/crosschain/reader";
import { decodePayments, type PaymentEvents, proxyEvents } from "@/server/chains/evm/decode-payments";
import { subscribeHeads } from "@/server/chains/evm/heads";
import {
  type FundsQuery,
  JsonRpcChain,
  type JsonRpcChainSettings,
  word,
} from "@/server/chains/evm/json-rpc-chain";
import { nativePaymentsInBatch } from "@/server/chains/evm/native-payments";
import { Nodes } from "@/server/chains/evm/nodes";
import { markInstalments } from "@/server/chains/evm/recurring/instalments";
import { scheduleEventsOf } from "@/server/chains/evm/recurring/schedule-events";
import { isRefusal, type Rpc, type RpcReceipt } from "@/server/chains/evm/rpc";
import { safeReader } from "@/server/chains/evm/safe/reader";
import { settlementsOf } from "@/server/chains/evm/settlement";
import { EvmTransactionNode } from "@/server/chains/evm/transaction-node";
import { askUntrusted } from "@/server/chains/evm/untrusted/ask";
import { agreedAnswer } from "@/server/chains/evm/voices";
import type { EvmNetwork } from "@/server/chains/networks";
import { clock } from "@/server/lib/clock";

export interface EvmSettings extends JsonRpcChainSettings {
  wsUrl?: string;
  confirmations?: Confirmations;
  recurringContract?: Hex;
}

/** Hosted nodes commonly refuse more (onchain.md §8). */
const MAX_SPAN = 10_000n;

/** An EVM chain over JSON-RPC. */
export class EvmAdapter extends JsonRpcChain implements ChainAdapter {
  readonly network: EvmNetwork;
  readonly confirmations: Confirmations;
  readonly pollMs: number;
  readonly recurringContract: Hex | null;
  readonly transactions: EvmTransactionNode;
  readonly safes: SafeReader;
  readonly isSanctioned: ((wallet: Hex) => Promise<boolean>) | undefined;
  readonly crosschain: CrosschainReader | undefined;
  readonly #wsUrl: string | undefined;
  readonly #proxies: PaymentEvents;
  /** Batch and recurring contracts, lower-case. */
  readonly #forwarders: ReadonlySet<string>;
  /** Contracts that pay one native payment with the value of a call, lower-case. */
  readonly #nativeProxies: ReadonlySet<string>;
  #gasPrice: { asked: Promise<Hex>; until: number } | null = null;

  constructor(network: EvmNetwork, settings: EvmSettings) {
    const { rpcUrls, compareEveryMs, onFailure, quorum } = settings;
    const nodes = new Nodes(network, rpcUrls, { compareEveryMs, onFailure, quorum });
    const proxies = proxyEvents(network.contracts);
    super(network, nodes, settings, {
      proxies,
      maxSpan: MAX_SPAN,
      finalizedWithoutTag: (latest) => {
        const depth = BigInt(network.finalityFallbackDepth);
        return latest > depth ? latest - depth : 0n;
      },
    });
    this.network = network;
    this.confirmations = settings.confirmations ?? network.confirmations;
    this.pollMs = settings.pollMs ?? Math.max(250, Math.min(network.blockTimeMs, 4_000));
    this.recurringContract = settings.recurringContract ?? network.contracts.recurring?.address ?? null;
    this.transactions = new EvmTransactionNode(nodes);
    this.safes = safeReader(this.rpc, () => this.voices());
    this.#wsUrl = settings.wsUrl;
    this.#proxies = proxies;
    const list = network.contracts.sanctionsOracle;
    this.isSanctioned = list ? (wallet) => this.#isListed(list.address, wallet) : undefined;
    const { batch, ethereumFeeProxy, ethConversionProxy } = network.contracts;
    this.crosschain = this.#crosschainReader();
    this.#forwarders = lowerSet([batch?.address, this.recurringContract]);
    this.#nativeProxies = lowerSet([ethereumFeeProxy?.address, ethConversionProxy?.address]);
  }

  protected witnesses(): Witness[] {
    return this.nodes.witnesses().map(({ node, rpc }) => this.#witness(node, rpc));
  }

  #crosschainReader(): CrosschainReader | undefined {
    const { acrossSpokePool, acrossHandler, lifiRouter, lifiReceiver } = this.network.contracts;
    if (!acrossSpokePool || !acrossHandler) return undefined;
    return acrossReader(() => this.voices(), {
      chainId: this.network.chainId,
      spokePool: acrossSpokePool.address,
      handler: acrossHandler.address,
      lifiReceiver: lifiReceiver?.address ?? null,
      forwarders: lowerSet([lifiRouter?.address]),
    });
  }

  #witness(node: number, rpc: Rpc): Witness {
    return {
      node,
      hashAt: (number) => hashAt(rpc, number),
      provenBy: async ({ txHash }) => {
        const receipt = await receiptOf(rpc, txHash);
        return receipt && this.#paymentsIn(receipt, rpc);
      },
    };
  }

  protected arrivalWitnesses(watch: ArrivalWatch): Witness<ArrivalLog, ProvenArrival>[] {
    return this.nodes.witnesses().map(({ node, rpc }) => ({
      node,
      hashAt: (number) => hashAt(rpc, number),
      provenBy: async ({ txHash }) => {
        const receipt = await receiptOf(rpc, txHash);
        if (!receipt) return null;
        return hasSucceeded(receipt) ? arrivalsOfReceipt(receipt.logs, watch) : [];
      },
    }));
  }

  async #paymentsIn(receipt: RpcReceipt, rpc: Rpc): Promise<ProvenPayment[]> {
    if (!hasSucceeded(receipt)) return [];
    const events = decodePayments(receipt.logs, this.#proxies);
    const isNative = events.some(({ token }) => token === null);
    const nativePayments = isNative ? await this.#nativePaymentsOf(receipt, rpc) : 0;
    const settled = settlementsOf(events, receipt, { forwarders: this.#forwarders, nativePayments });
    const filled = markFills(settled, receipt.logs, this.network.contracts);
    return markInstalments(filled, receipt.logs, this.recurringContract);
  }

  /** How many native payments the sender made by calling a payment contract itself. */
  async #nativePaymentsOf({ to, transactionHash }: RpcReceipt, rpc: Rpc): Promise<number> {
    const called = to?.toLowerCase();
    if (!called) return 0;
    if (this.#nativeProxies.has(called)) return 1;
    if (called !== this.network.contracts.batch?.address.toLowerCase()) return 0;
    const sent = await rpc<{ input: Hex } | null>("eth_getTransactionByHash", [transactionHash]);
    if (!sent) throw new ChainError(`node does not have the transaction ${transactionHash}`);
    return nativePaymentsInBatch(sent.input);
  }

  onHead(wake: () => void, trouble: (error: ChainError) => void): () => void {
    return this.#wsUrl ? subscribeHeads(this.#wsUrl, wake, trouble) : () => {};
  }

  async funds(query: FundsQuery): Promise<Funds> {
    const [native, gasPrice, tokens] = await Promise.all([
      this.rpc<Hex>("eth_getBalance", [query.wallet, "latest"]),
      this.#priceOfGas(),
      this.tokenFunds(query),
    ]);
    return { native: BigInt(native), gasPrice: BigInt(gasPrice), ...tokens, resources: null };
  }

  /** Changes with a block, and is the same for every wallet: asked once in the time of a block. */
  #priceOfGas(): Promise<Hex> {
    const now = clock.elapsedMs();
    if (this.#gasPrice && now < this.#gasPrice.until) return this.#gasPrice.asked;
    const price = { asked: this.rpc<Hex>("eth_gasPrice", []), until: now + this.network.blockTimeMs };
    this.#gasPrice = price;
    price.asked.catch(() => {
      if (this.#gasPrice === price) this.#gasPrice = null;
    });
    return price.asked;
  }

  acceptsSignature(query: { wallet: Hex; digest: Hex; signature: Hex }): Promise<ContractAnswer> {
    return contractAccepts(this.rpc, query);
  }

  accountOwnership(query: { account: Hex; wallet: Hex }): Promise<AccountOwnership> {
    return accountOwnership(this.rpc, query);
  }

  accountKind(wallet: Hex): Promise<AccountKind> {
    return accountKind(this.rpc, wallet);
  }

  async readContract({ to, data, at, untrusted, isFinalWord }: ContractRead): Promise<Hex | null> {
    const block: Hex | "latest" = at === undefined ? "latest" : `0x${at.toString(16)}`;
    if (untrusted) return askUntrusted(this.rpc, untrusted, { to, data }, block);
    const ask = (rpc: Rpc) => orRefused(rpc<Hex>("eth_call", [{ to, data }, block]));
    if (!isFinalWord || !this.quorum) return ask(this.rpc);
    return agreedAnswer(this.voices(), { ask, isSame: (a, b) => a === b, txHash: null });
  }

  async scheduleEvents(from: bigint, to: bigint): Promise<ScheduleEvents> {
    if (this.recurringContract === null) return { cancelled: [], paid: [] };
    return scheduleEventsOf(this.voices(), this.recurringContract, { from, to });
  }

  /** A list that answers anything but yes or no is not believed. */
  async #isListed(list: Hex, wallet: Hex): Promise<boolean> {
    const answer = await this.callForWord(list, `0xdf592f7d${word(wallet)}`);
    if (answer > 1n) throw new ChainError(`${list} is not a sanctions list`);
    return answer === 1n;
  }
}

/** Null for a call that the contract refuses. */
async function orRefused(answer: Promise<Hex>): Promise<Hex | null> {
  try {
    return await answer;
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

function receiptOf(rpc: Rpc, txHash: Hex): Promise<RpcReceipt | null> {
  return rpc<RpcReceipt | null>("eth_getTransactionReceipt", [txHash]);
}

/** Throws `ChainError` where a receipt does not say how the transaction went. */
function hasSucceeded({ status, transactionHash }: RpcReceipt): boolean {
  if (status === "0x0") return false;
  if (status === "0x1") return true;
  throw new ChainError(`the receipt of ${transactionHash} does not say how it went`);
}

function lowerSet(addresses: readonly (string | null | undefined)[]): Set<string> {
  return new Set(addresses.flatMap((address) => (address ? [address.toLowerCase()] : [])));
}
