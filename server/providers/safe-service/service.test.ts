import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { keccak256 } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { HttpSafeService } from "@/server/providers/safe-service/http-service";
import { SafeServiceEnvironment, safeServiceSettings } from "@/server/providers/safe-service/settings";

const SAFE = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A" as const;
const OWNERS = ["0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"];
const HASH = keccak256("0x01");
const transaction = {
  safe: SAFE,
  to: "0x9641d764fc13c8B624c04430C7356C1C7C8102e2",
  value: "0",
  data: "0x8d80ff0a",
  operation: 1,
  nonce: "7",
  safeTxHash: HASH,
  isExecuted: false,
  confirmationsRequired: 2,
  confirmations: [{ owner: OWNERS[0], signature: "0x", submissionDate: "2026-01-05T12:00:00Z" }],
};
const rejection = { ...transaction, to: SAFE, data: null, confirmations: [{ owner: OWNERS[1] }] };

const ENDLESS = Symbol("a body without an end");

function* endless() {
  for (;;) yield " ".repeat(64_000);
}

/** Plays the service's two reads: answers by path, and what was asked. */
let answers: Record<string, { status: number; body: unknown }>;
let asked: { url: string; authorization: string | undefined }[];
let server: Server;
let service: HttpSafeService;

beforeAll(async () => {
  server = createServer(({ url = "", headers }, response) => {
    asked.push({ url, authorization: headers.authorization });
    const { status, body } = answers[url.split("?")[0] ?? ""] ?? {
      status: 404,
      body: { detail: "Not found." },
    };
    response.writeHead(status, { "content-type": "application/json" });
    if (body === ENDLESS) return void Readable.from(endless()).pipe(response);
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const env = z.object(SafeServiceEnvironment).parse({
    SAFE_SERVICE_URL: `http://127.0.0.1:${port}/tx-service/{name}/api/`,
    SAFE_SERVICE_KEY: "key",
    SAFE_SERVICE_TIMEOUT_MS: "5000",
  });
  const settings = safeServiceSettings(env);
  if (!settings) throw new Error("no settings");
  service = new HttpSafeService(settings);
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  asked = [];
  answers = {};
});

const OURS = `/tx-service/base/api/v2/multisig-transactions/${HASH}/`;
const RIVALS = `/tx-service/base/api/v2/safes/${SAFE}/multisig-transactions/`;
const ask = () => service.collected("base", { safe: SAFE, safeTxHash: HASH });

test("tells who signed, and who signed the rejection of the same nonce", async () => {
  answers[OURS] = { status: 200, body: transaction };
  answers[RIVALS] = { status: 200, body: { count: 2, results: [transaction, rejection] } };
  expect(await ask()).toEqual({
    signers: [OWNERS[0]?.toLowerCase()],
    rejecters: [OWNERS[1]?.toLowerCase()],
  });
  expect(asked[1]?.url).toContain("nonce=7");
  expect(asked.map(({ authorization }) => authorization)).toEqual(["Bearer key", "Bearer key"]);
});

test("knows the field names of the older version, and no confirmations yet", async () => {
  answers[OURS] = { status: 200, body: { ...transaction, nonce: 7, confirmations: null } };
  answers[RIVALS] = { status: 200, body: { count: 0, next: null, previous: null, results: [] } };
  expect(await ask()).toEqual({ signers: [], rejecters: [] });
});

test("an unknown transaction, and one of another Safe, say nothing", async () => {
  expect(await ask()).toBeNull();
  answers[OURS] = { status: 200, body: { ...transaction, safe: OWNERS[0] } };
  expect(await ask()).toBeNull();
  expect(await service.collected("tron", { safe: SAFE, safeTxHash: HASH })).toBeNull();
});

test.each([
  ["that wants to be left alone", { status: 429, body: { detail: "Too many requests" } }, true],
  ["that fails", { status: 500, body: "oops" }, false],
  ["that answers something else", { status: 200, body: "<html>" }, false],
  ["that describes something else", { status: 200, body: { hello: "world" } }, false],
])("a service %s is an error", async (_, answer, isThrottled) => {
  answers[OURS] = answer;
  await expect(ask()).rejects.toMatchObject({ name: "SafeServiceError", isThrottled });
});

test("a service whose answer does not end is not read to its end", async () => {
  answers[OURS] = { status: 200, body: ENDLESS };
  await expect(ask()).rejects.toThrow("the service answered too much");
});

test("is asked only where its address is set", () => {
  expect(safeServiceSettings(z.object(SafeServiceEnvironment).parse({}))).toBeNull();
});
