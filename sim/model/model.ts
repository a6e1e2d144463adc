import { BankModel } from "@/sim/model/banks";
import { type BridgeEvent, BridgeModel } from "@/sim/model/bridges";
import { ConversionModel } from "@/sim/model/conversions";
import { DepositModel } from "@/sim/model/deposits";
import { EndpointHealth } from "@/sim/model/endpoint-health";
import type { ChainPayment, KnownRequest, Violation } from "@/sim/model/facts";
import { FeeModel } from "@/sim/model/fees";
import { leastOf, PaymentsEver, pays } from "@/sim/model/payments-ever";
import { type KnownRefund, type RefundEvent, RefundModel } from "@/sim/model/refunds";
import { RetentionModel } from "@/sim/model/retention";
import { type SafeEvent, SafeModel, type SafeRow } from "@/sim/model/safes";
import { ScheduleModel } from "@/sim/model/schedules";
import { Sequences } from "@/sim/model/sequences";
import { type ReadEvent, ToldAgain } from "@/sim/model/told-again";

/**
 * What must be true of the service, told without any of its code: what the chain says, what was acknowledged to a caller,
 * and what receivers have seen.
 */

/** An event as a receiver got it. */
export interface SeenEvent {
  event: string;
  requestId: string;
  paymentReference?: string;
  /** When the commit of the event began, ISO 8601. */
  timestamp: string;
  paymentId: string;
  txHash: string;
  totalAmountPaid: string;
  /** Absent in what somebody sent to try a webhook. */
  sequence?: number;
  /** Why a payment failed. */
  subStatus?: string;
  /** What became of a Safe's transaction that paid nothing. */
  multisigOutcome?: string;
}

/** An attempt at a delivery. */
export interface Attempt {
  tenant: string;
  deliveryId: string;
  body: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Another process that is alive has not finished an attempt at the same delivery. */
  isOverlapping: boolean;
  /** Nothing goes wrong that could make it late. */
  isCalm: boolean;
}

/** A payment as the service has stored it. */
export interface StoredTransfer {
  txHash: string;
  requestId: string;
  amount: bigint;
  isConfirmed: boolean;
  /** As many providers have shown it as its network asks for. */
  isShownByEnough: boolean;
}

/** A new event waits for its sender for no longer: whoever stores one wakes the sender. */
const AT_ONCE_MS = 600;

export class Model {
  readonly requests = new Map<string, KnownRequest>();
  /** By tenant, what its receivers took, by sequence; without what a restored service does not know of. */
  readonly #events = new Map<string, Map<number, string>>();
  readonly #sequences = new Sequences();
  /** Bodies by the ID of their delivery. */
  readonly #bodies = new Map<string, string>();
  /** The ID under which each event came to a tenant. */
  readonly #deliveries = new Map<string, string>();
  /** Every payment that the chains ever held, and the deepest that it ever was (`PaymentsEver`). */
  readonly #payments = new PaymentsEver();
  readonly #health = new EndpointHealth();
  readonly violations: Violation[] = [];
  readonly conversions = new ConversionModel((violation) => this.violations.push(violation));
  /** The service takes a payment of up to five cents whole (`PROTOCOL_FEE` of the world). */
  readonly fees = new FeeModel({ capCents: 5n }, (violation) => this.violations.push(violation));
  readonly deposits = new DepositModel((violation) => this.violations.push(violation));
  readonly banks = new BankModel((violation) => this.violations.push(violation));
  readonly bridges = new BridgeModel((violation) => this.violations.push(violation));
  /** What a Safe did counts three blocks deep (`CONFIRMATIONS` of the world). */
  readonly safes = new SafeModel(3, (violation) => this.violations.push(violation));
  readonly schedules = new ScheduleModel((violation) => this.violations.push(violation));
  readonly retention = new RetentionModel({ deliveryDays: 90, logDays: 7 }, (violation) =>
    this.violations.push(violation),
  );
  readonly #refunds = new RefundModel((violation) => this.violations.push(violation));
  readonly #toldAgain = new ToldAgain((violation) => this.violations.push(violation));

  get refunds(): ReadonlyMap<string, KnownRefund> {
    return this.#refunds.refunds;
  }

