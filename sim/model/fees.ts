import type { ChainPayment, KnownRequest, Violation } from "@/sim/model/facts";

/** The fee of the service: all of a payment, and never more than the cap, cents. */
export interface FeeTerms {
  capCents: bigint;
}

/** What a payment of this amount would cost, as the service said before it was created. Base units. */
export interface PreviewedFees {
  decimals: number;
  gross: bigint;
  bearer: "payer" | "payee";
  total: bigint;
  payerTotal: bigint;
  netRecipient: bigint;
}

/** A payment that the service asks for. Its recipient is a lower-case address. */
export type AskedPayment = Pick<ChainPayment, "reference" | "recipient" | "amount">;

/** A line of the fees of a request, base units. */
export interface FeeLine {
  type: string;
  amount: bigint;
}

/** What payments cost, and who got it. */
export class FeeModel {
  readonly terms: FeeTerms;
  /** Fees that travel as a payment of their own, by their request: the reference and the receiver of each. */
  readonly #legs = new Map<string, Set<string>>();
  readonly #paidTogether = new Set<string>();
  readonly #broken: (violation: Violation) => void;

  constructor(terms: FeeTerms, broken: (violation: Violation) => void) {
    this.terms = terms;
    this.#broken = broken;
  }

  /** A fee is its share up to its cap; the payer's comes on top, the payee's out of the amount. */
  previewed({ decimals, gross, bearer, total, payerTotal, netRecipient }: PreviewedFees): void {
    const cap = this.#cap(decimals);
    const fee = gross < cap ? gross : cap;
    const expected = [
      fee,
      bearer === "payer" ? gross + fee : gross,
      bearer === "payee" ? gross - fee : gross,
    ];
    const said = [total, payerTotal, netRecipient];
    if (said.join() === expected.join()) return;
    this.#broken({
      rule: "a fee is its share up to its cap",
      what: `${gross} base units, fees of the ${bearer}: said ${said.join(", ")}, must be ${expected.join(", ")}`,
    });
  }

  /** Takes note of payments that the service asked for: those under another reference than the request's are fees. */
  asked(
    { requestId, reference, decimals }: Pick<KnownRequest, "requestId" | "reference" | "decimals">,
    payments: readonly AskedPayment[],
  ): void {
    const cap = this.#cap(decimals);
    const known = this.#legs.get(requestId) ?? new Set();
    this.#legs.set(requestId, known);
    for (const payment of payments) {
      if (payment.reference === reference) continue;
      known.add(legOf(payment));
      if (payment.amount <= cap) continue;
      this.#broken({
        rule: "a fee is its share up to its cap",
        what: `${payment.amount} of fees are asked for ${requestId}, at most ${cap}`,
      });
    }
  }

  /**
   * The same of payments that the service asked for together, for several requests: which of them a fee belongs to is not
   * said, so these are not compared in the end.
   */
  askedTogether(
    requests: readonly Pick<KnownRequest, "requestId" | "reference" | "decimals">[],
    payments: readonly AskedPayment[],
  ): void {
    const [only, ...others] = requests;
    if (only && others.length === 0) this.asked(only, payments);
    else for (const { requestId } of requests) this.#paidTogether.add(requestId);
  }

  #cap(decimals: number): bigint {
    return this.terms.capCents * 10n ** BigInt(decimals - 2);
  }

  /** The fees of a request in the end are what the chain of its network that won brought their receivers. */
  atTheEnd(
    { requestId, network }: Pick<KnownRequest, "requestId" | "network">,
    {
      lines,
      own,
      payments,
    }: { lines: readonly FeeLine[]; own: readonly ChainPayment[]; payments: readonly ChainPayment[] },
  ): void {
    if (this.#paidTogether.has(requestId)) return;
    const legs = this.#legs.get(requestId) ?? new Set();
    const paid =
      own.reduce((sum, { feeAmount }) => sum + feeAmount, 0n) +
      payments
        .filter((payment) => payment.network === network && legs.has(legOf(payment)))
        .reduce((sum, { amount }) => sum + amount, 0n);
    const said = lines.reduce((sum, { amount }) => sum + amount, 0n);
    if (said === paid) return;
    this.#broken({
      rule: "fees are what the chain says",
      what: `${requestId} has ${said} base units of fees, on chain ${paid}`,
    });
  }
}

function legOf({ reference, recipient }: AskedPayment): string {
  return `${reference} ${recipient}`;
}
