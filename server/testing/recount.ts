/** What one transfer of a chain does to one wallet. */
export interface Move {
  network: string;
  /** Lower case; null for a deposit address: statements add those up. */
  wallet: string | null;
  currency: string;
  /** Base units; less than nothing for what goes out. */
  amount: bigint;
}

/**
 * What wallets hold by the transfers of the chain that won, counted one by one. Shares no code with the ledger and reads none of
 * its tables: a test tells it of each transfer what it moved, and when a reorganisation took it away.
 */
export class Recount {
  readonly #transfers = new Map<string, { at: Date; moves: readonly Move[] }>();

  /** A transfer is in a block of this time, whatever was said of it before. */
  stands(transfer: string, at: Date, moves: readonly Move[]): void {
    this.#transfers.set(transfer, { at, moves });
  }

  /** A transfer is in no block any more. */
  isGone(transfer: string): void {
    this.#transfers.delete(transfer);
  }

  /** What each wallet holds of each currency by the blocks before a moment, without what is empty. */
  heldBefore(end: Date): Record<string, string> {
    const held = new Map<string, bigint>();
    for (const { at, moves } of this.#transfers.values()) {
      if (at >= end) continue;
      for (const move of moves) {
        const name = nameOfHeld(move);
        held.set(name, (held.get(name) ?? 0n) + move.amount);
      }
    }
    return Object.fromEntries(
      [...held].filter(([, amount]) => amount !== 0n).map(([name, amount]) => [name, amount.toString()]),
    );
  }
}

/** Names what a wallet holds of a currency, as `Recount` does. */
export function nameOfHeld({ network, wallet, currency }: Omit<Move, "amount">): string {
  return `${network} ${wallet ?? "deposit addresses"} ${currency}`;
}
