import type { Hex } from "viem";
import type { App } from "@/server/boot";
import { callOf, eventsOfPayment, type TokenPayment } from "@/sim/chain/contracts";
import { HONEST } from "@/sim/chain/node";
import { Seeded } from "@/sim/events/seeded";
import type { ChainPayment } from "@/sim/model/facts";
import { baseUnits, Model } from "@/sim/model/model";
import type { Tenant } from "@/sim/workload/tenants";
import type { Answered } from "@/sim/world/service";
import type { World } from "@/sim/world/world";

/** The payment contract, and the tokens that are paid with. */
export const PROXY = "0x399f5ee127ce7432e4921a61b8cf52b0af52cbfe";
export const USDC = "0x1c7d4b196cb0c7b01d743fbc6116a902379c7238";
export const CURRENCY = "USDC-sepolia";
export const DECIMALS = 6;
export const PAYEE = "0x6923831acf5c327260d7ac7c9dff5b1c3cb3c7d7";
export const PAYER = "0x2222222222222222222222222222222222222222";
export const NOBODY = "0x0000000000000000000000000000000000000000";

/** A caller tries a call again for so long. */
const CALLER_TRIES_SECONDS = 600;

/** Leases of those that died are over by then, and connections are there again. */
const CALM_AFTER_MS = 30_000;

/** A request in another currency than it is paid in. */
export interface Converted {
  requestId: string;
  paymentReference: string;
  tenant: Tenant;
}

/** A call of the API as its caller means it. */
export interface Call {
  tenant: Tenant;
  method: "GET" | "POST" | "PATCH";
  path: string;
  body?: unknown;
  /** Makes its key of idempotency: the same for the same call of the same plan. */
  key?: string;
  /** Answers beside success that a caller has to expect. */
  expected?: readonly number[];
}

/** What the steps of a run work with, and what they leave to later ones. */
export class RunContext {
  readonly world: World;
  readonly model = new Model();
  readonly tenants: Tenant[] = [];
  /** IDs of requests by the number that the plan gave them. */
  readonly requests = new Map<number, { requestId: string; tenant: Tenant }>();
  /** Requests in another currency than they are paid in, by their number. */
  readonly converted = new Map<number, Converted>();
  /** IDs of refunds by their number, and the numbers of those that were sent. */
  readonly refunds = new Map<number, string>();
  readonly sentRefunds = new Set<number>();
  /** The payments of each transaction that was sent. */
  readonly #sent = new Map<Hex, readonly TokenPayment[]>();
  /** When something was done last that may keep events from being sent at once, milliseconds since the epoch. */
  disturbedAt = 0;
  readonly #seed: string;

  constructor(world: World, seed: string) {
    this.world = world;
    this.#seed = seed;
  }

  /** Sends a transaction that makes these payments. */
  send(payments: readonly TokenPayment[], payer: Hex = PAYER): Hex {
    const [first] = payments;
    if (!first) throw new Error("a transaction without a payment");
    const { hash } = this.world.chain.send(
      payer,
      PROXY,
      callOf(first),
      payments.flatMap((payment) => eventsOfPayment(PROXY, payer, payment)),
    );
    this.#sent.set(hash, payments);
    return hash;
  }

  /** What the chain holds now. */
  payments(): ChainPayment[] {
    const { chain } = this.world;
    const { head } = chain;
    return chain.busyHeights(0, head).flatMap((height) =>
      (chain.block(height)?.transactions ?? []).flatMap(({ hash }) =>
        (this.#sent.get(hash) ?? []).map((payment) => ({
          ...payment,
          txHash: hash,
          depth: head - height + 1,
        })),
      ),
    );
  }

  /** Shows the model what the chain holds. Called whenever that may have changed. */
  look(): void {
    this.model.chainIs(this.payments());
  }

  /** Decimal text of the API as base units of the token that is paid with. */
  units(text: string): bigint {
    return baseUnits(text, DECIMALS);
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

  /** Makes all nodes right. */
  recoverNodes(): void {
    for (const node of this.world.nodes.nodes.values()) {
      node.behaviour = HONEST;
      node.isDown = false;
    }
  }

  /** Asks for a payment to the payee of all runs. `key` tells this call from all others of the run. */
  createRequest(tenant: Tenant, key: string, body: Record<string, unknown>): Promise<Answered | null> {
    return this.call({
      tenant,
      method: "POST",
      path: "/v2/request",
      key,
      body: { payee: PAYEE, ...body, paymentCurrency: CURRENCY },
    });
  }

  /**
   * Makes a call, and makes it again with the same key until it is answered, as a caller does. Null where no answer came
   * that the caller had to expect, which breaks a rule.
   */
  async call({ tenant, method, path, body, key, expected = [] }: Call): Promise<Answered | null> {
    const { service, scheduler, trace } = this.world;
    const headers: Record<string, string> = { "x-api-key": tenant.apiKey };
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
