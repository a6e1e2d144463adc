import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { receivedByPayer, receivedFrom } from "@/server/payments/refunds/received";
import type { RequestRow } from "@/server/requests/draft";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest, aTransfer } from "@/server/testing/data/stored";

let api: TestApi;
let platformId: string;
let request: RequestRow;
beforeAll(async () => {
  api = await startTestApi();
  ({ platformId } = await aTenant(api));
});
afterAll(() => api.close());
beforeEach(async () => {
  request = await aRequest(api.app, { platformId });
});

const A = `0x${"0a".repeat(20)}`;
const B = `0x${"0b".repeat(20)}`;
const paid = (changes: Parameters<typeof aTransfer>[2]) => aTransfer(api.app, request, changes);
const byPayer = () => receivedByPayer(api.app.database.db, request.id);
const from = (payer: string | null) => receivedFrom(api.app.database.db, request.id, payer);

describe("money can go back to", () => {
  test("each wallet that paid, those who paid most first", async () => {
    await paid({ payer: A, amount: 1n });
    await paid({ payer: B, amount: 5n });
    await paid({ payer: A, amount: 2n });
    expect(await byPayer()).toEqual([
      { payer: B, amount: 5n },
      { payer: A, amount: 3n },
    ]);
    expect(await from(A)).toEqual({ all: 8n, ofPayer: 3n });
    expect(await from(null)).toEqual({ all: 8n, ofPayer: 0n });
  });

  test("a key that paid from another network, and not to a contract there, which can be somebody else's here", async () => {
    await paid({ payer: A, payerEoa: A, sourceNetwork: "base", amount: 3n });
    await paid({ payer: B, payerEoa: A, sourceNetwork: "base", amount: 4n });
    await paid({ payer: B, payerEoa: null, sourceNetwork: "base", amount: 5n });
    expect(await byPayer()).toEqual([
      { payer: null, amount: 9n },
      { payer: A, amount: 3n },
    ]);
  });

  test("nobody of a deposit, whoever is named as its payer", async () => {
    await paid({ payer: A, type: "deposit", depositAddress: B, sentFrom: A, arrived: 7n, amount: 7n });
    expect(await byPayer()).toEqual([{ payer: null, amount: 7n }]);
    expect(await from(A)).toEqual({ all: 7n, ofPayer: 0n });
  });
});

test.each([
  ["not deep enough yet", { state: "seen" }],
  ["taken back", { state: "orphaned" }],
  ["lost", { state: "dropped" }],
  ["of the wrong token", { mismatch: "token_mismatch" }],
  ["held", { mismatch: "payer_not_approved" }],
] as const)("a payment that is %s is nothing to send back", async (_, changes) => {
  await paid({ payer: A, amount: 3n, ...changes });
  expect([await byPayer(), await from(A)]).toEqual([[], { all: 0n, ofPayer: 0n }]);
});
