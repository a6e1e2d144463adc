import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";

/** A relay of WalletConnect on this machine, which carries sealed messages between a page and a wallet. */
export interface WalletRelay {
  url: string;
  /** Names of the calls that came in, in their order. */
  asked: string[];
  close(): Promise<void>;
}

const Text = z.string();
const Call = z.object({ id: z.union([z.number(), z.string()]), method: Text, params: z.unknown() });
const Answer = z.object({ id: z.union([z.number(), z.string()]), result: z.unknown() });
const Topic = z.object({ topic: Text });
const Topics = z.object({ topics: z.array(Text) });
const Published = z.object({ topic: Text, message: Text, tag: z.number().optional() });
const Proposed = z.object({ pairingTopic: Text, sessionProposal: Text });
const Approved = z.object({
  pairingTopic: Text,
  sessionTopic: Text,
  sessionProposalResponse: Text,
  sessionSettlementRequest: Text,
});

interface Letter {
  message: string;
  tag: number;
  from: WebSocket;
}

/**
 * Starts a relay that speaks the relay protocol of WalletConnect (`irn_*`, and the two calls by which a session is
 * proposed and approved). A message waits for its reader; nobody is asked who they are.
 */
export async function startWalletRelay(): Promise<WalletRelay> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const readers = new Map<string, Set<WebSocket>>();
  const waiting = new Map<string, Letter[]>();
  const asked: string[] = [];
  let sent = 0;

  function deliver(topic: string, { message, tag }: Letter, to: WebSocket): void {
    const data = { topic, message, tag, publishedAt: Date.now() };
    const id = Date.now() * 1_000 + (sent++ % 1_000);
    to.send(JSON.stringify({ jsonrpc: "2.0", id, method: "irn_subscription", params: { id: topic, data } }));
  }

  function subscribe(topic: string, reader: WebSocket): string {
    const all = readers.get(topic) ?? new Set();
    readers.set(topic, all.add(reader));
    const letters = waiting.get(topic) ?? [];
    waiting.set(
      topic,
      letters.filter(({ from }) => from === reader),
    );
    for (const letter of letters) if (letter.from !== reader) setImmediate(deliver, topic, letter, reader);
    return topic;
  }

  function publish(topic: string, letter: Letter): void {
    const others = [...(readers.get(topic) ?? [])].filter((reader) => reader !== letter.from);
    if (others.length === 0) waiting.set(topic, [...(waiting.get(topic) ?? []), letter]);
    for (const reader of others) deliver(topic, letter, reader);
  }

  function answer(method: string, params: unknown, from: WebSocket): unknown {
    switch (method) {
      case "irn_publish": {
        const { topic, message, tag = 0 } = Published.parse(params);
        publish(topic, { message, tag, from });
        return true;
      }
      case "irn_subscribe":
        return subscribe(Topic.parse(params).topic, from);
      case "irn_batchSubscribe":
        return Topics.parse(params).topics.map((topic) => subscribe(topic, from));
      case "irn_unsubscribe":
        readers.get(Topic.parse(params).topic)?.delete(from);
        return true;
      case "irn_fetchMessages":
      case "irn_batchFetchMessages":
        return { messages: [], hasMore: false };
      case "wc_proposeSession": {
        const { pairingTopic, sessionProposal } = Proposed.parse(params);
        subscribe(pairingTopic, from);
        publish(pairingTopic, { message: sessionProposal, tag: 1100, from });
        return true;
      }
      case "wc_approveSession": {
        const approved = Approved.parse(params);
        subscribe(approved.sessionTopic, from);
        publish(approved.pairingTopic, { message: approved.sessionProposalResponse, tag: 1101, from });
        publish(approved.sessionTopic, { message: approved.sessionSettlementRequest, tag: 1102, from });
        return true;
      }
      default:
        return undefined;
    }
  }

  server.on("connection", (socket) => {
    socket.on("message", (raw) => {
      const json: unknown = JSON.parse(raw.toString());
      if (Answer.safeParse(json).success && !Call.safeParse(json).success) return;
      const { id, method, params } = Call.parse(json);
      asked.push(method);
      const result = answer(method, params, socket);
      const body = result === undefined ? { error: { code: -32601, message: "not offered" } } : { result };
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, ...body }));
    });
    socket.on("close", () => {
      for (const all of readers.values()) all.delete(socket);
    });
  });

  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      for (const socket of server.clients) socket.terminate();
      await new Promise((closed) => server.close(closed));
    },
  };
}
