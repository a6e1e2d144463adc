import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { broadcast, endOf, RelayRefused } from "@/components/pay/api/relay";
import type { SignedTronTransaction } from "@/wallet/wallet";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const SIGNED: SignedTronTransaction = {
  txID: "ab".repeat(32),
  raw_data_hex: "0a02",
  raw_data: {},
  signature: ["cd".repeat(65)],
};
const TAKEN = { txid: SIGNED.txID, isTaken: true };
const NOT_TAKEN = { txid: SIGNED.txID, isTaken: false };
const accepted: Answer = (_, response) => response.end(JSON.stringify({ result: true, txid: SIGNED.txID }));
const refused: Answer = (_, response) => response.writeHead(400).end(JSON.stringify({ result: false }));
const busy: Answer = (_, response) => response.writeHead(503).end(JSON.stringify({ error: "busy" }));
const throttled: Answer = (_, response) => response.writeHead(429).end("{}");
const noNode: Answer = (_, response) =>
  response.writeHead(502).end(JSON.stringify({ result: false, code: "SERVER_BUSY" }));
const forbidden: Answer = (_, response) => response.writeHead(403).end(JSON.stringify({ error: "paid" }));
const lost: Answer = (request) => request.socket.destroy();
const garbled: Answer = (_, response) => response.end("<html>");

interface Heard {
  path: string | undefined;
  clientId: unknown;
  body: unknown;
}

let server: ReturnType<typeof createServer>;
let answers: Answer[];
let heard: Heard[];

beforeEach(async () => {
  heard = [];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { url: path, headers } = request;
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    heard.push({ path, clientId: headers["x-client-id"], body });
    answers.shift()?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Its pauses between two attempts are not waited for.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
});

afterEach(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Hands a transaction to a service that answers like this, one after the other. */
async function relay(...scripted: Answer[]): Promise<unknown> {
  answers = scripted;
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const context = {
    token: "01LINK",
    apiUrl: `http://127.0.0.1:${port}`,
    clientId: "cli_page",
    drawn: null,
    quoteSigner: "",
    drawnAt: 0,
  };
  let outcome: unknown;
  let isOver = false;
  void broadcast(context, SIGNED)
    .catch((error: unknown) => error)
    .then((end) => {
      outcome = end;
      isOver = true;
    });
  while (!isOver) {
    await vi.advanceTimersByTimeAsync(1_500);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return outcome;
}

describe("a payment that a wallet on Tron has signed", () => {
  test("is handed over whole, once, under the page's own client ID", async () => {
    expect(await relay(accepted)).toEqual(TAKEN);
    expect(heard).toEqual([
      {
        path: "/v2/secure-payments/01LINK/tron/broadcast",
        clientId: "cli_page",
        body: { signedTransaction: SIGNED },
      },
    ]);
  });

  test.each([
    ["the network", refused],
    ["the service", forbidden],
  ])("was not sent when %s refuses it at once", async (_, answer) => {
    expect(await relay(answer)).toBeInstanceOf(RelayRefused);
    expect(heard).toHaveLength(1);
  });

  test.each([
    ["lost", lost],
    ["no answer of ours", garbled],
    ["busy", busy],
    ["throttled", throttled],
    ["that no node takes it for now", noNode],
  ])("is handed over again, the same bytes, when the answer is %s", async (_, answer) => {
    expect(await relay(answer, accepted)).toEqual(TAKEN);
    expect(heard).toHaveLength(2);
    expect(heard[1]).toEqual(heard[0]);
  });

  test("may be out when a second try is refused: the first one may have got through", async () => {
    expect(await relay(lost, refused)).toEqual(NOT_TAKEN);
    expect(heard).toHaveLength(2);
  });

  test.each([
    ["throttled", throttled],
    ["that no node takes it for now", noNode],
  ])("went nowhere when it is refused after an answer that was %s", async (_, first) => {
    expect(await relay(first, refused)).toBeInstanceOf(RelayRefused);
    expect(heard).toHaveLength(2);
  });

  test.each([
    ["comes", [lost, busy, lost]],
    ["is better than throttled", [throttled, throttled, throttled]],
    ["is better than that no node takes it", [noNode, noNode, noNode]],
  ] as const)(
    "is not forgotten when no answer %s: a new one beside it could pay twice",
    async (_, answers) => {
      expect(await relay(...answers)).toEqual(NOT_TAKEN);
      expect(heard).toHaveLength(3);
    },
  );

  test("is valid until what stands in it", () => {
    expect(endOf({ ...SIGNED, raw_data: { expiration: 1_700_000_000_000 } })).toBe(1_700_000_000_000);
    for (const raw_data of [undefined, null, {}, { expiration: "soon" }, { expiration: 1.5 }]) {
      expect(endOf({ ...SIGNED, raw_data })).toBeNull();
    }
  });
});