  /** Takes note that money of a request may be sent back. */
  refundPrepared(refund: KnownRefund): void {
    const request = this.requests.get(refund.requestId);
    if (!request) return;
    this.#refunds.prepared(refund, this.#payments.most(request, 0));
  }

  /**
   * Takes note of a backup; `last` is the newest number of each account's events in it. The function that it returns is
   * called when the backup was restored: what was acknowledged since is gone, and numbers go on after `skipped` more
   * (docs/operations.md, "After a restore"). What the chains have, and what receivers were told before, stays as it is.
   */
  backedUp(last: ReadonlyMap<string, number>): (skipped: number) => void {
    const requests = [...this.requests];
    const countOn = this.#sequences.backedUp(last);
    const parts = [this.#refunds, this.deposits, this.conversions, this.bridges, this.retention];
    const forget = parts.map((part) => part.backedUp());
    return (skipped) => {
      this.requests.clear();
      for (const [id, request] of requests) this.requests.set(id, request);
      for (const [tenant, events] of this.#events) {
        for (const sequence of [...events.keys()]) {
          if (sequence > (last.get(tenant) ?? 0)) events.delete(sequence);
        }
      }
      countOn(skipped);
      for (const one of forget) one();
    };
  }

  /** Takes note of what an account reads of its events at any time. */
  read(tenant: string, events: readonly ReadEvent[]): void {
    this.#toldAgain.read(tenant, events);
  }

  /** Takes note of a request that may be an instalment: it is one once it is tried, and whoever created its schedule knows its reference. */
  instalment(named: { requestId: string; paymentReference?: string }): void {
    const instalment = this.schedules.instalmentOf(named);
    if (instalment && !this.requests.has(named.requestId)) this.requests.set(named.requestId, instalment);
  }

  acknowledged(request: KnownRequest): void {
    const known = this.requests.get(request.requestId);
    if (known && known.tenant !== request.tenant) {
      this.#broken("one request, one account", `${request.requestId} was given to two accounts`);
    }
    for (const other of this.requests.values()) {
      if (other.reference === request.reference && other.requestId !== request.requestId) {
        this.#broken("references differ", `${request.requestId} has the reference of ${other.requestId}`);
      }
    }
    this.requests.set(request.requestId, request);
  }

  /** Takes note of what the chain holds now. Called whenever it may have changed. */
  chainIs(payments: readonly ChainPayment[]): void {
    this.#payments.look(payments);
  }

  /** Takes note of an attempt at a delivery, whether the receiver took it or not. */
  sent({ tenant, deliveryId, body, at, isOverlapping, isCalm }: Attempt): void {
    const before = this.#bodies.get(deliveryId);
    if (before !== undefined && before !== body) {
      this.#broken("a delivery never changes", `${deliveryId} came with another body`);
    }
    this.#bodies.set(deliveryId, body);
    this.retention.sent(deliveryId);
    if (isOverlapping) this.#broken("one attempt at a time", `${deliveryId} is sent by two at once`);
    const late = at - Date.parse((JSON.parse(body) as SeenEvent).timestamp);
    if (before === undefined && isCalm && late > AT_ONCE_MS) {
      this.#broken("an event is sent at once", `${deliveryId} was sent ${late} ms after its commit began`);
    }
    // A receiver knows by it that it has the event already.
    const event = `${tenant} ${body}`;
    const known = this.#deliveries.get(event);
    if (known !== undefined && known !== deliveryId) {
      this.#broken("a retry keeps its ID", `${tenant} got one event as ${known} and as ${deliveryId}`);
    }
    this.#deliveries.set(event, deliveryId);
  }

  /** Takes note of an attempt that got no answer of success. `at` in milliseconds since the epoch. */
  failed(tenant: string, body: string, at: number): void {
    this.#health.failed(tenant, body, at);
  }

  /** Takes note of an endpoint that the service has switched off. */
  isOff(tenant: string): void {
    if (!this.#health.isOff(tenant)) {
      this.#broken(
        "an endpoint is switched off after five days",
        `${tenant} is off, and did not fail so long`,
      );
    }
  }

