/** Pieces of PostgreSQL's protocol (version 3), as far as a connection has to be understood to share one session. */

/** A message of a client: its type, and all of its bytes. */
export interface Message {
  type: string;
  bytes: Buffer;
}

/** Cuts whole messages off the beginning of `input`. Returns them, and what is left. */
export function cutMessages(input: Buffer): { messages: Message[]; rest: Buffer } {
  const messages: Message[] = [];
  let at = 0;
  while (input.length - at >= 5) {
    const end = at + 1 + input.readUInt32BE(at + 1);
    if (end > input.length) break;
    messages.push({ type: String.fromCharCode(input[at] ?? 0), bytes: input.subarray(at, end) });
    at = end;
  }
  return { messages, rest: input.subarray(at) };
}

/** The first text of a message: of `Q` the statement, of `P` and `B` a name. */
export function textOf({ bytes }: Message): string {
  const end = bytes.indexOf(0, 5);
  return bytes.toString("utf8", 5, end < 0 ? bytes.length : end);
}

/** A message to send. */
export function message(type: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, "latin1");
  head.writeUInt32BE(4 + content.length, 1);
  return Buffer.concat([head, content]);
}

/** A simple query. */
export function simpleQuery(statement: string): Buffer {
  return message("Q", Buffer.from(`${statement}\0`));
}

const PARAMETERS = {
  server_version: "18.4",
  server_encoding: "UTF8",
  client_encoding: "UTF8",
  DateStyle: "ISO, MDY",
  TimeZone: "UTC",
  integer_datetimes: "on",
  standard_conforming_strings: "on",
};

/** What a server says to a client that it lets in. */
export function greeting(): Buffer {
  const pairs = Object.entries(PARAMETERS).map(([name, value]) =>
    message("S", Buffer.from(`${name}\0${value}\0`)),
  );
  return Buffer.concat([
    message("R", Buffer.alloc(4)),
    ...pairs,
    message("K", Buffer.alloc(8)),
    message("Z", Buffer.from("I")),
  ]);
}
