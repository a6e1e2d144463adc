import { request } from "node:http";

export interface RawCall {
  method: string;
  /** Sent as it is: no normalising, no encoding. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Leave out `content-length` and send chunks. */
  chunked?: boolean;
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** One HTTP call on a connection of its own, with every byte of the answer. */
export function rawCall(port: number, call: RawCall): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const length =
      call.body !== undefined && !call.chunked
        ? { "content-length": String(Buffer.byteLength(call.body)) }
        : {};
    const outgoing = request(
      {
        port,
        host: "127.0.0.1",
        method: call.method,
        path: call.path,
        headers: { ...length, ...call.headers },
        agent: false,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const headers = Object.fromEntries(
            Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
          );
          resolve({ status: incoming.statusCode ?? 0, headers, body: Buffer.concat(chunks) });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(call.body);
  });
}
