import { createHash } from "node:crypto";
import { type Hex, keccak256, toHex } from "viem";
import { bloomOf } from "@/sim/chain/bloom";
import type { Emitted } from "@/sim/chain/emitted";
import type { Execution, SafeContract } from "@/sim/chain/safe";
import type { Contract, Sending, Transaction } from "@/sim/chain/transaction";

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

/** Blocks that come at one interval, from a block on. */
interface Stretch {
  height: number;
  /** Time of that block, seconds since the epoch. */
  at: number;
  secondsPerBlock: number;
}

const EMPTY_BLOOM: Hex = `0x${"00".repeat(256)}`;

/**
 * A scripted chain: a block at every full interval of simulated time (fewer in time that is jumped over), made only where
 * somebody looks. A reorganisation
 * begins another branch at a height: all blocks from there have other hashes, and other transactions.
 */
export class Chain {
  readonly chainId: number;
  readonly finalityDepth: number;
  readonly #secondsPerBlock: number;
  /** How fast blocks come, from each of these blocks on; the first is that of the chain. */
  readonly #stretches: [Stretch, ...Stretch[]];
  readonly #name: string;
  readonly #now: () => number;
  #branches: Branch[];
  #transactions = new Map<number, Transaction[]>();
  #heights = new Map<Hex, number>();
  /** Of blocks that somebody has asked for, by branch and number. */
  readonly #hashes = new Map<string, Hex>();
  readonly #moved = new Set<Hex>();
  readonly #safes = new Map<string, SafeContract>();
  /** What blocks with transactions that are executed have, by their hash. */
  readonly #executed = new Map<Hex, readonly Transaction[]>();
  /** A contract that answers calls, and the account of the service that sends transactions. */
  contract: Contract | null = null;
  sending: Sending | null = null;
  #count = 0;
  #changedAt = 0;

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
    const startedAt = Math.floor(options.now() / 1000) - options.height * options.secondsPerBlock;
    this.#stretches = [{ height: 0, at: startedAt, secondsPerBlock: options.secondsPerBlock }];
    this.#branches = [{ from: 0, id: `${options.name}.0` }];
  }

  /** Number of the newest block. */
  get head(): number {
    const seconds = Math.floor(this.#now() / 1000);
    const { height, at, secondsPerBlock } = this.#lastStretch(({ at: from }) => from <= seconds);
    return height + Math.floor((seconds - at) / secondsPerBlock);
  }

  /** Time of the next block, seconds since the epoch. */
  get nextTime(): number {
    return this.#secondsOf(this.head + 1);
  }

  /** Milliseconds until there is another block; more than none. */
  get msToNext(): number {
    return 1000 * this.#secondsOf(this.head + 1) - this.#now();
  }

  get finalized(): number {
    return Math.max(0, this.head - this.finalityDepth);
  }

  /** The newest block that something was put into, or that was the newest when blocks were replaced. */
  get changedAt(): number {
    return this.#changedAt;
  }

  /** Puts a transaction into the next block. Returns it. */
  send(
    from: Hex,
    to: Hex,
    input: Hex,
    logs: Emitted[],
    more: Pick<Transaction, "fills" | "validUntil" | "execution" | "execute"> = {},
  ): Transaction {
    const hash = this.#digest(`transaction ${++this.#count}`);
    const transaction = { hash, from, to, input, logs, ...more };
    this.place(transaction, this.head + 1);
    return transaction;
  }

  /** Puts a transaction into the block of this height. */
  place(transaction: Transaction, height: number): void {
    this.#changedAt = Math.max(this.#changedAt, height);
    this.#transactions.set(height, [...(this.#transactions.get(height) ?? []), transaction]);
    this.#heights.set(transaction.hash, height);
  }

  /**
   * Begins another branch, which has the newest `depth` blocks anew. Their transactions come back in a block after the
   * head as `fate` says, `later` blocks after the next one; those of which it says null, or that come too late, are gone.
   * Returns these.
   */
  reorganise(
    depth: number,
    fate: (transaction: Transaction) => Transaction | null,
    later = 0,
  ): Transaction[] {
    const from = this.head - depth + 1;
    this.#changedAt = Math.max(this.#changedAt, this.head);
    this.#branches.push({ from, id: `${this.#name}.${this.#branches.length}` });
    const gone: Transaction[] = [];
    for (const [before, transactions] of [...this.#transactions]) {
      // Those of the next block are not in any yet.
      if (before < from || before > this.head) continue;
      this.#transactions.delete(before);
      for (const transaction of transactions) {
        this.#heights.delete(transaction.hash);
        const kept = fate(transaction);
        const height = this.head + 1 + later;
        if (kept && this.#secondsOf(height) <= (kept.validUntil ?? Number.POSITIVE_INFINITY)) {
          this.place(kept, height);
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
    const text = `${branch?.id} ${number}`;
    const hash = this.#hashes.get(text) ?? this.#digest(text);
    this.#hashes.set(text, hash);
    return hash;
  }

  block(number: number): Block | null {
    if (number < 0 || number > this.head) return null;
    const transactions = this.#inBlock(number);
    return {
      number,
      hash: this.hashAt(number),
      parentHash: number === 0 ? `0x${"00".repeat(32)}` : this.hashAt(number - 1),
      timestamp: this.#secondsOf(number),
      transactions,
      // Only headers show it, and it costs more than all else of a block.
      get bloom() {
        return transactions.length === 0 ? EMPTY_BLOOM : bloomOf(transactions.flatMap(({ logs }) => logs));
      },
    };
  }

  /** What a block has: of those that were to come into it, what could. */
  #inBlock(number: number): readonly Transaction[] {
    const coming = (this.#transactions.get(number) ?? []).filter((one) => this.#takesEffect(one));
    if (coming.every(({ execute }) => execute === undefined)) return coming;
    const hash = this.hashAt(number);
    const known = this.#executed.get(hash);
    if (known) return known;
    const done: Transaction[] = [];
    for (const one of coming) {
      const at = { height: number, timestamp: this.#secondsOf(number), before: done };
      const outcome = one.execute ? one.execute(at) : { logs: one.logs };
      if (outcome) done.push({ ...one, ...outcome });
    }
    this.#executed.set(hash, done);
    return done;
  }

  /** Whether a transaction is in a block, or will come into one if it can be executed there. */
  isComing(hash: Hex): boolean {
    const height = this.#heights.get(hash);
    if (height === undefined) return false;
    return height > this.head || this.#inBlock(height).some((one) => one.hash === hash);
  }

  /** Where a transaction is, null where it is in no block. */
  find(hash: Hex): { transaction: Transaction; height: number } | null {
    const height = this.#heights.get(hash);
    if (height === undefined || height > this.head) return null;
    const transaction = this.#transactions.get(height)?.find((one) => one.hash === hash);
    return transaction && this.#takesEffect(transaction) ? { transaction, height } : null;
  }

  /** Puts a Safe on the chain, as if it had been there from the beginning. */
  addSafe(safe: SafeContract): void {
    this.#safes.set(safe.address, safe);
  }

  /** The Safe at a lower-case address; null where there is none. */
  safeAt(address: string): SafeContract | null {
    return this.#safes.get(address) ?? null;
  }

  /** The next nonce of a Safe after the block of this height. */
  nonceOf({ address, firstNonce }: SafeContract, height: number): number {
    return firstNonce + this.#executionsOf(address).filter((one) => one.height <= height).length;
  }

  /** What used this nonce of a Safe; null while it is free. */
  executionAt({ address }: SafeContract, nonce: number): { execution: Execution; height: number } | null {
    const used = this.#executionsOf(address).find(
      ({ execution, height }) => execution.nonce === nonce && height <= this.head,
    );
    return used ?? null;
  }

  /** Heights up to and with the head that have transactions, in order. */
  busyHeights(from: number, to: number): number[] {
    return [...this.#transactions.keys()]
      .filter((height) => height >= from && height <= to)
      .sort((a, b) => a - b);
  }

  /**
   * In the time that will be jumped over from now on, so many milliseconds, the chain makes only so many blocks, as far
   * apart as it takes. Nobody looks at them one by one, and reading thousands of empty blocks shows nothing new.
   */
  slowDown(ms: number, blocks: number): void {
    const height = this.head;
    const at = this.#secondsOf(height);
    const secondsPerBlock = Math.floor((Math.floor((this.#now() + ms) / 1000) - at) / blocks);
    if (secondsPerBlock <= this.#secondsPerBlock) return;
    this.#stretches.push(
      { height, at, secondsPerBlock },
      {
        height: height + blocks,
        at: at + blocks * secondsPerBlock,
        secondsPerBlock: this.#secondsPerBlock,
      },
    );
  }

  /** Of each nonce the one transaction that comes when it is the Safe's next. */
  #executionsOf(address: string): { hash: Hex; execution: Execution; height: number }[] {
    let next = this.#safes.get(address)?.firstNonce ?? 0;
    return [...this.#transactions]
      .filter(([, transactions]) => transactions.some(({ execution }) => execution?.safe === address))
      .sort(([a], [b]) => a - b)
      .flatMap(([height, transactions]) =>
        transactions.flatMap(({ hash, execution }) => {
          if (execution?.safe !== address || execution.nonce !== next) return [];
          next += 1;
          return [{ hash, execution, height }];
        }),
      );
  }

  #takesEffect({ hash, execution }: Transaction): boolean {
    return execution === undefined || this.#executionsOf(execution.safe).some((one) => one.hash === hash);
  }

  /** Time of a block, seconds since the epoch. */
  #secondsOf(number: number): number {
    const { height, at, secondsPerBlock } = this.#lastStretch(({ height: from }) => from <= number);
    return at + (number - height) * secondsPerBlock;
  }

  #lastStretch(holds: (stretch: Stretch) => boolean): Stretch {
    return this.#stretches.findLast(holds) ?? this.#stretches[0];
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
