import type { Hex } from "viem";
import type { App } from "@/server/boot";
import { callOf, eventsOfPayment, type TokenPayment, transfer } from "@/sim/chain/contracts";
import type { Emitted } from "@/sim/chain/emitted";
import type { Node } from "@/sim/chain/network";
import { HONEST } from "@/sim/chain/node";
import type { Taken } from "@/sim/chain/pool";
import type { RecurringContract } from "@/sim/chain/recurring/contract";
import { instalmentsOf } from "@/sim/chain/recurring/permit";
import type { Transaction } from "@/sim/chain/transaction";
import { Seeded } from "@/sim/events/seeded";
import type { KnownDeposit, PlainTransfer } from "@/sim/model/deposits";
import type { ChainPayment } from "@/sim/model/facts";
import { Model } from "@/sim/model/model";
import { bridgeFactsOf } from "@/sim/workload/bridge-facts";
import type {
  Backup,
  BankPayer,
  BankPayment,
  BridgedDeposit,
  Call,
  Converted,
  Created,
  Link,
  ReplacedKey,
  SafePayment,
  Schedule,
  SentPayment,
} from "@/sim/workload/known";
import { safeFactsOf } from "@/sim/workload/safe-facts";
import type { Tenant } from "@/sim/workload/tenants";
import type { Answered } from "@/sim/world/service";
import type { RunningNetwork, World } from "@/sim/world/world";

export const PAYEE = "0x6923831acf5c327260d7ac7c9dff5b1c3cb3c7d7";
export const PAYER = "0x2222222222222222222222222222222222222222";
export const NOBODY = "0x0000000000000000000000000000000000000000";

/** A caller tries a call again for so long. */
const CALLER_TRIES_SECONDS = 600;

/** Leases of those that died are over by then, also of deliveries they had just claimed, and connections are there again. */
const CALM_AFTER_MS = 65_000;

/** What the steps of a run work with, and what they leave to later ones. */
export class RunContext {
  readonly world: World;
  readonly model = new Model();
  readonly tenants: Tenant[] = [];
  /** IDs of requests by the number that the plan gave them. */
  readonly requests = new Map<number, Created>();
  /** Requests in another currency than they are paid in, by their number. */
  readonly converted = new Map<number, Converted>();
  readonly links = new Map<number, Link>();
  readonly bankPayments = new Map<number, BankPayment>();
  /** Of each account that has one, who pays to a bank account. */
  readonly bankPayers = new Map<Tenant, BankPayer>();
  /** Deposit addresses by their number, and what was collected from each, base units. */
  readonly deposits = new Map<number, KnownDeposit>();
  readonly collected = new Map<string, bigint>();
  /** Deposits for requests of other networks. */
  readonly bridged: BridgedDeposit[] = [];
  /** Transactions of Safes that were announced for links. */
  readonly safePayments: SafePayment[] = [];
  /** Requests of which a deposit address was told that a restored service does not know. */
  readonly lostDeposits = new Set<string>();
  /** The newest backup. */
  backup: Backup | null = null;
  readonly schedules = new Map<number, Schedule>();
  readonly replacedKeys: ReplacedKey[] = [];
  /** IDs of refunds by their number, and the numbers of those that were sent. */
  readonly refunds = new Map<number, string>();
  readonly sentRefunds = new Set<number>();
  /** The payments of each transaction that was sent. */
  readonly sent = new Map<Hex, SentPayment>();
  /** When something was done last that may keep events from being sent at once, milliseconds since the epoch. */
  disturbedAt = 0;
  /** Simulated time in which nothing was done on purpose: it does not count as played. */
  idleMs = 0;
  readonly #seed: string;
  readonly #plain = new Map<Hex, Omit<PlainTransfer, "txHash" | "depth">>();
  /** What was sent on from deposit addresses, by transaction. */
  readonly #collections = new Map<Hex, SentPayment>();

  constructor(world: World, seed: string) {
    this.world = world;
    this.#seed = seed;
  }

