import type { KnownAddresses } from "@/server/payments/deposit-addresses/watch";
import type { ReadAhead } from "@/server/worker/transfers/read-ahead";

/** What a watcher keeps between passes; losing it costs nothing. */
export interface WatcherMemory {
  /** When a pass of this worker last ended well. */
  passedAt: Date | null;
  claimedAt: number;
  prunedAt: number;
  safesAt: number;
  /** When payments that wait for more providers of nodes were last looked at. */
  attestedAt: number;
  /** Safes whose logs no node gave, and when they are looked at again. */
  unreadSafes: Map<string, number>;
  valuedAt: number;
  /** Payment after which the next look at those that are held without a price begins. */
  valuedUpTo: string;
  /** Workers had a moment to take parts of this catch-up. */
  hasCalledParts: boolean;
  /** Deposit addresses to which transfers are looked for. */
  addresses: KnownAddresses | null;
  /** What comes after the last commit. */
  ahead: ReadAhead | null;
}

export function newWatcherMemory(): WatcherMemory {
  return {
    passedAt: null,
    claimedAt: 0,
    prunedAt: 0,
    safesAt: 0,
    attestedAt: 0,
    unreadSafes: new Map(),
    valuedAt: 0,
    valuedUpTo: "",
    hasCalledParts: false,
    addresses: null,
    ahead: null,
  };
}
