import { BridgeFault, NoRoute } from "@/server/providers/crosschain/provider";

/** How long a provider is left alone after a fault, doubled with each further one. */
const FIRST_MS = 15_000;
const LONGEST_MS = 10 * 60_000;
/** Where it says that it was asked too often: until others can be served again, whatever it asks for. */
const QUOTA_MS = { least: 1_000, longest: 10_000 };

/**
 * Leaves a provider alone after it did not answer (XC-05): nobody waits for it meanwhile. Then one caller tries, and the
 * others are still refused until that one knows. That it has no route is an answer.
 */
export class Breaker {
  readonly #now: () => number;
  #faults = 0;
  #openings = 0;
  #closedAgainAt = 0;
  #isTrying = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  get isOpen(): boolean {
    return this.#now() < this.#closedAgainAt || this.#isTrying;
  }

  /** Runs `work`, or throws `BridgeFault` at once while the provider is left alone. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isOpen) throw new BridgeFault("left alone after a fault");
    const isTrial = this.#faults > 0;
    const opened = this.#openings;
    this.#isTrying = isTrial;
    try {
      const result = await work();
      this.#faults = 0;
      return result;
    } catch (error) {
      if (error instanceof NoRoute) this.#faults = 0;
      // Several that were on their way when it failed tell of one fault.
      else if (error instanceof BridgeFault && opened === this.#openings) {
        this.#leaveAlone(error);
      }
      throw error;
    } finally {
      if (isTrial) this.#isTrying = false;
    }
  }

  #leaveAlone({ isQuota, retryAfterMs }: BridgeFault): void {
    this.#openings += 1;
    if (isQuota) {
      const ms = Math.min(Math.max(QUOTA_MS.least, retryAfterMs ?? 0), QUOTA_MS.longest);
      this.#closedAgainAt = this.#now() + ms;
      return;
    }
    const usual = Math.min(FIRST_MS * 2 ** this.#faults, LONGEST_MS);
    this.#faults += 1;
    this.#closedAgainAt = this.#now() + Math.min(Math.max(usual, retryAfterMs ?? 0), 2 * 60 * 60_000);
  }
}
