const DAY_MS = 86_400_000;
/** Attempts of one delivery on the longer schedule; after the last one it is given up. */
const ATTEMPTS_OF_A_DELIVERY = 10;
const ATTEMPTS_BEFORE_OFF = 10;
const DAYS_BEFORE_OFF = 5;
/** A receiver and the service look at the clock at different moments. */
const TOLERANCE_MS = 60_000;

/** The failures that one account's receiver has seen. */
interface Failures {
  count: number;
  first: number;
  last: number;
}

/**
 * What a receiver that fails may lose (docs/decisions/webhook-management.md): a delivery is given up after ten attempts,
 * and an endpoint is switched off that failed for five days in ten attempts or more.
 */
export class EndpointHealth {
  readonly #failures = new Map<string, Failures>();
  /** Failed attempts by the body that was sent. */
  readonly #tries = new Map<string, number>();
  readonly #wasOff = new Set<string>();

  /** Takes note of an attempt that the receiver did not answer with success. `at` in milliseconds since the epoch. */
  failed(tenant: string, body: string, at: number): void {
    const { count, first } = this.#failures.get(tenant) ?? { count: 0, first: at };
    this.#failures.set(tenant, { count: count + 1, first, last: at });
    const key = `${tenant} ${body}`;
    this.#tries.set(key, (this.#tries.get(key) ?? 0) + 1);
  }

  /** Takes note of an endpoint that is found switched off. Returns whether it may be. */
  isOff(tenant: string): boolean {
    this.#wasOff.add(tenant);
    const { count, first, last } = this.#failures.get(tenant) ?? { count: 0, first: 0, last: 0 };
    return count >= ATTEMPTS_BEFORE_OFF && last - first >= DAYS_BEFORE_OFF * DAY_MS - TOLERANCE_MS;
  }

  /** Whether an account's receiver may never have got this. */
  mayMiss(tenant: string, body: string): boolean {
    return this.#wasOff.has(tenant) || (this.#tries.get(`${tenant} ${body}`) ?? 0) >= ATTEMPTS_OF_A_DELIVERY;
  }
}
