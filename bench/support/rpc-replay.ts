import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { z } from "zod";

const Call = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()).default([]) });
const Order = z.object({ upstream: z.string().optional(), saveServed: z.string().optional() });
type Call = z.infer<typeof Call>;

/**
 * A node that answers from memory, byte for byte what the real one answered when it was asked the same for
 * the first time, so that the node's own speed is no part of a measurement. The chain must stand still.
 */
const results = new Map<string, Buffer>();
/** Bodies since the last order, in their order. */
let served: Buffer[][] = [];
let upstream = "";
/** Calls since the last order, and how many of them the real node had to answer. */
let calls = 0;
let misses = 0;
/** When logs were first asked for since the last order, ms since 1970. */
let firstLogsAt: number | null = null;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    answerAll(JSON.parse(Buffer.concat(chunks).toString("utf8"))).then(
      (pieces) => {
        const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
        response.writeHead(200, { "content-type": "application/json", "content-length": length });
        for (const piece of pieces) response.write(piece);
        response.end();
        served.push(pieces);
      },
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    );
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  process.send?.(`http://127.0.0.1:${address.port}`);
});
process.once("disconnect", () => process.exit(0));

process.on("message", (message) => {
  const order = Order.parse(message);
  if (order.upstream) upstream = order.upstream;
  const files = order.saveServed ? save(order.saveServed) : [];
  const answer = { calls, misses, firstLogsAt, files };
  served = [];
  calls = 0;
  misses = 0;
  firstLogsAt = null;
  process.send?.(answer);
});

function save(directory: string): string[] {
  mkdirSync(directory, { recursive: true });
  return served.map((pieces, i) => {
    const file = join(directory, `${i}.json`);
    writeFileSync(file, Buffer.concat(pieces));
    return file;
  });
}

async function answerAll(body: unknown): Promise<Buffer[]> {
  const calls = z.array(Call).parse(Array.isArray(body) ? body : [body]);
  const answers = await Promise.all(calls.map(answer));
  if (!Array.isArray(body)) return answers.flat();
  return [
    Buffer.from("["),
    ...answers.flatMap((pieces, i) => (i === 0 ? pieces : [Buffer.from(","), ...pieces])),
    Buffer.from("]"),
  ];
}

async function answer({ id, method, params }: Call): Promise<Buffer[]> {
  calls += 1;
  if (method === "eth_getLogs") firstLogsAt ??= performance.timeOrigin + performance.now();
  const key = `${method} ${JSON.stringify(params)}`;
  const known = results.get(key) ?? (await learn(key, method, params));
  return [Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":`), known, Buffer.from("}")];
}

async function learn(key: string, method: string, params: unknown[]): Promise<Buffer> {
  misses += 1;
  const answered = await fetch(upstream, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const text = await answered.text();
  const mark = '"result":';
  const start = text.indexOf(mark);
  if (start < 0) throw new Error(`the node refused ${method}: ${text.slice(0, 200)}`);
  const result = Buffer.from(text.slice(start + mark.length, text.lastIndexOf("}")));
  results.set(key, result);
  return result;
}
