import type { KnownRequest, Violation } from "@/sim/model/facts";

/** A deposit on one network for a request of another. Addresses are lower-case. */
export interface BridgeDeposit {
  /** Hash of all its words: what its pool knows it by. */
  id: string;
  requestId: string;
  /** Gets the money back where nobody delivers it. */
  depositor: string;
  /** Base units of the token that it was made in, and the decimals of that. */
  inputAmount: bigint;
  inputDecimals: number;
  /** What the bridge keeps of it, in the same units, once it is delivered. */
  fee: bigint;
  /** It leaves whoever delivers it something: one that does not is no reason to wait. */
  isWorthFilling: boolean;
}

/** What became of a deposit on its destination: the money was handed over, or to somebody its depositor signed for. */
export type Fill = "none" | "delivered" | "redirected";

/** What both chains hold of a deposit at a moment. */
export interface BridgeFacts {
  id: string;
  /** The source has the deposit in a block. */
  isThere: boolean;
  fill: Fill;
  /** A final block of the destination is later than its deadline. */
  isOver: boolean;
  isRefunded: boolean;
}

/** What an account is told of a deposit that did not bring its money. */
type Told = "expired" | "redirected" | "refunded";

/** What a deposit means for its request, which has nothing else. */
export interface Meaning {
  /** The request waits for it. */
  isAwaited: boolean;
  /** What has to be told of it. */
  told: readonly Told[];
}

const NOTHING: Meaning = { isAwaited: false, told: [] };
const AWAITED: Meaning = { isAwaited: true, told: [] };
const tells = (...told: Told[]): Meaning => ({ isAwaited: false, told });

/** By whether it is there, what became of it, and how far its time is. */
const PAIRS: Record<"there" | "gone", Record<Fill, Record<"open" | "over" | "refunded", Meaning>>> = {
  there: {
    none: { open: AWAITED, over: tells("expired"), refunded: tells("expired", "refunded") },
    delivered: { open: NOTHING, over: NOTHING, refunded: NOTHING },
    redirected: { open: tells("redirected"), over: tells("redirected"), refunded: tells("redirected") },
  },
  // Who delivered it has lost that money; the payee has it.
  gone: {
    none: { open: NOTHING, over: NOTHING, refunded: NOTHING },
    delivered: { open: NOTHING, over: NOTHING, refunded: NOTHING },
    redirected: { open: NOTHING, over: NOTHING, refunded: NOTHING },
  },
};

/** What a deposit means for its request, by what both chains hold (docs/decisions/cross-chain.md). */
export function meaningOf({ isThere, fill, isOver, isRefunded }: Omit<BridgeFacts, "id">): Meaning {
  const time = isRefunded ? "refunded" : isOver ? "over" : "open";
  return PAIRS[isThere ? "there" : "gone"][fill][time];
}

/** An event that may be about a deposit. */
export interface BridgeEvent {
  event: string;
  requestId: string;
  sequence?: number;
  subStatus?: string;
  /** Of money that an account sends back, not of a bridge's. */
  refundId?: string;
  refundedTo?: string;
  refundAmount?: string;
}

/** A deposit that the service hands out to be signed, beside what it was asked for. All texts are lower-case. */
export interface HandedOut {
  requestId: string;
  /** What every word of it has to be, and what it is. */
  words: Readonly<Record<string, readonly [expected: string, got: string]>>;
  /** What it takes, and the worth of what it is to bring, base units of the token that it is made in, and their decimals. */
  inputAmount: bigint;
  worth: bigint;
  inputDecimals: number;
  /** Seconds until nobody may fill it any more. */
  secondsLeft: number;
}

/** A bridge's fee above a twentieth is none, or above so much where that is more. */
const LARGEST_FEE = { share: 20n, dollars: 5n };
/** It can be delivered for a minute at least, and for no longer than a pool allows. */
const SECONDS_LEFT = { least: 60, most: 21_600 + 120 };

