import type {
  ArrivalLog,
  ArrivalWatch,
  BlockRef,
  ChainHead,
  PaymentLog,
  ProvenArrival,
  ProvenPayment,
  ShownTransaction,
} from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import {
  type Doubt,
  prove,
  SAME_ARRIVAL,
  SAME_PAYMENT,
  type Sameness,
  type Witness,
} from "@/server/chains/evidence";
import { AgreedHead } from "@/server/chains/evm/agreed-head";
import { arrivalFilter, arrivalsIn } from "@/server/chains/evm/arrivals";
import { BlockReader, type BlockReaderSettings } from "@/server/chains/evm/block-reader";
import { accountKind } from "@/server/chains/evm/contract-signature";
import { decodePayments, type PaymentEvents, paymentFilter } from "@/server/chains/evm/decode-payments";
import type { LogFilter } from "@/server/chains/evm/log-filter";
import type { Nodes, NodesOptions } from "@/server/chains/evm/nodes";
import { isRefusal, type Rpc, type RpcLog } from "@/server/chains/evm/rpc";
import { UnionReader } from "@/server/chains/evm/union-reader";
import type { Voices } from "@/server/chains/evm/voices";
import type { Network } from "@/server/chains/networks";
import type { NodeReport } from "@/server/chains/node-order";
import type { Quorum } from "@/server/chains/quorum";
import { proveByQuorum } from "@/server/chains/quorum-evidence";

export interface JsonRpcChainSettings extends Pick<NodesOptions, "compareEveryMs" | "onFailure"> {
  rpcUrls: readonly string[];
  startBlock?: number;
  pollMs?: number;
  nativePriceUsd?: string;
  /** How many providers of nodes have to agree; one node is enough without it. */
  quorum?: Quorum | undefined;
  /** Hears where a node was not believed. */
  onDoubt?: ((doubt: Doubt) => void) | undefined;
}

/** What the adapters of both families do alike: their nodes answer the same JSON-RPC for blocks, events and calls. */
export abstract class JsonRpcChain {
  readonly startBlock: bigint | null;
  readonly nativePriceUsd: string | null;
  readonly quorum: Quorum | undefined;
  protected readonly nodes: Nodes;
  protected readonly rpc: Rpc;
  readonly #reader: BlockReader;
  readonly #union: UnionReader;
  readonly #agreed: AgreedHead | null;
  readonly #onDoubt: (doubt: Doubt) => void;
  /** Events that each known proxy may emit, by lower-case address. */
  readonly #proxies: PaymentEvents;
  readonly #payments: LogFilter;

  constructor(
    network: Network,
    nodes: Nodes,
    settings: JsonRpcChainSettings,
    { proxies, ...reading }: BlockReaderSettings & { proxies: PaymentEvents },
  ) {
    this.#proxies = proxies;
    this.#payments = paymentFilter(proxies);
    this.startBlock = settings.startBlock === undefined ? null : BigInt(settings.startBlock);
    this.nativePriceUsd = settings.nativePriceUsd ?? null;
    this.nodes = nodes;
    this.rpc = nodes.rpc;
    this.#onDoubt = settings.onDoubt ?? (() => {});
    this.#reader = new BlockReader(network, nodes.rpc, reading);
    this.quorum = settings.quorum;
    const quorum = settings.quorum ?? null;
    this.#union = new UnionReader(network, nodes, reading, { quorum, onDoubt: this.#onDoubt });
    this.#agreed = quorum && new AgreedHead(this.#union.readers, nodes.order, quorum, this.#onDoubt);
  }

  /** How each node that is believed proves a payment. */
  protected abstract witnesses(): Witness[];

  /** How each node that is believed proves what arrived at deposit addresses. */
  protected abstract arrivalWitnesses(watch: ArrivalWatch): Witness<ArrivalLog, ProvenArrival>[];

