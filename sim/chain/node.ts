import { type Hex, toHex } from "viem";
import { balanceOf, ownerAskedFor } from "@/sim/chain/balance";
import { bloomOf } from "@/sim/chain/bloom";
import { relayAskedFor } from "@/sim/chain/bridge";
import { type Block, type Chain, quantity } from "@/sim/chain/chain";
import { answerOfSafe } from "@/sim/chain/safe";
import { DEPOSIT_ACCOUNT, DEPOSIT_FACTORY } from "@/sim/chain/sim-network";
import type { Transaction } from "@/sim/chain/transaction";

/** Of what is asked about, the accounts that are contracts. */
const CONTRACTS: ReadonlySet<string> = new Set([DEPOSIT_FACTORY, DEPOSIT_ACCOUNT]);

/** A question of JSON-RPC. */
export interface Question {
  method: string;
  params: unknown[];
}

/** What a node answers to one. */
export type Reply = { result: unknown } | { error: { code: number; message: string; data?: Hex } };

/** How a node behaves at the moment. */
export interface Behaviour {
  /** So many blocks behind. */
  lag: number;
  /** Shows no logs, as if nothing had happened. */
  omitsLogs: boolean;
  /** Shows a transaction otherwise than it is, in blocks and receipts alike. */
  shows: ((transaction: Transaction) => Transaction) | null;
  /** Transactions that it made up, by the block in which it shows them. */
  invented: ReadonlyMap<number, readonly Transaction[]>;
  /** Answers for this chain instead of its own. */
  otherChain: Chain | null;
  /** Has logs and receipts of so many of the newest blocks only; null for all. */
  keeps: number | null;
}

export const HONEST: Behaviour = {
  lag: 0,
  omitsLogs: false,
  shows: null,
  invented: new Map(),
  otherChain: null,
  keeps: null,
};

/** What nodes answer of blocks that they have thrown away (EIP-4444). */
const PRUNED: Reply = { error: { code: 4444, message: "pruned history unavailable" } };
const UNKNOWN_BLOCK: Reply = { error: { code: -32000, message: "unknown block" } };
const REVERTED: Reply = { error: { code: 3, message: "execution reverted" } };

interface LogQuestion {
  address?: string | string[];
  topics?: (string | string[] | null)[];
  fromBlock?: string;
  toBlock?: string;
  blockHash?: string;
}

interface CallQuestion {
  to?: string;
  data?: string;
}

/** Answers as a node does that has this chain. */
export function answer(own: Chain, { method, params }: Question, behaviour: Behaviour): Reply {
  const chain = behaviour.otherChain ?? own;
  const view = new View(chain, behaviour);
  switch (method) {
    case "eth_chainId":
      return { result: quantity(chain.chainId) };
    case "eth_blockNumber":
      return { result: quantity(view.head) };
    case "eth_getBlockByNumber":
      return { result: view.header(view.byTag(String(params[0]))) };
    case "eth_getBlockByHash":
      return { result: view.header(view.byHash(String(params[0]))) };
    case "eth_getLogs":
      return view.logs((params[0] ?? {}) as LogQuestion);
    case "eth_getTransactionReceipt":
      return { result: view.receipt(`0x${String(params[0]).slice(2)}`) };
    case "eth_getTransactionByHash":
      return { result: view.transaction(`0x${String(params[0]).slice(2)}`) };
    case "eth_gasPrice":
      return { result: quantity(1_000_000_000) };
    case "eth_getBalance":
      return { result: "0xde0b6b3a7640000" };
    case "eth_getCode":
      return { result: view.code(String(params[0]).toLowerCase()) };
    case "eth_call":
      return view.call((params[0] ?? {}) as CallQuestion, String(params[1] ?? "latest"));
    case "eth_maxPriorityFeePerGas":
      return { result: quantity(1_000_000_000) };
    case "eth_getTransactionCount":
      return { result: quantity(view.nonce(String(params[1]))) };
    case "eth_sendRawTransaction":
      return (
        chain.sending?.take(`0x${String(params[0]).slice(2)}`) ?? {
          error: { code: -32_000, message: "txpool is full" },
        }
      );
    default:
      return { error: { code: -32601, message: `the method ${method} does not exist` } };
  }
}

