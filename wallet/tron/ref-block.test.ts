import { createServer } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { askTron, newestBlock, readBlock } from "@/wallet/tron/ref-block";

let server: ReturnType<typeof createServer>;
let answer: { status: number; text: string } | null;

beforeEach(async () => {
  // Without an answer it takes the question and never says a word.
  server = createServer((_, response) => {
    if (answer) response.writeHead(answer.status).end(answer.text);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : "";
  vi.stubGlobal("window", { location: { origin: `http://127.0.0.1:${port}` } });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

describe("what the page asks of Tron", () => {
  test("is not awaited for ever when nobody says anything", async () => {
    answer = null;
    await expect(askTron("getblock", undefined, 50)).rejects.toMatchObject({ code: "failed" });
  });

  test.each([
    [503, "{}"],
    [200, "<html>"],
    [200, '{"blockID":'],
  ])("is nothing when %s %s comes", async (status, text) => {
    answer = { status, text };
    await expect(askTron("getblock")).rejects.toMatchObject({ code: "failed" });
  });

  test.each(["null", "{}", '{"blockID":"00","block_header":{"raw_data":{"timestamp":1}}}'])(
    "is no block in %s, and nothing is signed that refers to it",
    async (text) => {
      answer = { status: 200, text };
      await expect(newestBlock()).rejects.toMatchObject({ code: "failed" });
    },
  );

  test("is the block that a transaction can refer to", () => {
    const blockID = `000000000000abcd${"1122334455667788".repeat(3)}`;
    expect(readBlock({ blockID, block_header: { raw_data: { timestamp: 1_700_000_000_000 } } })).toEqual({
      bytes: "0xabcd",
      hash: "0x1122334455667788",
      timestamp: 1_700_000_000_000n,
    });
  });
});
