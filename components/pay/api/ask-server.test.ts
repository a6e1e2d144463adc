import { createServer } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ask, Unreachable } from "@/components/pay/api/ask-server";

let server: ReturnType<typeof createServer>;
let url = "";

beforeEach(async () => {
  // Takes the question and never says a word.
  server = createServer(() => {});
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

test("a server that takes the question and says nothing is unreachable, not awaited for ever", async () => {
  await expect(ask(url, {}, 50)).rejects.toBeInstanceOf(Unreachable);
});

test("so is one that is not there", async () => {
  await expect(ask("http://127.0.0.1:9", {})).rejects.toBeInstanceOf(Unreachable);
});