/** A chain as one node sees it. */
class View {
  readonly #chain: Chain;
  readonly #behaviour: Behaviour;

  constructor(chain: Chain, behaviour: Behaviour) {
    this.#chain = chain;
    this.#behaviour = behaviour;
  }

  get head(): number {
    return Math.max(0, this.#chain.head - this.#behaviour.lag);
  }

  byTag(tag: string): Block | null {
    if (tag === "latest") return this.#at(this.head);
    if (tag === "finalized" || tag === "safe") return this.#at(Math.min(this.#chain.finalized, this.head));
    return this.#at(Number(tag));
  }

  byHash(hash: string): Block | null {
    // Nobody asks for one that is far from the head.
    for (let number = this.head; number >= 0 && number > this.head - 2_000; number--) {
      if (this.#chain.hashAt(number) === hash) return this.#at(number);
    }
    return null;
  }

  header(block: Block | null): unknown {
    if (!block) return null;
    const { number, hash, parentHash, timestamp, bloom } = block;
    return {
      number: quantity(number),
      hash,
      parentHash,
      timestamp: quantity(timestamp),
      logsBloom: bloom,
      baseFeePerGas: quantity(1_000_000_000),
      gasLimit: quantity(30_000_000),
      transactions: block.transactions.map((one) => one.hash),
    };
  }

  logs(question: LogQuestion): Reply {
    const blocks = this.#range(question);
    if (!blocks) return UNKNOWN_BLOCK;
    if (this.#isPruned(question)) return PRUNED;
    if (this.#behaviour.omitsLogs) return { result: [] };
    const addresses =
      question.address === undefined
        ? null
        : new Set([question.address].flat().map((one) => one.toLowerCase()));
    const matches = (address: string, topics: readonly string[]) =>
      (!addresses || addresses.has(address)) &&
      (question.topics ?? []).every(
        (wanted, at) => wanted === null || [wanted].flat().includes(topics[at] ?? ""),
      );
    return {
      result: blocks
        .flatMap((block) => logsOf(block))
        .filter(({ address, topics }) => matches(address, topics)),
    };
  }

  receipt(hash: Hex): unknown {
    const found = this.#find(hash);
    if (!found) return null;
    const { transaction, block } = found;
    return {
      transactionHash: hash,
      blockHash: block.hash,
      blockNumber: quantity(block.number),
      status: transaction.isReverted ? "0x0" : "0x1",
      gasUsed: quantity(100_000),
      effectiveGasPrice: quantity(2_000_000_000),
      from: transaction.from,
      to: transaction.to,
      logs: logsOf(block).filter(({ transactionHash }) => transactionHash === hash),
    };
  }

  transaction(hash: Hex): unknown {
    const found = this.#find(hash);
    if (!found) return this.#chain.sending?.isWaiting(hash) ? { hash, blockNumber: null } : null;
    const { from, to, input } = found.transaction;
    return { hash, from, to, input, blockNumber: quantity(found.block.number), blockHash: found.block.hash };
  }

  /** Of a contract something, whatever it does. */
  code(address: string): Hex {
    const isContract = CONTRACTS.has(address) || this.#chain.safeAt(address) !== null;
    return this.#chain.contract?.code.get(address) ?? (isContract ? "0xfe" : "0x");
  }

  /** The nonce of the account that sends by itself. */
  nonce(tag: string): number {
    const { sending } = this.#chain;
    if (!sending) return 0;
    const mined = sending.nonceAt(this.head);
    return tag === "pending" ? Math.max(mined, sending.pendingNonce) : mined;
  }

  /** Of what contracts answer, only what Safes, schedules, fills of a bridge and balances of tokens are asked about. */
  call({ to = "", data = "" }: CallQuestion, tag: string): Reply {
    const safe = this.#chain.safeAt(to.toLowerCase());
    const block = safe && this.byTag(tag);
    if (safe && !block) return UNKNOWN_BLOCK;
    if (safe && block) {
      const said = answerOfSafe(safe, this.#chain.nonceOf(safe, block.number), data);
      return said === null ? REVERTED : { result: said };
    }
    const relay = relayAskedFor(data);
    if (relay !== null) return this.#fillStatus(relay, this.byTag(tag));
    const height = this.byTag(tag)?.number ?? this.head;
    const call = { to: to.toLowerCase(), data: `0x${data.slice(2)}` as const };
    const answered = this.#chain.contract?.call(call, height) ?? null;
    if (answered) {
      return "returns" in answered
        ? { result: answered.returns }
        : { error: { code: 3, message: "execution reverted", data: answered.reverts } };
    }
    const owner = ownerAskedFor(data);
    if (owner === null) return REVERTED;
    const balance = balanceOf(this.#chain, to.toLowerCase(), owner, this.head);
    return { result: toHex(balance, { size: 32 }) };
  }

  /** 2 where it is filled by that block, 0 where not. */
  #fillStatus(relay: Hex, block: Block | null): Reply {
    if (!block) return UNKNOWN_BLOCK;
    const isFilled = this.#chain
      .busyHeights(0, block.number)
      .some((height) => this.#at(height)?.transactions.some(({ fills }) => fills?.includes(relay)));
    return { result: toHex(isFilled ? 2 : 0, { size: 32 }) };
  }

  #find(hash: Hex): { transaction: Transaction; block: Block } | null {
    const height = this.#chain.find(hash)?.height ?? this.#inventedAt(hash);
    const block = height === null || this.#isGone(height) ? null : this.#at(height);
    const transaction = block?.transactions.find((one) => one.hash === hash);
    return block && transaction ? { transaction, block } : null;
  }

  #inventedAt(hash: Hex): number | null {
    for (const [height, transactions] of this.#behaviour.invented) {
      if (transactions.some((one) => one.hash === hash)) return height;
    }
    return null;
  }

  #at(number: number): Block | null {
    const block = Number.isInteger(number) && number <= this.head ? this.#chain.block(number) : null;
    const { shows, invented } = this.#behaviour;
    const more = invented.get(number) ?? [];
    if (!block || (more.length === 0 && !shows)) return block;
    const transactions = [...block.transactions.map((one) => shows?.(one) ?? one), ...more];
    return { ...block, transactions, bloom: bloomOf(transactions.flatMap(({ logs }) => logs)) };
  }

  #isGone(height: number): boolean {
    const { keeps } = this.#behaviour;
    return keeps !== null && height <= this.head - keeps;
  }

  #isPruned({ blockHash, fromBlock }: LogQuestion): boolean {
    const from = blockHash === undefined ? Number(fromBlock) : this.byHash(blockHash)?.number;
    return from !== undefined && this.#isGone(from);
  }

  #range({ blockHash, fromBlock, toBlock }: LogQuestion): Block[] | null {
    if (blockHash !== undefined) {
      const block = this.byHash(blockHash);
      return block && [block];
    }
    const [from, to] = [Number(fromBlock), Math.min(Number(toBlock), this.head)];
    const invented = [...this.#behaviour.invented.keys()].filter((height) => height >= from && height <= to);
    const heights = [...new Set([...this.#chain.busyHeights(from, to), ...invented])].sort((a, b) => a - b);
    return heights.flatMap((height) => this.#at(height) ?? []);
  }
}

function logsOf(block: Block) {
  let index = 0;
  return block.transactions.flatMap(({ hash, logs }, position) =>
    logs.map(({ address, topics, data }) => ({
      address,
      topics,
      data,
      blockNumber: quantity(block.number),
      blockHash: block.hash,
      transactionHash: hash,
      transactionIndex: quantity(position),
      logIndex: quantity(index++),
      removed: false,
    })),
  );
}
