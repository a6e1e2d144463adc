import type { PGlite } from "@electric-sql/pglite";
import { Connection } from "@/sim/database/connection";
import { cutMessages, greeting, type Message, message, simpleQuery, textOf } from "@/sim/database/messages";
import { Plans, type PlansOfConnection } from "@/sim/database/plans";
import type { Owner, Scheduler } from "@/sim/events/scheduler";

/** What may happen to one exchange with the database. */
export type DatabaseFault = "cut_before" | "cut_after";

interface Client {
  connection: Connection;
  owner: Owner | null;
  hasStarted: boolean;
  /** Syncs and simple queries that were not answered yet. */
  open: number;
  /** It has begun an exchange that only a sync will end. */
  isMidway: boolean;
  listens: Set<string>;
  plans: PlansOfConnection;
}

const LISTEN = /^\s*(un)?listen\s+(?:"([^"]+)"|(\*|\w+))/i;
const SYNC = message("S");
/** What the driver asks for each new connection: the types there are, which are the same for the whole run. */
const ASKS_TYPES = /^\s*select b\.oid, b\.typarray\s+from pg_catalog\.pg_type /;

/**
 * Lets many connections use the one session that PostgreSQL has when it is compiled into the process: a transaction has
 * the session to itself from its beginning to its end, and so has every exchange outside of one; the others wait in the
 * order in which they came. What a session keeps is kept apart: prepared statements by who prepared them, notifications by
 * who listens. Settings of a session are those of all.
 */
export class SharedSession {
  readonly #database: PGlite;
  readonly #scheduler: Scheduler;
  readonly #clients = new Map<Connection, Client>();
  readonly #plans = new Plans((bytes) => this.#run(bytes));
  #waiting: Client[] = [];
  #holder: Client | null = null;
  /** Of the session: idle, in a transaction, in one that failed. */
  #status = "I";
  #isServing = false;
  #count = 0;
  #types: readonly Message[] | null = null;
  /** Decides for each exchange what goes wrong with it; set by the workload. */
  faultOf: (exchange: { owner: Owner | null; commits: boolean }) => DatabaseFault | null = () => null;
  /** Whether nobody is let in. */
  isDown = false;

  constructor(database: PGlite, scheduler: Scheduler) {
    this.#database = database;
    this.#scheduler = scheduler;
  }

