import type { Logger } from "pino";
import type { Sql } from "postgres";
import { type Connection, inTransactionOf } from "@/db/builder-over";
import type { ReplicaConnections } from "@/db/replica";
import { clock } from "@/server/lib/clock";
import { Batcher } from "@/server/lib/database/batcher";
import { Beats, type Required } from "@/server/lib/database/replica/beats";
import { judge, type Refusal, type SeenReplica } from "@/server/lib/database/replica/judge";
import { type MustSee, ReadsOfCall } from "@/server/lib/database/replica/reads-of-call";
import { beat, countOn, positionOf, stateOf } from "@/server/lib/database/replica/servers";
import { untilThere } from "@/server/lib/database/replica/until-there";
import { withinTime } from "@/server/lib/within-time";

const CHECK_EVERY_MS = 1_000;
/** A replica, or a primary, that does not answer for so long is away. */
const ANSWER_MS = 1_000;

export interface ReplicaOptions {
  /** `builder` is the client of the query builder. */
  primary: { sql: Sql; builder: Sql };
  /** Opened again after the replica was away. */
  open(): ReplicaConnections;
  /** A replica that shows less than all that was committed so long ago is left. */
  maxLagMs: number;
  log: Logger;
  /** Told after each look: how far it lags behind, and whether it is read from. */
  onLook(lagMs: number, isUsed: boolean): void;
  /** Told of each read which server has answered it. */
  onRead(server: "replica" | "primary"): void;
}

/**
 * The replica that lists are read from, while it is one and does not lag (docs/decisions/read-replicas.md). Looked at once
 * a second from the first use on.
 */
export class Replica {
  readonly #options: ReplicaOptions;
  readonly #beats: Beats;
  readonly #positions: Batcher<null, bigint>;
  #connections: ReplicaConnections;
  #primary = { cluster: "", timeline: 0 };
  /** Undefined before the first look. */
  #refusal: Refusal | undefined;
  #provenAt = clock.elapsedMs();
  #cancel: (() => void) | null = null;
  #isStarted = false;
  #isClosed = false;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#beats = new Beats(options.maxLagMs);
    this.#connections = options.open();
    this.#positions = new Batcher({
      write: async (asked) => {
        const position = await positionOf(options.primary.sql);
        return asked.map(() => position);
      },
    });
  }

  /** Begins to look at the replica, if nobody has yet. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    void this.#look();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel?.();
    await end(this.#connections, 5);
  }

  /** Where one call reads. */
  readsOfCall(mustSee: MustSee): ReadsOfCall {
    const { primary, onRead } = this.#options;
    return new ReadsOfCall({ replica: this, primary: primary.builder, mustSee, onRead });
  }

  /** What it has to have to show all that is committed by now; null while it is not used. */
  async latest(): Promise<Required | null> {
    if (!this.#isUsed()) return null;
    return this.#beats.upTo(await this.#positions.add(null));
  }

  /** What it has to have to lag by no more than is allowed; null while it is not used. */
  recent(): Required | null {
    return this.#isUsed() ? this.#beats.recent(clock.elapsedMs()) : null;
  }

  /** Reads in a transaction on the replica, which is looked at in it first. Throws where it is not there after a moment. */
  async read<T>(required: Required, work: (sql: Connection) => Promise<T>): Promise<T> {
    if (!this.#isUsed()) throw new Error("the replica is not used");
    const there = async (sql: Connection) => {
      await untilThere(sql, this.#primary.cluster, required);
      return work(sql);
    };
    return inTransactionOf(this.#connections.reads, there, "read only");
  }

  #isUsed(): boolean {
    this.start();
    return this.#refusal === null;
  }

  async #look(): Promise<void> {
    const startedAt = clock.elapsedMs();
    let refusal: Refusal;
    try {
      await this.#beat();
      refusal = await this.#refusalNow();
    } catch {
      // Of the primary nothing is known now. What is known of the replica holds until its beats are too old.
      refusal = this.#refusal === undefined ? "the primary does not answer" : this.#refusal;
    }
    if (this.#isClosed) return;
    if (refusal !== this.#refusal) {
      if (refusal === null) this.#options.log.info("lists are read from the replica");
      else
        this.#options.log.warn({ reason: refusal }, "lists are read from the primary, not from the replica");
      this.#refusal = refusal;
    }
    this.#options.onLook(clock.elapsedMs() - this.#provenAt, refusal === null);
    const wait = Math.max(0, CHECK_EVERY_MS - (clock.elapsedMs() - startedAt));
    this.#cancel = clock.setTimer(wait, () => void this.#look(), { unref: true });
  }

  async #refusalNow(): Promise<Refusal> {
    const { primary, maxLagMs } = this.#options;
    const seen = await this.#see();
    if (seen === null) return "it does not answer";
    // The primary is asked last, so that an honest replica is not before it.
    const after = await withinTime(ANSWER_MS, stateOf(primary.sql));
    const refusal = judge(seen, after, this.#beats);
    if (refusal) return refusal;
    const proven = this.#beats.proven(seen);
    if (proven) this.#provenAt = Math.max(this.#provenAt, proven.at);
    return proven && clock.elapsedMs() - proven.at <= maxLagMs ? null : "it lags behind";
  }

  async #beat(): Promise<void> {
    const at = clock.elapsedMs();
    const { count, position, cluster, timeline } = await withinTime(
      ANSWER_MS,
      beat(this.#options.primary.sql),
    );
    // Another primary may have another history.
    if (cluster !== this.#primary.cluster || timeline !== this.#primary.timeline) this.#beats.forget();
    this.#primary = { cluster, timeline };
    this.#beats.add({ at, position, count });
  }

  async #see(): Promise<SeenReplica | null> {
    const look = inTransactionOf(
      this.#connections.checks,
      async (sql) => {
        const state = await stateOf(sql);
        return { ...state, count: await countOn(sql) };
      },
      "read only",
    );
    try {
      return await withinTime(ANSWER_MS, look);
    } catch {
      this.#openAgain();
      return null;
    }
  }

  /** Reads that wait for a replica which is away end with its connections, and are done on the primary. */
  #openAgain(): void {
    void end(this.#connections, 0);
    if (!this.#isClosed) this.#connections = this.#options.open();
  }
}

async function end({ reads, checks }: ReplicaConnections, timeout: number): Promise<void> {
  await Promise.allSettled([reads.end({ timeout }), checks.end({ timeout })]);
}