  /** Sends a transaction that makes these payments. */
  send(network: RunningNetwork, payments: readonly TokenPayment[], payer: Hex = PAYER): Hex {
    const [first] = payments;
    if (!first) throw new Error("a transaction without a payment");
    const { chain, of } = network;
    const { hash } = chain.send(payer, of.proxy, callOf(first), logsOf({ network, payments, payer }));
    this.sent.set(hash, { network, payments, payer });
    return hash;
  }

  /** Sends a token as a wallet does, which says nothing of what it is for. */
  sendPlainly(
    { chain, of }: RunningNetwork,
    to: Hex,
    amount: bigint,
    { payer = PAYER, token = of.token }: { payer?: Hex; token?: Hex } = {},
  ): Hex {
    const { hash } = chain.send(payer, token, "0x", [transfer(token, payer, to, amount)]);
    this.#plain.set(hash, { network: of.id, token, to, amount });
    return hash;
  }

  /** Somebody has what is at a deposit address sent on: it was counted when it came. */
  collect(sender: Hex, to: Hex, sent: SentPayment): Hex {
    const { hash } = sent.network.chain.send(sender, to, "0x", logsOf(sent));
    this.#collections.set(hash, sent);
    return hash;
  }

  /**
   * A restored service does not know a deposit address: what comes there is nobody's, and what is sent on from there is a
   * payment like any other.
   */
  loseDeposit({ requestId, address }: KnownDeposit): void {
    this.lostDeposits.add(requestId);
    for (const [hash, sent] of this.#collections) if (sent.payer === address) this.sent.set(hash, sent);
  }

  /** A transaction that comes back after a reorganisation with these payments in the place of those that it made. */
  changed(transaction: Transaction, change: (payment: TokenPayment) => TokenPayment): Transaction {
    const before = this.sent.get(transaction.hash);
    // What a deposit brings is what it says, and what a Safe pays is what its owners signed.
    if (!before || transaction.fills || transaction.execution) return transaction;
    const sent = { ...before, payments: before.payments.map(change) };
    this.sent.set(transaction.hash, sent);
    return { ...transaction, logs: logsOf(sent) };
  }

  /** What the chains hold now. */
  payments(): ChainPayment[] {
    return this.world.networks.flatMap(({ chain, of }) => {
      const { head } = chain;
      const mined = chain.busyHeights(0, head).flatMap((height) =>
        (chain.block(height)?.transactions ?? []).map(({ hash, payments = [] }) => ({
          at: {
            network: of.id,
            txHash: hash,
            depth: head - height + 1,
            hasMoved: chain.hasMoved(hash),
          },
          executed: payments,
        })),
      );
      const plain = mined.flatMap(({ at }) => {
        const transferred = this.#plain.get(at.txHash);
        return transferred ? [{ ...transferred, ...at }] : [];
      });
      return [
        ...mined.flatMap(({ at, executed }) =>
          (this.sent.get(at.txHash)?.payments ?? executed).map((payment) => ({ ...payment, ...at })),
        ),
        ...this.model.deposits.paymentsOf(plain),
      ];
    });
  }

  /** Shows the model what the chains hold. Called whenever that may have changed. */
  look(): void {
    this.model.chainIs(this.payments());
    this.model.bridges.look(bridgeFactsOf(this.bridged));
    this.model.safes.look(safeFactsOf(this.safePayments), this.world.scheduler.now);
  }

  /** Takes note of a transaction that the service gives to a node by itself. */
  executorSent(contract: RecurringContract, { hash, data }: Taken): void {
    const { scheduler, trace } = this.world;
    const digests = (instalmentsOf(data) ?? []).map(({ permit }) => contract.digestOf(permit));
    trace.note(`the executor sends ${hash} with ${digests.length} instalments`);
    this.model.schedules.sent(digests, scheduler.now);
  }

  /** Takes note that events may be sent late for a while from now. */
  disturb(): void {
    this.disturbedAt = this.world.scheduler.now;
  }

  /** Whether everything that sends events has had time to be as it should. */
  get isCalm(): boolean {
    const { scheduler, receivers } = this.world;
    const areOk = [...receivers.behaviours.values()].every((behaviour) => behaviour === "ok");
    return areOk && scheduler.now - this.disturbedAt > CALM_AFTER_MS;
  }

  /** Makes all nodes right; those of `but` stay as they are. */
  recoverNodes(but: readonly Node[] = []): void {
    for (const node of this.world.nodes.nodes.values()) {
      if (but.includes(node)) continue;
      node.behaviour = HONEST;
      node.isDown = false;
    }
  }

  /** The network at this position of the plan. */
  network(position: number): RunningNetwork {
    return this.world.networks[position] ?? this.world.networks[0];
  }

  /** Asks for a payment to the payee of all runs. `key` tells this call from all others of the run. */
  createRequest(
    tenant: Tenant,
    { of }: RunningNetwork,
    key: string,
    body: Record<string, unknown>,
  ): Promise<Answered | null> {
    return this.call({
      tenant,
      method: "POST",
      path: "/v2/request",
      key,
      body: { payee: PAYEE, paymentCurrency: of.currency, ...body },
    });
  }

  /**
   * Makes a call, and makes it again with the same key until it is answered, as a caller does. Null where no answer came
   * that the caller had to expect, which breaks a rule.
   */
  async call({
    tenant,
    method,
    path,
    body,
    key,
    headers: own,
    expected = [],
  }: Call): Promise<Answered | null> {
    const { service, scheduler, trace } = this.world;
    const headers: Record<string, string> = own ? { ...own } : { "x-api-key": tenant.apiKey };
    if (key !== undefined) headers["idempotency-key"] = new Seeded(`${this.#seed} key ${key}`).uuid();
    let last: Answered | null = null;
    await this.within(CALLER_TRIES_SECONDS, async () => {
      for (;;) {
        const answer = await service.call(method, path, headers, body);
        trace.note(
          `${method} ${path}: ${answer ? `${answer.status} ${JSON.stringify(answer.body)}` : "no answer"}`,
        );
        if (answer && (answer.status < 300 || expected.includes(answer.status))) {
          last = answer;
          return;
        }
        // 409: the same call is still being done.
        if (answer && answer.status < 500 && answer.status !== 409 && answer.status !== 429) {
          this.model.broken("a good call is not refused", `${method} ${path} was answered ${answer.status}`);
          return;
        }
        await new Promise<void>((resolve) => scheduler.later(1_000, resolve));
      }
    });
    return last;
  }

  /** Does something in the web process, as people do in the dashboard: again until it is done. */
  async asOwner(work: (app: App) => Promise<void>): Promise<void> {
    const { scheduler, service, trace } = this.world;
    await this.within(CALLER_TRIES_SECONDS, async () => {
      for (;;) {
        try {
          return await work(service.app);
        } catch (error) {
          trace.note(`tried again: ${error instanceof Error ? error.message : String(error)}`);
          await new Promise<void>((resolve) => scheduler.later(1_000, resolve));
        }
      }
    });
  }

  /** Does something that waits for the service, for so many simulated seconds at the most. */
  async within(seconds: number, work: () => Promise<void>): Promise<void> {
    let isDone = false;
    let failure: unknown;
    this.world.scheduler.soon(() => {
      work()
        .catch((error: unknown) => {
          failure = error;
        })
        .finally(() => {
          isDone = true;
        });
    }, null);
    const inTime = await this.world.scheduler.runWhileNot(() => isDone, 1_000 * seconds);
    if (failure) throw failure;
    if (!inTime) this.model.broken("calls are answered", `nothing came for ${seconds} s`);
  }
}

function logsOf({ network, payer, payments }: SentPayment): Emitted[] {
  return payments.flatMap((payment) => eventsOfPayment(network.of.proxy, payer, payment));
}
