import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** How the server answers; `hang` sends nothing. */
export interface HttpManners {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  hangs?: boolean;
}

export interface HttpReceiver {
  url: string;
  received: { path: string; body: string }[];
  manners: HttpManners;
  close(): Promise<void>;
}

/** A server on this machine that keeps what it is sent, in the place of Slack or Telegram. */
export async function startHttpReceiver(well: HttpManners): Promise<HttpReceiver> {
  const receiver: HttpReceiver = { url: "", received: [], manners: well, close: async () => {} };
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    receiver.received.push({ path: request.url ?? "", body: Buffer.concat(chunks).toString("utf8") });
    const { status, headers, body, hangs } = receiver.manners;
    if (hangs) return;
    response.writeHead(status, headers);
    response.end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  receiver.close = () =>
    new Promise((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  return receiver;
}
