import { connect } from "node:net";
import { z } from "zod";
import { percentile } from "@/bench/measure";

const Order = z.object({
  port: z.number(),
  method: z.string().default("POST"),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  expect: z.number(),
  connections: z.number(),
  seconds: z.number(),
});

/**
 * Loads a server over kept-alive connections, one call at a time on each, for so many seconds. Speaks HTTP on
 * the bare socket, because the client shares two cores with the servers it compares.
 */
process.on("message", (message) => {
  load(Order.parse(message)).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      throw error;
    },
  );
});
process.once("disconnect", () => process.exit(0));
process.send?.("ready");

async function load(order: z.infer<typeof Order>) {
  const call = callOf(order);
  const times: number[] = [];
  const started = performance.now();
  const end = started + order.seconds * 1000;
  await Promise.all(Array.from({ length: order.connections }, () => keepCalling(order, call, end, times)));
  const seconds = (performance.now() - started) / 1000;
  return {
    calls: times.length,
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}

function callOf({ method, path, headers, body }: z.infer<typeof Order>): Buffer {
  const lines = Object.entries({ host: "127.0.0.1", ...headers, "content-length": Buffer.byteLength(body) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`);
}

function keepCalling(
  order: z.infer<typeof Order>,
  call: Buffer,
  end: number,
  times: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(order.port, "127.0.0.1");
    socket.setNoDelay(true);
    let sentAt = 0;
    let text = "";
    const send = () => {
      sentAt = performance.now();
      socket.write(call);
    };
    socket.on("connect", send);
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const length = wholeLength(text);
      if (length === null || text.length < length) return;
      if (!text.startsWith(`HTTP/1.1 ${order.expect} `)) {
        socket.destroy();
        return reject(new Error(`not ${order.expect}: ${text.slice(0, 600)}`));
      }
      text = "";
      const now = performance.now();
      times.push(now - sentAt);
      if (now < end) return send();
      socket.end();
      resolve();
    });
  });
}

/** Length of head and body, or null while the head is incomplete. */
function wholeLength(text: string): number | null {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return null;
  const announced = /\r\ncontent-length: (\d+)/i.exec(text);
  if (!announced) throw new Error(`an answer without a length: ${text.slice(0, 300)}`);
  return head + 4 + Number(announced[1]);
}
