import { connect, Socket } from "node:net";
import postgres from "postgres";
import { type Host, hostsOf, withHost } from "@/db/connecting/hosts";

/** A server that does not answer for so long is passed over. */
const ANSWER_SECONDS = 3;
/** Connections that are opened together ask once; after this time the answer may have changed. */
const REMEMBERED_MS = 500;
/** Connections that have waited together for a new primary open one after the other, about so far apart. */
const APART_MS = 50;

/** The question which server takes writes. */
interface Asked {
  at: number;
  answer: Promise<Host>;
  isAnswered: boolean;
  /** Whether there was none before. */
  isAfterOutage: boolean;
  /** Connections that wait for the answer. */
  waiting: number;
}

/** None of the servers takes writes now: a failover is under way, or all are away. */
export class NoPrimary extends Error {
  override readonly name = "NoPrimary";
  /** Of class 08, connection exceptions, as a driver would have it. */
  readonly code = "08001";
}

/**
 * Finds the server that takes writes among those of a URL, anew for every connection, because it changes. Our own, since
 * the driver's `target_session_attrs=read-write` takes a standby of PostgreSQL 14 and later for a primary, and asks servers
 * that are all away again and again without an end.
 */
export class PrimaryFinder {
  readonly #url: string;
  readonly #hosts: readonly Host[];
  #asked: Asked | null = null;
  #isAway = false;

  constructor(url: string) {
    this.#url = url;
    this.#hosts = hostsOf(url);
  }

  /**
   * Opens a socket to the primary; without one, a socket that ends with the error, because the driver never again uses a
   * connection whose socket could not be made.
   */
  async open(): Promise<Socket> {
    try {
      const asked = this.#primary();
      const place = asked.isAnswered ? 0 : asked.waiting++;
      const host = await asked.answer;
      // The answer comes to all of them at one moment, and all at once would be a storm for a server that was just promoted.
      if (asked.isAfterOutage) await pause((place + Math.random()) * APART_MS);
      return await openSocket(host);
    } catch (error) {
      this.#isAway = true;
      return new FailedSocket(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #primary(): Asked {
    const at = performance.now();
    if (this.#asked !== null && at - this.#asked.at <= REMEMBERED_MS) return this.#asked;
    const answer = this.#ask();
    const asked: Asked = { at, answer, isAnswered: false, isAfterOutage: this.#isAway, waiting: 0 };
    const note = (isAway: boolean) => {
      asked.isAnswered = true;
      this.#isAway = isAway;
    };
    answer.then(
      () => note(false),
      () => note(true),
    );
    this.#asked = asked;
    return asked;
  }

  async #ask(): Promise<Host> {
    try {
      return await Promise.any(
        this.#hosts.map(async (host) => {
          if (!(await takesWrites(withHost(this.#url, host), host)))
            throw new Error(`${host.host} is a standby`);
          return host;
        }),
      );
    } catch (cause) {
      const names = this.#hosts.map(({ host, port }) => `${host}:${port}`).join(", ");
      throw new NoPrimary(`none of ${names} takes writes`, { cause });
    }
  }
}

/**
 * Takes what is written, and then ends with an error. In this order: a connection of the driver that ends before its first
 * bytes are written never writes again.
 */
class FailedSocket extends Socket {
  constructor(error: Error) {
    super();
    setImmediate(() => setImmediate(() => this.destroy(error)));
  }

  override write(): boolean {
    return true;
  }
}

async function takesWrites(url: string, host: Host): Promise<boolean> {
  const socket = await openSocket(host);
  // The driver's types do not name `socket`.
  const options = { max: 1, fetch_types: false, prepare: false, onnotice: () => {}, socket: () => socket };
  const sql = postgres(url, options);
  try {
    const [row] = await Promise.race([
      sql<{ takes: boolean }[]>`
        select not pg_is_in_recovery() and not current_setting('default_transaction_read_only')::bool as takes`,
      silence(),
      ended(socket),
    ]);
    return row?.takes ?? false;
  } finally {
    void sql.end({ timeout: 0 });
    socket.destroy();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A server that was stopped in its tracks still takes connections, by its system, and answers nothing. */
function silence(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error("no answer")), ANSWER_SECONDS * 1_000).unref();
  });
}

/** Rejects when a socket ends: one that ended before the driver listened is answered by nobody. */
function ended(socket: Socket): Promise<never> {
  return new Promise((_resolve, reject) => {
    socket.once("close", () => reject(new Error("the connection ended")));
  });
}

function openSocket({ host, port }: Host): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const timer = setTimeout(
      () => socket.destroy(new Error(`${host} does not answer`)),
      ANSWER_SECONDS * 1_000,
    );
    socket.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.once("connect", () => {
      clearTimeout(timer);
      // The driver listens a turn later: a connection that is reset until then must not end the process.
      socket.removeAllListeners("error").on("error", () => {});
      // What the driver asks of a socket that it has opened itself, for the name in a certificate.
      resolve(Object.assign(socket, { host, port }));
    });
  });
}
