import { createHash } from "node:crypto";
import { type Hex, keccak256, toHex } from "viem";
import { bloomOf } from "@/sim/chain/bloom";
import type { Emitted } from "@/sim/chain/emitted";

/** A transaction in a block, with what it did. */
export interface Transaction {
  hash: Hex;
  from: Hex;
  to: Hex;
  input: Hex;
  logs: Emitted[];
}

export interface Block {
  number: number;
  hash: Hex;
  parentHash: Hex;
  /** Seconds since the epoch. */
  timestamp: number;
  transactions: readonly Transaction[];
  bloom: Hex;
}

interface Branch {
  /** First block that belongs to it. */
  from: number;
  id: string;
}

const EMPTY_BLOOM: Hex = `0x${"00".repeat(256)}`;

/**
 * A scripted chain: a block at every full interval of simulated time, made only where somebody looks. A reorganisation
 * begins another branch at a height: all blocks from there have other hashes, and other transactions.
 */
export class Chain {
  readonly chainId: number;
  readonly finalityDepth: number;
  readonly #secondsPerBlock: number;
  readonly #startedAt: number;
  readonly #name: string;
  readonly #now: () => number;
  #branches: Branch[];
  #transactions = new Map<number, Transaction[]>();
  #heights = new Map<Hex, number>();
  readonly #moved = new Set<Hex>();
  #count = 0;

  /** `now` in milliseconds since the epoch. */
  constructor(options: {
    name: string;
    chainId: number;
    finalityDepth: number;
    secondsPerBlock: number;
    /** Its newest block at the beginning. */
    height: number;
    now: () => number;
  }) {
    this.chainId = options.chainId;
    this.finalityDepth = options.finalityDepth;
    this.#secondsPerBlock = options.secondsPerBlock;
    this.#name = options.name;
    this.#now = options.now;
    this.#startedAt = Math.floor(options.now() / 1000) - options.height * options.secondsPerBlock;
    this.#branches = [{ from: 0, id: `${options.name}.0` }];
  }

  /** Number of the newest block. */
  get head(): number {
    return Math.floor((Math.floor(this.#now() / 1000) - this.#startedAt) / this.#secondsPerBlock);
  }

  get finalized(): number {
    return Math.max(0, this.head - this.finalityDepth);
  }

  /** Puts a transaction into the next block. Returns it. */
  send(from: Hex, to: Hex, input: Hex, logs: Emitted[]): Transaction {
    const hash = this.#digest(`transaction ${++this.#count}`);
    const transaction = { hash, from, to, input, logs };
    this.place(transaction, this.head + 1);
    return transaction;
  }

  /** Puts a transaction into the block of this height. */
  place(transaction: Transaction, height: number): void {
    this.#transactions.set(height, [...(this.#transactions.get(height) ?? []), transaction]);
    this.#heights.set(transaction.hash, height);
  }

  /**
   * Begins another branch, which has the newest `depth` blocks anew. Their transactions come back in a block after the
   * head as `fate` says, `later` blocks after the next one; those of which it says null are gone. Returns these.
   */
  reorganise(
    depth: number,
    fate: (transaction: Transaction) => Transaction | null,
    later = 0,
  ): Transaction[] {
    const from = this.head - depth + 1;
    this.#branches.push({ from, id: `${this.#name}.${this.#branches.length}` });
    const gone: Transaction[] = [];
    for (const [height, transactions] of [...this.#transactions]) {
      // Those of the next block are not in any yet.
      if (height < from || height > this.head) continue;
      this.#transactions.delete(height);
      for (const transaction of transactions) {
        this.#heights.delete(transaction.hash);
        const kept = fate(transaction);
        if (kept) {
          this.place(kept, this.head + 1 + later);
          this.#moved.add(kept.hash);
        } else gone.push(transaction);
      }
    }
    return gone;
  }

  /** Whether a transaction was once in another block than now. */
  hasMoved(hash: Hex): boolean {
    return this.#moved.has(hash);
  }

  hashAt(number: number): Hex {
    // Branches that began at a lower height later took over what earlier ones had from there.
    const branch = this.#branches.findLast(({ from }) => from <= number);
    return this.#digest(`${branch?.id} ${number}`);
  }

  block(number: number): Block | null {
    if (number < 0 || number > this.head) return null;
    const transactions = this.#transactions.get(number) ?? [];
    return {
      number,
      hash: this.hashAt(number),
      parentHash: number === 0 ? `0x${"00".repeat(32)}` : this.hashAt(number - 1),
      timestamp: this.#startedAt + number * this.#secondsPerBlock,
      transactions,
      // Only headers show it, and it costs more than all else of a block.
      get bloom() {
        return transactions.length === 0 ? EMPTY_BLOOM : bloomOf(transactions.flatMap(({ logs }) => logs));
      },
    };
  }

  /** Where a transaction is, null where it is in no block. */
  find(hash: Hex): { transaction: Transaction; height: number } | null {
    const height = this.#heights.get(hash);
    if (height === undefined || height > this.head) return null;
    const transaction = this.#transactions.get(height)?.find((one) => one.hash === hash);
    return transaction ? { transaction, height } : null;
  }

  /** Heights up to and with the head that have transactions, in order. */
  busyHeights(from: number, to: number): number[] {
    return [...this.#transactions.keys()]
      .filter((height) => height >= from && height <= to)
      .sort((a, b) => a - b);
  }

  #digest(text: string): Hex {
    return `0x${createHash("sha256").update(`${this.#name} ${text}`).digest("hex")}`;
  }
}

/** keccak-256 of bytes in hex. */
export function keccakOf(bytes: Hex): Hex {
  return keccak256(bytes);
}

/** A number as nodes write it. */
export function quantity(number: number): Hex {
  return toHex(number);
}
