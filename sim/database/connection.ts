import { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";

/** What a connection is plugged into. */
export interface Server {
  received(connection: Connection): void;
  closed(connection: Connection): void;
  /** Runs something as the process that the connection belongs to. */
  asOwner(connection: Connection, work: () => void): void;
}

/**
 * A connection as the driver sees it: a socket, of which it uses these few parts. Bytes wait in `input` until the server
 * takes them.
 */
export class Connection extends EventEmitter {
  readonly name: string;
  readonly #server: Server;
  input: Buffer = Buffer.alloc(0);
  readyState: "open" | "closed" = "open";

  constructor(name: string, server: Server) {
    super();
    this.name = name;
    this.#server = server;
  }

  /** The driver takes it for a socket; what it does not use of one is not there. */
  asSocket(): Duplex {
    return this as unknown as Duplex;
  }

  write(chunk: Uint8Array, written?: () => void): boolean {
    if (this.readyState === "closed") return false;
    this.input = Buffer.concat([this.input, chunk]);
    this.#server.received(this);
    written?.();
    return true;
  }

  end(chunk?: Uint8Array): void {
    if (chunk) this.write(chunk);
  }

  /** Ends the connection; `error` is what the driver hears of it. */
  destroy(error?: Error): void {
    if (this.readyState === "closed") return;
    this.readyState = "closed";
    this.#server.asOwner(this, () => {
      if (error) this.emit("error", error);
      this.emit("close", error !== undefined);
    });
    this.#server.closed(this);
  }

  pause(): this {
    return this;
  }

  resume(): this {
    return this;
  }
}
