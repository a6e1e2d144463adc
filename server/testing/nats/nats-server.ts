import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AckPolicy, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";

/** Debian's `nats-server` brings it. */
export function natsIsInstalled(): boolean {
  return spawnSync("nats-server", ["--version"]).status === 0;
}

/** A NATS server with JetStream of its own, on a port of 127.0.0.1. */
export interface NatsServer {
  url: string;
  start(): Promise<void>;
  /** Ends it as a machine that fails does; what was acknowledged is on disk. */
  kill(): Promise<void>;
  makeStream(config?: object): Promise<void>;
  removeStream(): Promise<void>;
  /** What the stream keeps of a subject, in its order. */
  messages(subject: string): Promise<{ id: string; body: string }[]>;
  /** A durable consumer takes the first message and says nothing. Returns the ID of that message. */
  takeWithoutAcknowledging(consumer: string): Promise<string>;
  stop(): Promise<void>;
}

const STREAM = "quittance";

export async function startNatsServer(): Promise<NatsServer> {
  const folder = mkdtempSync(join(tmpdir(), "quittance-nats-"));
  const port = await freePort();
  const url = `nats://127.0.0.1:${port}`;
  let process: ChildProcess | undefined;

  const start = async () => {
    const started = spawn("nats-server", ["-js", "-sd", folder, "-a", "127.0.0.1", "-p", String(port)]);
    process = started;
    let said = "";
    await new Promise<void>((resolve, reject) => {
      started.stderr.on("data", (text: Buffer) => {
        said += text.toString();
        if (said.includes("Server is ready")) resolve();
      });
      started.on("exit", () => reject(new Error(`nats-server ended: ${said}`)));
    });
  };
  const kill = async () => {
    const running = process;
    process = undefined;
    if (!running || running.exitCode !== null) return;
    const ended = once(running, "exit");
    running.kill("SIGKILL");
    await ended;
  };
  const connected = async <T>(work: (connection: NatsConnection) => Promise<T>): Promise<T> => {
    const connection = await connect({ servers: `127.0.0.1:${port}`, reconnect: false });
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  };

  await start();
  return {
    url,
    start,
    kill,
    makeStream: (config = {}) =>
      connected(async (connection) => {
        const manager = await jetstreamManager(connection);
        await manager.streams.add({ name: STREAM, subjects: ["quittance.events.>"], ...config });
      }),
    removeStream: () =>
      connected(async (connection) => {
        const manager = await jetstreamManager(connection);
        await manager.streams.delete(STREAM);
      }),
    messages: (subject) =>
      connected(async (connection) => {
        const consumer = await jetstream(connection).consumers.get(STREAM, { filter_subjects: subject });
        const { num_pending } = await consumer.info();
        if (num_pending === 0) return [];
        const found: { id: string; body: string }[] = [];
        for await (const message of await consumer.fetch({ max_messages: num_pending })) {
          found.push({ id: message.headers?.get("Nats-Msg-Id") ?? "", body: message.string() });
        }
        return found;
      }),
    takeWithoutAcknowledging: (name) =>
      connected(async (connection) => {
        const manager = await jetstreamManager(connection);
        await manager.consumers.add(STREAM, {
          durable_name: name,
          ack_policy: AckPolicy.Explicit,
          max_ack_pending: 1,
        });
        const consumer = await jetstream(connection).consumers.get(STREAM, name);
        const message = await consumer.next();
        return message?.headers?.get("Nats-Msg-Id") ?? "";
      }),
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const closed = once(server, "close");
  server.close();
  await closed;
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
