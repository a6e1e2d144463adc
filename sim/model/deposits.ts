import type { ChainPayment, KnownRequest, Violation } from "@/sim/model/facts";

/** An address that a request was given, and what is divided there (docs/contract/deposits.md). Addresses are lower-case. */
export interface KnownDeposit {
  requestId: string;
  network: string;
  address: string;
  token: string;
  payee: string;
  reference: string;
  /** Base units for the payee of an exact payment, and for the receivers of its two fees. */
  amount: bigint;
  feeAmount: bigint;
  legAmount: bigint;
  legReference: string;
}

/** A transfer of a token that a chain holds. */
export interface PlainTransfer {
  network: string;
  txHash: string;
  token: string;
  to: string;
  amount: bigint;
  depth: number;
}

/** How much of an arrival is whose, base units. */
export interface Shares {
  payee: bigint;
  fee: bigint;
  leg: bigint;
}

/** Addresses at which a plain transfer pays a request. */
export class DepositModel {
  readonly #known = new Map<string, KnownDeposit>();
  /** By request and its platform fee, the address that was told. */
  readonly #told = new Map<string, string>();
  readonly #broken: (violation: Violation) => void;

  constructor(broken: (violation: Violation) => void) {
    this.#broken = broken;
  }

  /** Takes note of a backup. The function that it returns forgets the addresses that were told since. */
  backedUp(): () => void {
    const [known, told] = [[...this.#known], [...this.#told]];
    return () => {
      this.#known.clear();
      for (const [key, deposit] of known) this.#known.set(key, deposit);
      this.#told.clear();
      for (const [key, address] of told) this.#told.set(key, address);
    };
  }

  /** Takes note of an address that was told. With the same fee of a platform it is always the same. */
  told(
    deposit: KnownDeposit,
    request: Pick<KnownRequest, "recipient" | "token" | "amount" | "reference">,
    hasPlatformFee: boolean,
  ): void {
    const key = `${deposit.requestId} ${hasPlatformFee}`;
    const before = this.#told.get(key) ?? deposit.address;
    const isRight =
      before === deposit.address &&
      deposit.payee === request.recipient &&
      deposit.token === request.token &&
      deposit.amount === request.amount &&
      deposit.reference === request.reference;
    this.#told.set(key, before);
    this.#known.set(`${deposit.network} ${deposit.address}`, deposit);
    if (isRight) return;
    this.#broken({
      rule: "a deposit address is that of its request",
      what: `${deposit.requestId} was told ${deposit.address} for ${deposit.amount} to ${deposit.payee}, and ${before} before`,
    });
  }

  /** The payments that these transfers make, in the order in which the chain has them. */
  paymentsOf(transfers: readonly PlainTransfer[]): ChainPayment[] {
    const sums = new Map<string, bigint>();
    return transfers.flatMap(({ network, txHash, token, to, amount, depth }): ChainPayment[] => {
      const deposit = this.#known.get(`${network} ${to}`);
      if (deposit?.token !== token) return [];
      const key = `${network} ${to}`;
      const before = sums.get(key) ?? 0n;
      sums.set(key, before + amount);
      const { payee, fee, leg } = sharesOf(deposit, before, amount);
      const at = { network, txHash, token, depth };
      const main = {
        ...at,
        reference: deposit.reference,
        recipient: deposit.payee,
        amount: payee,
        feeAmount: fee,
        arrived: amount,
      };
      if (leg === 0n) return [main];
      return [main, { ...at, ...legOf(deposit), amount: leg, feeAmount: 0n }];
    });
  }
}

/** Of what comes after `before` both fees take their parts, rounded down over the sum; of what comes after the whole, none. */
export function sharesOf(
  { amount, feeAmount, legAmount }: Pick<KnownDeposit, "amount" | "feeAmount" | "legAmount">,
  before: bigint,
  arrived: bigint,
): Shares {
  const full = amount + feeAmount + legAmount;
  const capped = (sum: bigint) => (sum < full ? sum : full);
  const part = (of: bigint) => (of * capped(before + arrived)) / full - (of * capped(before)) / full;
  const [fee, leg] = [part(feeAmount), part(legAmount)];
  return { payee: arrived - fee - leg, fee, leg };
}

/** The fee of a deposit that travels under a reference of its own: a plain transfer names no receiver of it. */
export function legOf({ legReference, legAmount }: Pick<KnownDeposit, "legReference" | "legAmount">) {
  return { reference: legReference, recipient: "", amount: legAmount };
}