  /** Takes note of a delivery that was taken; `confirmations` is how deep a refund has to be before it may be announced. */
  delivered(tenant: string, body: string, confirmations: number): void {
    const event = JSON.parse(body) as SeenEvent;
    if (!isNumbered(event)) return;
    this.instalment(event);
    const request = this.requests.get(event.requestId);
    if (request && request.tenant !== tenant) {
      this.#broken("accounts are apart", `${tenant} was told of ${event.requestId} of ${request.tenant}`);
    }
    const events = this.#events.get(tenant) ?? new Map<number, string>();
    this.#events.set(tenant, events);
    const same = events.get(event.sequence);
    if (same !== undefined && same !== body) {
      this.#broken("one event for each sequence", `${tenant} got two events ${event.sequence}`);
    }
    events.set(event.sequence, body);
    if (this.bridges.told(JSON.parse(body) as BridgeEvent)) return;
    if (this.safes.told(JSON.parse(body) as SafeEvent)) return;
    if (event.event === "payment.refunded") {
      this.#refunds.told(
        JSON.parse(body) as RefundEvent,
        (payment) => this.#payments.deepest(payment) >= confirmations,
        this.#payments.all(),
      );
    }
    if (event.event !== "payment.confirmed" && event.event !== "payment.partial") return;
    if (event.event === "payment.confirmed" && request?.isToBank) {
      this.banks.confirmed(event.requestId, Date.parse(event.timestamp));
    }
    this.#toldAgain.payment(event, this.#isOnly(event, request));
    this.#mustBeTrue(event, request);
  }

  /** Whether a transaction ever made one payment only of this request. */
  #isOnly({ txHash }: SeenEvent, request: KnownRequest | undefined): boolean {
    const of = this.#payments.all().filter((one) => one.txHash === txHash && request && pays(one, request));
    return of.length === 1;
  }

  #mustBeTrue(event: SeenEvent, request: KnownRequest | undefined): void {
    if (!request) return;
    const most = this.#payments.most(request, request.confirmations);
    if (baseUnits(event.totalAmountPaid, request.decimals) > most) {
      this.#broken(
        "nothing is announced before it is true",
        `${event.event} of ${event.requestId} says ${event.totalAmountPaid}, and the chain never had so much ${request.confirmations} blocks deep`,
      );
    }
    if (event.event === "payment.confirmed" && most < leastOf(request, this.#payments.all())) {
      this.#broken("confirmed is paid", `${event.requestId} was announced as paid and never was`);
    }
  }

  /** What the service answers of a request, with nothing going wrong and time enough. */
  atTheEnd(
    requestId: string,
    answer: {
      status: string;
      paidAmount: string | null;
      refundedAmount: string | null;
      fees: readonly { type: string; amount: string }[] | null;
    },
    payments: readonly ChainPayment[],
  ): void {
    const request = this.requests.get(requestId);
    if (!request) return;
    const paid = payments
      .filter((payment) => pays(payment, request))
      .reduce((sum, { amount }) => sum + amount, 0n);
    const sentBack = this.#refunds.sentBack(request, payments);
    const least = leastOf(request, payments);
    const mayBeBeside = payments.some((payment) => payment.hasMoved && pays(payment, request));
    const status = request.isToBank
      ? this.banks.statusOf(request, paid, { said: answer.status, mayBeBeside })
      : paid === 0n && this.bridges.isAwaited(requestId)
        ? "processing"
        : statusOf(least, { paid, sentBack });
    if (baseUnits(answer.refundedAmount ?? "0", request.decimals) !== sentBack) {
      this.#broken(
        "refunded is what the chain says",
        `${requestId} has ${answer.refundedAmount} sent back, on chain ${sentBack} base units`,
      );
    }
    if (answer.status !== status) {
      this.#broken("status is what the chain says", `${requestId} is ${answer.status}, must be ${status}`);
    }
    const said = baseUnits(answer.paidAmount ?? "0", request.decimals);
    if (said !== paid) {
      this.#broken("paid is what the chain says", `${requestId} has ${said} of ${paid} base units on chain`);
    }
    this.fees.atTheEnd(request, {
      lines: (answer.fees ?? [])
        // What the way to a bank account costs is not on chain; what a bridge keeps is on another one.
        .filter(({ type }) => type !== "offramp" && type !== "crosschain")
        .map(({ type, amount }) => ({ type, amount: baseUnits(amount, request.decimals) })),
      own: payments.filter((payment) => pays(payment, request)),
      payments,
    });
    this.bridges.atTheEnd(request, {
      fees: (answer.fees ?? []).filter(({ type }) => type === "crosschain").map(({ amount }) => amount),
      hadAll: this.#payments.most(request, 0) >= least,
    });
    const isWhole = request.isToBank ? status === "paid" : paid >= least;
    this.#announcedOnce(request, { paid, isWhole, isPart: paid > 0n && paid < least });
  }

  /** What is stored in the end of transactions of Safes, and what was told of their requests. Times as `SafeModel` has them. */
  safesAtTheEnd(rows: readonly SafeRow[], times: { restedAt: number; time: number }): void {
    this.safes.atTheEnd(rows, times);
    for (const [requestId, request] of this.requests) {
      const least = leastOf(request, this.#payments.all());
      this.safes.toldAtTheEnd(requestId, rows, this.#payments.most(request, 0) >= least);
    }
  }

  /** All that is told of a request, in order: each part once, the whole once, and again only after a loss. */
  #announcedOnce(
    request: KnownRequest,
    { paid, isWhole, isPart }: { paid: bigint; isWhole: boolean; isPart: boolean },
  ): void {
    const { requestId } = request;
    const leastEver = leastOf(request, this.#payments.all());
    const told = [...(this.#events.get(request.tenant)?.values() ?? [])]
      .map((body) => JSON.parse(body) as SeenEvent)
      .filter(isNumbered)
      .filter((event) => event.requestId === requestId)
      .sort((a, b) => a.sequence - b.sequence);
    let isPaid = false;
    let isTold = false;
    let wasLost = false;
    let lastTotal = 0n;
    const parts = new Set<string>();
    for (const { event, paymentId, totalAmountPaid, subStatus, multisigOutcome } of told) {
      // Of money that never came.
      if (subStatus?.startsWith("crosschain_") || multisigOutcome !== undefined) continue;
      if (event === "payment.failed") {
        isPaid = false;
        wasLost = true;
        parts.clear();
      } else if (event === "payment.confirmed") {
        if (isPaid) this.#broken("each payment is announced once", `${requestId} is paid twice over`);
        isPaid = true;
        isTold = true;
        lastTotal = baseUnits(totalAmountPaid, request.decimals);
        if (lastTotal < leastEver) {
          this.#broken(
            "a total is the sum of all parts",
            `${requestId} is told of as paid with ${lastTotal}`,
          );
        }
      } else if (event === "payment.partial") {
        if (parts.has(paymentId))
          this.#broken("each payment is announced once", `${paymentId} is told twice`);
        parts.add(paymentId);
        isTold = true;
        lastTotal = baseUnits(totalAmountPaid, request.decimals);
        if (lastTotal >= request.least) {
          this.#broken("a part is not the whole", `${requestId} has all of it and is told of as partly paid`);
        }
      }
    }
    if (isWhole && !isPaid) {
      this.#broken("every payment is announced", `nobody was told that ${requestId} is paid`);
    }
    if (!isWhole && isPaid) {
      this.#broken("every loss is announced", `nobody was told that ${requestId} is not paid any more`);
    }
    if ((isPart || paid === 0n) && !wasLost && lastTotal !== paid) {
      this.#broken(
        "every part is announced",
        `${requestId} was told of with ${lastTotal} of ${paid} base units`,
      );
    }
    if ((isWhole || isPart) && !isTold) {
      this.#broken("every payment is announced", `nobody was told that a part of ${requestId} is paid`);
    }
  }

  /**
   * All events of an account, as it reads them by itself in the end, in order. Its receiver has them all but those that it
   * may have missed.
   */
  pulledAtTheEnd(tenant: string, read: readonly ReadEvent[], confirmations: number): void {
    const events = this.#events.get(tenant) ?? new Map<number, string>();
    const bodies = read.map(({ body }) => body);
    this.read(tenant, read);
    let sequence = 0;
    for (const body of bodies) {
      sequence = this.#sequences.next(tenant, sequence);
      const event = JSON.parse(body) as SeenEvent;
      if (event.sequence !== sequence) {
        this.#broken("sequence 1 to n", `${tenant} reads event ${event.sequence} in place of ${sequence}`);
      }
      const pushed = events.get(sequence);
      if (pushed === undefined) {
        if (!this.#health.mayMiss(tenant, body)) {
          this.#broken("sequence 1 to n", `${tenant} never got event ${sequence} of ${bodies.length}`);
        }
        this.delivered(tenant, body, confirmations);
      } else if (pushed !== body) {
        this.#broken("one event for each sequence", `${tenant} reads another event ${sequence} than it got`);
      }
    }
    if (events.size > bodies.length) {
      this.#broken("sequence 1 to n", `${tenant} got ${events.size} events of ${bodies.length}`);
    }
  }

  /** What is stored of events: whole sequences, each dedupe key once. */
  storedEvents(rows: readonly { tenant: string; sequence: number }[]): void {
    const bySequence = new Map<string, Set<number>>();
    for (const { tenant, sequence } of rows) {
      const known = bySequence.get(tenant) ?? new Set();
      bySequence.set(tenant, known);
      if (known.has(sequence))
        this.#broken("one event for each sequence", `${tenant} has two events ${sequence}`);
      known.add(sequence);
    }
    for (const [tenant, known] of bySequence) {
      for (let left = known.size, sequence = 0; left > 0; left--) {
        sequence = this.#sequences.next(tenant, sequence);
        if (!known.has(sequence))
          this.#broken("sequence 1 to n", `${tenant} has no event ${sequence} of ${known.size}`);
      }
    }
  }

  /**
   * What is counted: no payment for two requests, none for another than it names, none more than it is. What too few
   * providers have shown may be seen, and nothing follows from it.
   */
  storedTransfers(rows: readonly StoredTransfer[]): void {
    const seen = new Set<string>();
    for (const { txHash, requestId, amount, isConfirmed, isShownByEnough } of rows) {
      if (!isConfirmed && !isShownByEnough) continue;
      const request = this.requests.get(requestId);
      // Its creation may be on the way to be acknowledged.
      if (!request) continue;
      const key = `${txHash} ${request.reference}`;
      if (seen.has(key)) this.#broken("no unit is credited twice", `${txHash} counts twice`);
      seen.add(key);
      const paying = this.#payments.all().filter((one) => one.txHash === txHash && pays(one, request));
      const payment = paying.find((one) => one.amount === amount || amount <= (one.arrived ?? 0n));
      if (paying.length === 0) {
        this.#broken("nothing is credited that was not paid", `${txHash} counts for ${requestId}`);
      } else if (!payment) {
        const paid = paying.map((one) => one.amount).join(" or ");
        this.#broken("what is credited was paid", `${txHash} counts ${amount}, it paid ${paid}`);
      } else if (isConfirmed && this.#payments.deepest(payment) < request.confirmations) {
        const depth = this.#payments.deepest(payment);
        this.#broken("confirmed is deep enough", `${txHash} is confirmed at depth ${depth}`);
      }
    }
  }

  /** The requests that an account is shown in a list of its own. */
  listed(tenant: string, requestIds: readonly string[]): void {
    for (const requestId of requestIds) {
      const { tenant: owner = tenant } = this.requests.get(requestId) ?? {};
      if (owner !== tenant) this.#broken("accounts are apart", `${tenant} is shown ${requestId} of ${owner}`);
    }
  }

  broken(rule: string, what: string): void {
    this.#broken(rule, what);
  }

  #broken(rule: string, what: string): void {
    this.violations.push({ rule, what });
  }
}

function statusOf(least: bigint, { paid, sentBack }: { paid: bigint; sentBack: bigint }): string {
  if (paid === 0n) return "created";
  if (paid < least) return "partially_paid";
  return sentBack >= paid ? "refunded" : "paid";
}

function isNumbered(event: SeenEvent): event is SeenEvent & { sequence: number } {
  return event.sequence !== undefined;
}

/** Decimal text as base units. */
export function baseUnits(text: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(decimals, "0").slice(0, decimals));
}

/** Base units as decimal text. */
export function decimalText(amount: bigint, decimals: number): string {
  const text = amount.toString().padStart(decimals + 1, "0");
  const fraction = text.slice(-decimals).replace(/0+$/, "");
  return fraction === "" ? text.slice(0, -decimals) : `${text.slice(0, -decimals)}.${fraction}`;
}
