import type { HttpSender, SendResult } from "@/server/webhooks/sending/send";
import type { Owner, Scheduler } from "@/sim/events/scheduler";
import type { Seeded } from "@/sim/events/seeded";

/** How a receiver answers at the moment. */
export type ReceiverBehaviour = "ok" | "error" | "busy" | "hangs" | "loses_answer" | "slow";

/** A delivery as it arrived. */
export interface Delivery {
  host: string;
  id: string;
  body: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Whether the receiver took it, so that it answered with success, or would have. */
  isTaken: boolean;
  /** Whether another process, which is alive, has begun the same delivery and not ended it. */
  isOverlapping: boolean;
  /** Whether its answer of success arrives. */
  isAnswered: boolean;
}

const TIMEOUT_MS = 5_000;

/** The receivers of webhooks by their host, in the place of HTTP. */
export class Receivers {
  readonly deliveries: Delivery[] = [];
  readonly behaviours = new Map<string, ReceiverBehaviour>();
  onDelivery: (delivery: Delivery) => void = () => {};
  readonly #scheduler: Scheduler;
  readonly #chance: Seeded;
  /** Attempts that have not ended, by the ID of their delivery. */
  readonly #underWay = new Map<string, { sender: Owner | null; startedAt: number }>();

  constructor(scheduler: Scheduler, chance: Seeded) {
    this.#scheduler = scheduler;
    this.#chance = chance;
  }

  readonly sender: HttpSender = {
    send: (url, headers, body) => this.#deliver(url, headers, body),
    close: () => {},
  };

  async #deliver(url: URL, headers: Record<string, string>, body: Buffer): Promise<SendResult> {
    const startedAt = this.#scheduler.now;
    const id = headers["webhook-id"] ?? "";
    const sender = this.#scheduler.current;
    const other = this.#underWay.get(id);
    const isOverlapping =
      other !== undefined &&
      other.sender !== sender &&
      !other.sender?.isDead &&
      startedAt - other.startedAt < TIMEOUT_MS;
    const own = { sender, startedAt };
    this.#underWay.set(id, own);
    try {
      return await this.#answer({ url, id, body, startedAt, isOverlapping });
    } finally {
      if (this.#underWay.get(id) === own) this.#underWay.delete(id);
    }
  }

  async #answer({
    url,
    id,
    body,
    startedAt,
    isOverlapping,
  }: {
    url: URL;
    id: string;
    body: Buffer;
    startedAt: number;
    isOverlapping: boolean;
  }): Promise<SendResult> {
    const behaviour = this.behaviours.get(url.hostname) ?? "ok";
    const result = (statusCode: number | null, error: string | null, retryAfter: string | null = null) => ({
      statusCode,
      error,
      isTimeout: error !== null && behaviour === "hangs",
      durationMs: this.#scheduler.now - startedAt,
      responseBody: statusCode === null ? null : "",
      retryAfter,
    });
    await this.#wait(this.#chance.between(1, 80));
    const isTaken = behaviour === "ok" || behaviour === "loses_answer" || behaviour === "slow";
    const delivery = {
      host: url.hostname,
      id,
      body: body.toString("utf8"),
      at: this.#scheduler.now,
      isTaken,
      isOverlapping,
      isAnswered: isTaken && behaviour !== "loses_answer",
    };
    this.deliveries.push(delivery);
    this.onDelivery(delivery);
    switch (behaviour) {
      case "error":
        return result(this.#chance.pick([500, 502, 404]), null);
      case "busy":
        return result(429, null, "2");
      case "loses_answer":
        return result(null, "socket hang up");
      case "hangs":
        await this.#wait(TIMEOUT_MS);
        return result(null, `no complete answer within ${TIMEOUT_MS} ms`);
      case "slow":
        await this.#wait(this.#chance.between(1_000, 4_500));
        return result(200, null);
      case "ok":
        return result(this.#chance.pick([200, 202, 204]), null);
    }
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.#scheduler.later(ms, resolve));
  }
}
