import type { ChainPayment, KnownRequest } from "@/sim/model/facts";

/**
 * Every payment that a chain ever held, and how deep it was. A transaction that comes back with another result after a
 * reorganisation is another payment of the same transaction.
 */
export class PaymentsEver {
  readonly #payments = new Map<string, ChainPayment>();
  readonly #deepest = new Map<string, number>();

  /** Takes note of what the chains hold now. */
  look(payments: readonly ChainPayment[]): void {
    for (const payment of payments) {
      const key = keyOf(payment);
      this.#payments.set(key, payment);
      this.#deepest.set(key, Math.max(this.#deepest.get(key) ?? 0, payment.depth));
    }
  }

  all(): ChainPayment[] {
    return [...this.#payments.values()];
  }

  /** The deepest that a payment ever was: 1 in the newest block, 0 in none. */
  deepest(payment: ChainPayment): number {
    return this.#deepest.get(keyOf(payment)) ?? 0;
  }

  /** The most that payments so deep can have brought a request, base units: of each transaction its best result. */
  most(request: KnownRequest, depth: number): bigint {
    const best = new Map<string, bigint>();
    for (const payment of this.#payments.values()) {
      if (!pays(payment, request) || this.deepest(payment) < depth) continue;
      const before = best.get(payment.txHash) ?? 0n;
      const amount = payment.arrived ?? payment.amount;
      best.set(payment.txHash, amount > before ? amount : before);
    }
    return [...best.values()].reduce((sum, amount) => sum + amount, 0n);
  }
}

/** So much is enough of a request with these payments, base units. */
export function leastOf(request: KnownRequest, payments: readonly ChainPayment[]): bigint {
  const { least, leastByDeposit = least } = request;
  const hasDeposit = payments.some((payment) => payment.arrived !== undefined && pays(payment, request));
  return hasDeposit ? leastByDeposit : least;
}

/** Whether a payment is one of this request: on its network, in its token, to its receiver. */
export function pays(payment: ChainPayment, request: KnownRequest): boolean {
  return (
    payment.network === request.network &&
    payment.reference === request.reference &&
    payment.token === request.token &&
    payment.recipient === request.recipient
  );
}

function keyOf({ txHash, reference, token, recipient, amount }: ChainPayment): string {
  return `${txHash} ${reference} ${token} ${recipient} ${amount}`;
}
