import { afterAll, beforeAll, expect, test } from "vitest";
import { paidBeforeOf } from "@/server/payments/valuing/paid-before";
import type { RequestRow } from "@/server/requests/draft";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest, aTransfer, type TransferRow } from "@/server/testing/data/stored";

let api: TestApi;
let platformId: string;

beforeAll(async () => {
  api = await startTestApi();
  ({ platformId } = await aTenant(api));
});
afterAll(() => api?.close());

const QUOTE = "quote";

const openRequest = () => aRequest(api.app, { platformId });

/** A recorded payment at the quote. */
function paid(request: RequestRow, blockNumber: bigint, changes: Partial<TransferRow> = {}) {
  const atQuote = { valuation: "quote", quoteId: QUOTE, credited: 1n, amount: 10n } as const;
  return aTransfer(api.app, request, { ...atQuote, blockNumber, ...changes });
}

test("counts for each payment what stands before it, whatever other requests are looked at beside it", async () => {
  const [one, other] = [await openRequest(), await openRequest()];
  const early = await paid(other, 100n);
  await paid(one, 150n);
  await paid(one, 160n, { quoteId: "another" });
  await paid(one, 165n, { state: "dropped" });
  await paid(one, 170n, { valuation: "block_price", quoteId: null });
  const first = await paid(one, 180n, { logIndex: 4 });
  await paid(one, 180n, { logIndex: 5 });
  await paid(one, 190n);
  const last = await paid(one, 200n, { logIndex: 3 });
  await paid(one, 210n);
  const before = await paidBeforeOf(api.app.database, [early, first, last]);
  expect(before.of(early, [QUOTE])).toEqual({ amount: 0n, credited: 0n });
  expect(before.of(first, [QUOTE])).toEqual({ amount: 10n, credited: 1n });
  expect(before.of(first, [QUOTE, "another"])).toEqual({ amount: 20n, credited: 2n });
  // Those that are valued here count once they are, not as they are recorded.
  expect(before.of(last, [QUOTE])).toEqual({ amount: 30n, credited: 3n });
  before.add(first, QUOTE, 5n);
  expect(before.of(last, [QUOTE])).toEqual({ amount: 40n, credited: 8n });
});
