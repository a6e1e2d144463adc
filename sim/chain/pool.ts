import { type Hex, keccak256, parseTransaction } from "viem";
import type { Chain } from "@/sim/chain/chain";
import { lower } from "@/sim/chain/contracts";
import type { Moment, Outcome, Sending, Transaction } from "@/sim/chain/transaction";

/**
 * What becomes of a transaction that the nodes have accepted: the next block has it; they forget it; they keep it and no
 * block takes it; a later block has it.
 */
export type Fate = "mined" | "forgotten" | "stuck" | "late";

/** A transaction that was given to the nodes. */
export interface Taken {
  hash: Hex;
  to: Hex;
  data: Hex;
}

const AFTER_BLOCKS = { mined: 1, late: 4 };
/** A transaction replaces another one of its nonce if it pays a tenth more. */
const REPLACES = { more: 11n, than: 10n };

interface Known extends Taken {
  nonce: number;
  maxFee: bigint;
  /** No block takes it. */
  isStuck: boolean;
}

/** The transactions of one account that sends by itself, on their way to a block. All nodes of a chain share them. */
export class Pool implements Sending {
  readonly #chain: Chain;
  readonly #sender: Hex;
  readonly #run: (from: Hex, data: Hex, at: Moment) => Outcome;
  readonly #contract: Hex;
  /** Those that were accepted and not forgotten. */
  readonly #known = new Map<Hex, Known>();
  /** By hash the head when one was forgotten: all nodes that are told of it at once forget it. */
  readonly #forgotten = new Map<Hex, number>();
  /** What becomes of the next ones that are accepted. */
  fates: Fate[] = [];
  /** Told of each that is given to a node and not refused. */
  onTaken: (taken: Taken) => void = () => {};

  constructor(
    chain: Chain,
    {
      sender,
      contract,
      run,
    }: { sender: Hex; contract: Hex; run: (from: Hex, data: Hex, at: Moment) => Outcome },
  ) {
    this.#chain = chain;
    this.#sender = lower(sender);
    this.#contract = contract;
    this.#run = run;
  }

  /** Accepts a signed transaction, or says why not. */
  take(raw: Hex): { result: Hex } | { error: { code: number; message: string } } {
    const { to, data = "0x", nonce = 0, maxFeePerGas: maxFee = 0n } = parseTransaction(raw);
    const hash = keccak256(raw);
    const refuse = (message: string) => ({ error: { code: -32_000, message } });
    if (this.isWaiting(hash)) return refuse("already known");
    if (this.#forgotten.get(hash) === this.#chain.head) return { result: hash };
    if (nonce < this.nonceAt(this.#chain.head)) return refuse("nonce too low");
    const rivals = [...this.#known.values()].filter((one) => one.nonce === nonce && this.isWaiting(one.hash));
    if (rivals.some((one) => maxFee * REPLACES.than < one.maxFee * REPLACES.more)) {
      return refuse("replacement transaction underpriced");
    }
    const taken = { hash, to: lower(to ?? "0x"), data };
    this.onTaken(taken);
    const fate = this.fates.shift() ?? "mined";
    const known = { ...taken, nonce, maxFee, isStuck: fate === "stuck" };
    if (fate === "forgotten") this.#forgotten.set(hash, this.#chain.head);
    else {
      for (const rival of rivals) this.#known.delete(rival.hash);
      this.#known.set(hash, known);
    }
    if (fate === "mined" || fate === "late") this.#place(known, this.#chain.head + AFTER_BLOCKS[fate]);
    return { result: hash };
  }

  /** Whether the nodes have a transaction, in a block or not: a reorganisation gives one back to them, or not. */
  isWaiting(hash: Hex): boolean {
    const known = this.#known.get(hash);
    return known !== undefined && (known.isStuck || this.#chain.isComing(hash));
  }

  /** The nonce of the next transaction of the account after the block of this height. */
  nonceAt(height: number): number {
    const { length } = this.#chain
      .busyHeights(0, height)
      .flatMap((number) => this.#chain.block(number)?.transactions ?? [])
      .filter(({ from }) => from === this.#sender);
    return length;
  }

  /** The same with those that wait. */
  get pendingNonce(): number {
    let nonce = this.nonceAt(this.#chain.head);
    const known = [...this.#known.values()].filter(({ hash }) => this.isWaiting(hash));
    const waiting = new Set(known.map((one) => one.nonce));
    while (waiting.has(nonce)) nonce++;
    return nonce;
  }

  #place({ hash, to, data, nonce }: Known, height: number): void {
    const transaction: Transaction = {
      hash,
      from: this.#sender,
      to,
      input: data,
      logs: [],
      execute: (at) => {
        const before = at.before.filter(({ from }) => from === this.#sender).length;
        // Another one of its nonce was first, or one before it is missing.
        if (nonce !== this.nonceAt(at.height - 1) + before) return null;
        return to === this.#contract ? this.#run(this.#sender, data, at) : { logs: [], payments: [] };
      },
    };
    this.#chain.place(transaction, height);
  }
}