/** Payments that cross a bridge: a deposit pays nothing, its fill does, and what is not filled comes back. */
export class BridgeModel {
  readonly #deposits = new Map<string, BridgeDeposit>();
  readonly #now = new Map<string, BridgeFacts>();
  /** What was ever true of each deposit, so that an account may have been told of it. */
  readonly #ever = new Map<string, Set<Told>>();
  /** By deposit, the sequence of what was told of it; of expiry and redirection only the request is named. */
  readonly #refundsTold = new Map<string, number>();
  readonly #toldOf = new Map<string, Set<number>>();
  readonly #broken: (violation: Violation) => void;

  constructor(broken: (violation: Violation) => void) {
    this.#broken = broken;
  }

  /** Takes note of a backup. The function that it returns forgets what was told since: the service tells it again. */
  backedUp(): () => void {
    const refunds = [...this.#refundsTold];
    const told = [...this.#toldOf].map(([key, sequences]) => [key, [...sequences]] as const);
    return () => {
      this.#refundsTold.clear();
      for (const [id, sequence] of refunds) this.#refundsTold.set(id, sequence);
      this.#toldOf.clear();
      for (const [key, sequences] of told) this.#toldOf.set(key, new Set(sequences));
    };
  }

  /** Compares what is handed out to a payer with what it was asked for. */
  handedOut({ requestId, words, inputAmount, worth, inputDecimals, secondsLeft }: HandedOut): void {
    const wrong = Object.entries(words)
      .filter(([, [expected, got]]) => expected !== got)
      .map(([name, [expected, got]]) => `${name} is ${got}, must be ${expected}`);
    const share = worth / LARGEST_FEE.share;
    const floor = LARGEST_FEE.dollars * 10n ** BigInt(inputDecimals);
    const most = worth + (share > floor ? share : floor);
    if (inputAmount < worth || inputAmount > most) wrong.push(`it takes ${inputAmount} for ${worth}`);
    if (secondsLeft < SECONDS_LEFT.least || secondsLeft > SECONDS_LEFT.most) {
      wrong.push(`it can be filled for ${secondsLeft} s`);
    }
    if (wrong.length === 0) return;
    this.#broken({
      rule: "a deposit is what was asked for",
      what: `${requestId} is to be paid otherwise: ${wrong.join("; ")}`,
    });
  }

  /** Takes note of a deposit that was sent. */
  deposited(deposit: BridgeDeposit): void {
    this.#deposits.set(deposit.id, deposit);
  }

  /** Takes note of what both chains hold now. Called whenever that may have changed. */
  look(facts: readonly BridgeFacts[]): void {
    for (const one of facts) {
      this.#now.set(one.id, one);
      const ever = this.#ever.get(one.id) ?? new Set();
      this.#ever.set(one.id, ever);
      if (one.isThere && one.isOver && one.fill === "none") ever.add("expired");
      if (one.fill === "redirected") ever.add("redirected");
      if (one.isRefunded) ever.add("refunded");
    }
  }

