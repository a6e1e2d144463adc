import type { FillerMode } from "@/local/crosschain/mode";
import type { LocalPool } from "@/local/crosschain/pool";
import type { SeenDeposit } from "@/server/chains/crosschain";

/** How long `delay` waits. */
const DELAY_MS = 20_000;

/**
 * Stands in for Across' relayers on local chains: fills every deposit between them, ours or not, or gives it back. It
 * remembers nothing: what was done is read from the chains, so it can end at any line and start again.
 */
export class Filler {
  readonly #pools: ReadonlyMap<number, LocalPool>;
  readonly #mode: () => FillerMode;
  readonly #now: () => number;
  readonly #log: (line: string) => void;
  readonly #readUpTo = new Map<number, bigint>();
  readonly #waiting = new Map<string, { deposit: SeenDeposit; seenAt: number }>();

  constructor(
    pools: readonly LocalPool[],
    options: { mode: () => FillerMode; now: () => number; log?: (line: string) => void },
  ) {
    this.#pools = new Map(pools.map((pool) => [pool.network.chainId, pool]));
    this.#mode = options.mode;
    this.#now = options.now;
    this.#log = options.log ?? (() => {});
  }

  /** One look at every chain. A deposit that cannot be filled now is tried again. */
  async pass(): Promise<void> {
    for (const pool of this.#pools.values()) await this.#read(pool);
    for (const [key, { deposit, seenAt }] of [...this.#waiting]) {
      try {
        if (await this.#settle(deposit, seenAt)) this.#waiting.delete(key);
      } catch (error) {
        this.#log(`deposit ${key}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
      }
    }
  }

  async #read(pool: LocalPool): Promise<void> {
    const { chainId } = pool.network;
    const { deposits, latest } = await pool.deposits(this.#readUpTo.get(chainId) ?? 0n);
    for (const deposit of deposits) {
      if (!this.#pools.has(deposit.destinationChainId)) continue;
      this.#waiting.set(`${chainId}:${deposit.depositId}`, { deposit, seenAt: this.#now() });
    }
    this.#readUpTo.set(chainId, latest + 1n);
  }

  /** Returns whether nothing is left to do for it. */
  async #settle(deposit: SeenDeposit, seenAt: number): Promise<boolean> {
    const [source, destination] = [
      this.#pools.get(deposit.originChainId),
      this.#pools.get(deposit.destinationChainId),
    ];
    if (!source || !destination || (await destination.isFilled(deposit))) return true;
    const now = Math.floor(this.#now() / 1_000);
    if (Math.max(now, await destination.time()) > deposit.fillDeadline) {
      return this.#giveBack(source, destination, deposit);
    }
    const mode = this.#mode();
    if (mode === "expire" || (mode === "delay" && this.#now() - seenAt < DELAY_MS)) return false;
    await destination.fill(deposit, { failCall: mode === "fail-call" });
    this.#log(
      `filled deposit ${deposit.depositId} of ${source.network.id} on ${destination.network.id} (${mode})`,
    );
    return true;
  }

  /** The destination has to be past the deadline for good before its pool owes anything. */
  async #giveBack(source: LocalPool, destination: LocalPool, deposit: SeenDeposit): Promise<boolean> {
    if (await source.isRefunded(deposit)) return true;
    await destination.finalize();
    await source.refund(deposit);
    this.#log(`gave deposit ${deposit.depositId} of ${source.network.id} back`);
    return true;
  }
}