  /** For what is decided by no payment: all nodes that are believed, and how many have to agree. */
  protected voices(): Voices {
    return { nodes: this.nodes.witnesses(), quorum: this.quorum ?? null, onDoubt: this.#onDoubt };
  }

  compareNodes(): Promise<readonly NodeReport[]> {
    return this.nodes.compare();
  }

  async head(): Promise<ChainHead> {
    await this.nodes.compareWhenDue();
    return this.#agreed ? this.#agreed.head() : this.#reader.head();
  }

  blocks(numbers: readonly bigint[]): Promise<(BlockRef | null)[]> {
    return this.#reader.blocks(numbers);
  }

  async logsOfBlock(block: BlockRef): Promise<PaymentLog[]> {
    return decodePayments(await this.#ofBlock(block, this.#payments), this.#proxies);
  }

  async logsOfRange(from: bigint, to: bigint, { everyNode = false } = {}): Promise<PaymentLog[]> {
    return decodePayments(await this.#ofRange(from, to, this.#payments, everyNode), this.#proxies);
  }

  evidence(shown: readonly ShownTransaction[]): Promise<(ProvenPayment[] | null)[]> {
    const witnesses = this.witnesses();
    return this.#proveAll(shown, witnesses, SAME_PAYMENT);
  }

  async arrivalsOfBlock(block: BlockRef, watch: ArrivalWatch): Promise<ArrivalLog[]> {
    return arrivalsIn(await this.#ofBlock(block, arrivalFilter(watch)), watch);
  }

  async arrivalsOfRange(
    from: bigint,
    to: bigint,
    watch: ArrivalWatch,
    { everyNode = false } = {},
  ): Promise<ArrivalLog[]> {
    return arrivalsIn(await this.#ofRange(from, to, arrivalFilter(watch), everyNode), watch);
  }

  arrivalEvidence(
    shown: readonly ShownTransaction<ArrivalLog>[],
    watch: ArrivalWatch,
  ): Promise<(ProvenArrival[] | null)[]> {
    const witnesses = this.arrivalWitnesses(watch);
    return this.#proveAll(shown, witnesses, SAME_ARRIVAL);
  }

  #proveAll<Log extends { blockHash: Hex }, Proof extends { log: Log }>(
    shown: readonly ShownTransaction<Log>[],
    witnesses: readonly Witness<Log, Proof>[],
    sameness: Sameness<Log, Proof>,
  ): Promise<(Proof[] | null)[]> {
    const { quorum } = this;
    return Promise.all(
      shown.map((one) =>
        quorum
          ? proveByQuorum(one, witnesses, sameness, quorum, this.#onDoubt)
          : prove(one, witnesses, sameness, this.#onDoubt),
      ),
    );
  }

  #ofBlock(block: BlockRef, filter: LogFilter): Promise<RpcLog[]> {
    return this.#reader
      .logsOfBlock(block, filter)
      .catch((error) => this.#union.logsOfBlockAfter(error, block, filter));
  }

  #ofRange(from: bigint, to: bigint, filter: LogFilter, everyNode: boolean): Promise<RpcLog[]> {
    return (everyNode ? this.#union : this.#reader).logsOfRange(from, to, filter);
  }

  async hasContract(address: Hex): Promise<boolean> {
    return (await accountKind(this.rpc, address)) === "contract";
  }

  /** What a wallet has of a token, and what it allowed a spender; null for what was not asked. In the token's base units. */
  protected async tokenFunds({ wallet, token, spender }: FundsQuery): Promise<TokenFunds> {
    const owner = word(wallet);
    const [balance, allowance] = await Promise.all([
      token && this.callForWord(token, `0x70a08231${owner}`).catch(nothing),
      token && spender && this.callForWord(token, `0xdd62ed3e${owner}${word(spender)}`).catch(nothing),
    ]);
    return { token: balance, allowance };
  }

  /** `eth_call` of a function that returns one word. */
  protected async callForWord(to: Hex, data: Hex): Promise<bigint> {
    const answer = await this.rpc<Hex>("eth_call", [{ to, data }, "latest"]);
    if (answer.length < 66) throw new ChainError(`${to} did not answer a call: is it a token?`);
    return BigInt(answer.slice(0, 66));
  }
}

export interface FundsQuery {
  wallet: Hex;
  token: Hex | null;
  spender: Hex | null;
}

interface TokenFunds {
  token: bigint | null;
  allowance: bigint | null;
}

/** A token that refuses to tell of a wallet, as some do of those they block, moves nothing of it. */
function nothing(error: unknown): bigint {
  if (isRefusal(error)) return 0n;
  throw error;
}

/** An address as an argument of a call. */
export function word(address: Hex): string {
  return address.slice(2).toLowerCase().padStart(64, "0");
}