  /** Takes note of an event that a receiver got. Returns whether it is about a deposit. */
  told(event: BridgeEvent): boolean {
    const { requestId, sequence = 0 } = event;
    if (event.event === "payment.failed" && event.subStatus?.startsWith("crosschain_")) {
      // One that takes more than a week to come back is told once more.
      const what = event.subStatus === "crosschain_redirected" ? "redirected" : "expired";
      this.#note(event, `${requestId} ${event.subStatus}`, sequence, (id) => this.#wasEver(id, what));
      return true;
    }
    if (event.event !== "payment.refunded" || event.refundId !== undefined) return false;
    const deposits = this.#of(requestId);
    // A provider of bank payments tells of what it sends back with the same name.
    if (deposits.length === 0) return false;
    const own = deposits.find(
      (deposit) =>
        deposit.depositor === event.refundedTo?.toLowerCase() &&
        deposit.inputAmount === units(event.refundAmount ?? "0", deposit.inputDecimals) &&
        this.#wasEver(deposit.id, "refunded"),
    );
    const before = own && this.#refundsTold.get(own.id);
    if (!own || (before !== undefined && before !== sequence)) {
      this.#broken({
        rule: "a bridge's refund is what the chain says",
        what: `${requestId} was told of ${event.refundAmount} given back to ${event.refundedTo}${own ? " again" : ""}`,
      });
    } else this.#refundsTold.set(own.id, sequence);
    return true;
  }

  #note(event: BridgeEvent, key: string, sequence: number, isTrue: (id: string) => boolean): void {
    const known = this.#toldOf.get(key) ?? new Set();
    this.#toldOf.set(key, known.add(sequence));
    const most = this.#of(event.requestId).filter(
      ({ id, isWorthFilling }) => isWorthFilling && isTrue(id),
    ).length;
    if (known.size <= most) return;
    this.#broken({
      rule: "no deposit is given up before its time",
      what: `${event.requestId} was told ${known.size} times of ${event.subStatus}, which is true of ${most} deposits`,
    });
  }

  /** Whether the request waits for a deposit, where it has nothing else. */
  isAwaited(requestId: string): boolean {
    return this.#of(requestId).some(({ id, isWorthFilling }) => {
      const facts = this.#now.get(id);
      return isWorthFilling && facts !== undefined && meaningOf(facts).isAwaited;
    });
  }

  /**
   * What was told of the deposits of a request in the end, and what bridges kept. Where it was ever paid (`hadAll`), by
   * whatever, the bad end of another deposit need not be told.
   */
  atTheEnd(
    { requestId }: Pick<KnownRequest, "requestId">,
    { fees, hadAll }: { fees: readonly string[]; hadAll: boolean },
  ): void {
    const own = this.#of(requestId);
    const facts = own.flatMap((deposit) => {
      const now = this.#now.get(deposit.id);
      return now ? [{ ...deposit, now }] : [];
    });
    if (!hadAll) {
      const due = facts.filter(({ isWorthFilling }) => isWorthFilling);
      for (const [what, subStatus] of [
        ["expired", "crosschain_expired"],
        ["redirected", "crosschain_redirected"],
      ] as const) {
        const needed = due.filter(({ now }) => meaningOf(now).told.includes(what)).length;
        const had = this.#toldOf.get(`${requestId} ${subStatus}`)?.size ?? 0;
        if (had < needed) this.#untold(requestId, `${had} of ${needed} deposits as ${what}`);
      }
      for (const { id, now } of due) {
        if (meaningOf(now).told.includes("refunded") && !this.#refundsTold.has(id)) {
          this.#untold(requestId, "a deposit that came back");
        }
      }
    }
    // Of a deposit that its chain has dropped, what it cost may be known from before.
    if (facts.some(({ now }) => now.fill === "delivered" && !now.isThere)) return;
    const [{ inputDecimals = 0 } = {}] = own;
    const kept = facts.filter(({ now }) => now.fill === "delivered").reduce((sum, { fee }) => sum + fee, 0n);
    const said = fees.reduce((sum, text) => sum + units(text, inputDecimals), 0n);
    if (said === kept) return;
    this.#broken({
      rule: "a bridge's fee is what it kept",
      what: `${requestId} has ${said} base units of it, on chain ${kept}`,
    });
  }

  #untold(requestId: string, what: string): void {
    this.#broken({ rule: "every bad end is announced", what: `of ${requestId} was told: ${what}` });
  }

  #of(requestId: string): BridgeDeposit[] {
    return [...this.#deposits.values()].filter((deposit) => deposit.requestId === requestId);
  }

  #wasEver(id: string, what: Told): boolean {
    return this.#ever.get(id)?.has(what) ?? false;
  }
}

/** Decimal text as base units. */
function units(text: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(decimals, "0").slice(0, decimals));
}
