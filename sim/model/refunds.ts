import type { ChainPayment, KnownRequest, Violation } from "@/sim/model/facts";

/** Money that is to be sent back: its preparation was acknowledged. */
export interface KnownRefund {
  refundId: string;
  requestId: string;
  network: string;
  reference: string;
  token: string;
  receiver: string;
  /** Base units. */
  amount: bigint;
  /** Milliseconds since the epoch. */
  preparedAt: number;
}

/** What a receiver is told of one. */
export interface RefundEvent {
  refundId: string;
  txHash: string;
  sequence: number;
}

/** So long what is prepared keeps its amount from other refunds. */
const LIFE_MS = 24 * 3_600_000;

/** What was sent back, and what can be. */
export class RefundModel {
  readonly refunds = new Map<string, KnownRefund>();
  /** By refund and transaction, the sequence of its announcement. */
  readonly #told = new Map<string, number>();
  readonly #broken: (violation: Violation) => void;

  constructor(broken: (violation: Violation) => void) {
    this.#broken = broken;
  }

  /** Takes note of a backup. The function that it returns forgets what was prepared and told since. */
  backedUp(): () => void {
    const [refunds, told] = [[...this.refunds], [...this.#told]];
    return () => {
      this.refunds.clear();
      for (const [id, refund] of refunds) this.refunds.set(id, refund);
      this.#told.clear();
      for (const [key, sequence] of told) this.#told.set(key, sequence);
    };
  }

  /** Takes note of a preparation that was acknowledged; `received` is the most that was ever confirmed of its request. */
  prepared(refund: KnownRefund, received: bigint): void {
    const others = [...this.refunds.values()].filter(
      ({ requestId, refundId, preparedAt }) =>
        requestId === refund.requestId &&
        refundId !== refund.refundId &&
        preparedAt > refund.preparedAt - LIFE_MS,
    );
    const held = others.reduce((sum, { amount }) => sum + amount, 0n);
    this.refunds.set(refund.refundId, refund);
    if (held + refund.amount > received) {
      this.#broken({
        rule: "no more is sent back than came",
        what: `${refund.amount} can be sent back of ${refund.requestId} beside ${held}, and ${received} came`,
      });
    }
  }

  /** An announcement; `isDeep` says whether a transfer was ever deep enough. */
  told(
    { refundId, txHash, sequence }: RefundEvent,
    isDeep: (payment: ChainPayment) => boolean,
    payments: ChainPayment[],
  ) {
    const refund = this.refunds.get(refundId);
    // Its preparation may be on the way to be acknowledged, and nobody else knows it then.
    if (!refund) return;
    const key = `${refundId} ${txHash}`;
    const before = this.#told.get(key);
    if (before !== undefined && before !== sequence) {
      this.#broken({
        rule: "each refund is announced once",
        what: `${refundId} came with ${before} and ${sequence}`,
      });
    }
    this.#told.set(key, sequence);
    if (payments.some((payment) => payment.txHash === txHash && sends(payment, refund) && isDeep(payment)))
      return;
    this.#broken({
      rule: "a refund is what was prepared",
      what: `${refundId} was announced as sent back with ${txHash}, which did not do that`,
    });
  }

  /** What went back of a request, base units, by what the chain has; every part has to be announced. */
  sentBack({ requestId }: KnownRequest, payments: readonly ChainPayment[]): bigint {
    let sum = 0n;
    for (const refund of this.refunds.values()) {
      if (refund.requestId !== requestId) continue;
      for (const payment of payments.filter((one) => sends(one, refund))) {
        sum += payment.amount;
        if (!this.#told.has(`${refund.refundId} ${payment.txHash}`)) {
          this.#broken({
            rule: "every refund is announced",
            what: `nobody was told that ${refund.refundId} was sent with ${payment.txHash}`,
          });
        }
      }
    }
    return sum;
  }
}

function sends(payment: ChainPayment, refund: KnownRefund): boolean {
  return (
    payment.network === refund.network &&
    payment.reference === refund.reference &&
    payment.token === refund.token &&
    payment.recipient === refund.receiver &&
    payment.amount === refund.amount
  );
}
