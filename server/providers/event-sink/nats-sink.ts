import type { JetStreamClient, JetStreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { EventSinkSettings } from "@/server/providers/event-sink/settings";
import { type EventSink, type SinkEvent, SinkFailed, sinkId } from "@/server/providers/event-sink/sink";

const TIMEOUT_MS = 5_000;

interface Connected {
  connection: NatsConnection;
  stream: JetStreamClient;
  manager: JetStreamManager;
  /** The stream that keeps our subjects. */
  name: string;
}

/**
 * NATS JetStream. The stream is the operator's: how long it keeps what is theirs to say. One that keeps events in memory is
 * refused, because it forgets them when its server ends. `Nats-Msg-Id` lets the server leave out what it has already.
 */
export class NatsSink implements EventSink {
  readonly #settings: EventSinkSettings;
  #connected: Promise<Connected> | null = null;

  constructor(settings: EventSinkSettings) {
    this.#settings = settings;
  }

  async publish(events: readonly SinkEvent[]): Promise<void> {
    await this.#using(async ({ stream }) => {
      // One after the other: if the server refuses one, none after it is there before it.
      for (const event of events) {
        await stream.publish(this.#subjectOf(event.platformId), event.body, {
          msgID: sinkId(event),
          timeout: TIMEOUT_MS,
        });
      }
    });
  }

  newest(platformId: string): Promise<string | null> {
    return this.#using(async ({ manager, name }) => {
      const subject = this.#subjectOf(platformId);
      const message = await manager.streams.getMessage(name, { last_by_subj: subject });
      return message?.header.get("Nats-Msg-Id") ?? null;
    });
  }

  async close(): Promise<void> {
    const connected = await this.#connected?.catch(() => null);
    this.#connected = null;
    await connected?.connection.close();
  }

  #subjectOf(platformId: string): string {
    return `${this.#settings.subject}.${platformId}`;
  }

  /** A connection that failed is left: the next try makes a new one. */
  async #using<T>(work: (connected: Connected) => Promise<T>): Promise<T> {
    try {
      this.#connected ??= this.#connect();
      return await work(await this.#connected);
    } catch (error) {
      await this.close();
      if (error instanceof SinkFailed) throw error;
      throw new SinkFailed(error instanceof Error ? error.message : String(error), { cause: error });
    }
  }

  async #connect(): Promise<Connected> {
    // Loaded where a bus is set, and nowhere else.
    const { connect } = await import("@nats-io/transport-node");
    const { jetstream, jetstreamManager } = await import("@nats-io/jetstream");
    const { host, protocol, username, password } = new URL(this.#settings.url);
    const connection = await connect({
      servers: host,
      name: "quittance",
      timeout: TIMEOUT_MS,
      // Loops try again by themselves, at a pace of their own.
      reconnect: false,
      ...(protocol === "tls:" ? { tls: {} } : {}),
      ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    });
    try {
      const manager = await jetstreamManager(connection, { timeout: TIMEOUT_MS });
      const name = await manager.streams.find(this.#subjectOf("any"));
      const { config } = await manager.streams.info(name);
      if (config.storage !== "file") throw new SinkFailed(`the stream ${name} keeps events in memory only`);
      return { connection, manager, name, stream: jetstream(connection, { timeout: TIMEOUT_MS }) };
    } catch (error) {
      await connection.close();
      throw error;
    }
  }
}
