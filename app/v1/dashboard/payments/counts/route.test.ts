import { afterAll, beforeAll, expect, test } from "vitest";
import { PAYMENT_STATUSES, type PaymentCounts } from "@/server/dashboard/payments-schema";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { requestsOfEveryStatus } from "@/server/testing/data/requests-of-every-status";
import { send } from "@/server/testing/send";
import { GET as getList } from "../route";
import { GET } from "./route";

const NOW = new Date("2026-03-10T12:00:00Z");

let api: TestApi;
let headers: Record<string, string>;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" }, { now: () => NOW });
  const tenant = await aTenant(api);
  headers = { "x-api-key": tenant.apiKey };
  await requestsOfEveryStatus(api.app, tenant.platformId, 72);
  await requestsOfEveryStatus(api.app, (await aTenant(api)).platformId, 12);
});
afterAll(() => api?.close());

async function counts(query: string): Promise<PaymentCounts> {
  const { status, body } = await send(GET, `/v1/dashboard/payments/counts?${query}`, { headers });
  expect(status).toBe(200);
  return body;
}

async function listed(query: string): Promise<number> {
  const { body } = await send(getList, `/v1/dashboard/payments?${query}&limit=100`, { headers });
  expect(body.nextCursor).toBeNull();
  return body.payments.length;
}

test.each([
  "flow=incoming",
  "flow=outgoing",
  "flow=incoming&from=2026-03-01&to=2026-03-02",
  "flow=incoming&from=2026-03-01T05:30:00Z",
  "flow=incoming&network=base",
  "flow=outgoing&token=USDC,DAI",
  "flow=incoming&network=mainnet&token=ETH&to=2026-03-02",
  "flow=incoming&q=order-1",
  "flow=incoming&q=nothing+like+it",
  "flow=incoming&q=customer&network=base,sepolia,tron",
])("as many of each status as the list shows: %s", async (query) => {
  const { total, byStatus } = await counts(query);
  const expected: Record<string, number> = {};
  for (const status of PAYMENT_STATUSES) expected[status] = await listed(`${query}&status=${status}`);
  expect(byStatus).toEqual(expected);
  expect(total).toBe(await listed(query.replace(/&.*/, "")));
});

test("400 as for the list", async () => {
  for (const query of ["network=mars", "token=DOGE", "from=2026-03-02&to=2026-03-01", "flow=sideways"]) {
    const answer = await send(GET, `/v1/dashboard/payments/counts?${query}`, { headers });
    expect(answer.status).toBe(400);
  }
});