  /** A new connection, of the process whose event runs now. */
  connect(): Connection {
    if (this.isDown) throw Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
    const connection = new Connection(`c${++this.#count}`, {
      received: (from) => this.#received(from),
      closed: (from) => this.#closed(from),
      asOwner: (from, work) => void this.#scheduler.soon(work, this.#clients.get(from)?.owner ?? null),
    });
    this.#clients.set(connection, {
      connection,
      owner: this.#scheduler.current,
      hasStarted: false,
      open: 0,
      isMidway: false,
      listens: new Set(),
      plans: new Map(),
    });
    return connection;
  }

  /** Whether no transaction is open, so that a look from outside sees what is committed. */
  get isBetweenTransactions(): boolean {
    return this.#holder === null;
  }

  /** Ends all connections of a process that died. */
  drop(owner: Owner): void {
    for (const client of [...this.#clients.values()]) if (client.owner === owner) client.connection.destroy();
  }

  #received(connection: Connection): void {
    const client = this.#clients.get(connection);
    if (!client) return;
    if (!client.hasStarted) {
      this.#start(client);
      return;
    }
    if (this.#holder !== client && !this.#waiting.includes(client)) this.#waiting.push(client);
    this.#serveSoon();
  }

  #start(client: Client): void {
    const { connection } = client;
    if (connection.input.length < 4) return;
    const length = connection.input.readUInt32BE(0);
    if (connection.input.length < length) return;
    connection.input = connection.input.subarray(length);
    client.hasStarted = true;
    this.#send(client, greeting());
  }

  #serveSoon(): void {
    if (this.#isServing) return;
    this.#isServing = true;
    // Of no process: the database lives on when one dies.
    this.#scheduler.soon(() => {
      this.#isServing = false;
      this.#serve();
    }, null);
  }

  #serve(): void {
    this.#holder ??= this.#waiting.shift() ?? null;
    const client = this.#holder;
    if (!client) return;
    const { messages, rest } = cutMessages(client.connection.input);
    client.connection.input = rest;
    if (messages.some(({ type }) => type === "X")) {
      client.connection.destroy();
      return;
    }
    if (messages.length > 0) this.#exchange(client, messages);
    if (
      this.#holder === client &&
      client.open === 0 &&
      !client.isMidway &&
      this.#status === "I" &&
      client.connection.input.length === 0
    ) {
      this.#holder = null;
    }
    if (this.#waiting.length > 0 && this.#holder === null) this.#serveSoon();
  }

  #exchange(client: Client, messages: readonly Message[]): void {
    const { connection } = client;
    const commits = messages.some((one) => one.type === "Q" && /^\s*commit/i.test(textOf(one)));
    const fault = client.owner === null ? null : this.faultOf({ owner: client.owner, commits });
    if (fault === "cut_before") {
      connection.destroy(reset());
      return;
    }
    for (const one of messages) this.#note(client, one);
    const answer = this.#answer(client, messages);
    if (fault === "cut_after") {
      connection.destroy(reset());
      return;
    }
    // A statement that listens is passed on as well, so that the session hears what is notified.
    const own: Buffer[] = [];
    for (const one of answer) {
      if (one.type === "Z") client.open = Math.max(0, client.open - 1);
      own.push(one.bytes);
    }
    if (own.length > 0) this.#send(client, Buffer.concat(own));
  }

  #answer(client: Client, messages: readonly Message[]): readonly Message[] {
    const [first] = messages;
    const asksTypes =
      this.#status === "I" &&
      first?.type === "P" &&
      messages.at(-1)?.type === "S" &&
      ASKS_TYPES.test(statementOf(first));
    if (asksTypes && this.#types) return this.#types;
    const answer = this.#plans.answer(messages, client.plans, () => this.#status === "E");
    if (asksTypes && answer.at(-1)?.type === "Z") this.#types = answer;
    return answer;
  }

  #note(client: Client, one: Message): void {
    client.isMidway = one.type !== "S" && one.type !== "Q";
    if (!client.isMidway) client.open++;
    if (one.type !== "Q" && one.type !== "P") return;
    const statement = one.type === "Q" ? textOf(one) : statementOf(one);
    const [, isEnd, quoted, plain] = LISTEN.exec(statement) ?? [];
    const channel = quoted ?? plain;
    if (channel === undefined) return;
    if (isEnd) client.listens.delete(channel);
    else client.listens.add(channel);
  }

  /** Runs messages in the session. Returns the answer without notifications, which go to those who listen. */
  #run(bytes: Buffer): Message[] {
    const output = this.#database.execProtocolRawSync(bytes);
    const { messages } = cutMessages(Buffer.from(output));
    const answer: Message[] = [];
    for (const one of messages) {
      if (one.type === "A") this.#notify(one);
      else answer.push(one);
      if (one.type === "Z") this.#status = String.fromCharCode(one.bytes[5] ?? 73);
    }
    return answer;
  }

  #notify(one: Message): void {
    const channel = one.bytes.toString("utf8", 9, one.bytes.indexOf(0, 9));
    for (const client of this.#clients.values()) {
      if (client.listens.has(channel)) this.#send(client, one.bytes);
    }
  }

  #send({ connection, owner }: Client, bytes: Buffer): void {
    this.#scheduler.soon(() => {
      if (connection.readyState === "open") connection.emit("data", bytes);
    }, owner);
  }

  #closed(connection: Connection): void {
    const client = this.#clients.get(connection);
    if (!client) return;
    this.#clients.delete(connection);
    this.#waiting = this.#waiting.filter((other) => other !== client);
    if (this.#holder === client) {
      this.#holder = null;
      this.#run(SYNC);
      if (this.#status !== "I") this.#run(simpleQuery("rollback"));
    }
    if (this.#waiting.length > 0) this.#serveSoon();
  }
}

/** The statement of a `Parse` message, which follows its name. */
function statementOf({ bytes }: Message): string {
  const name = bytes.indexOf(0, 5);
  return bytes.toString("utf8", name + 1, bytes.indexOf(0, name + 1));
}

function reset(): Error {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
}
