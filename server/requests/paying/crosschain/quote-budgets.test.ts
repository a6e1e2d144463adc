import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "@/server/auth/callers";
import { BridgeFault } from "@/server/providers/crosschain/provider";
import { spendBridgeQuote } from "@/server/requests/paying/crosschain/quote-budgets";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { ManualClock } from "@/server/testing/manual-clock";

let api: TestApi;
const clock = new ManualClock();

beforeAll(async () => {
  api = await startTestApi({}, { now: clock.now });
});
afterAll(() => api?.close());

const ACROSS = { id: "across", budget: null } as const;
const from = (ip: string | null) => api.app.context({ ...systemCaller(""), ip });

/** How many of so many questions are let through. */
async function asked(times: number, ip: string | null, linkId: string | null): Promise<number> {
  let passed = 0;
  for (let i = 0; i < times; i += 1) {
    try {
      await spendBridgeQuote(from(ip), ACROSS, linkId);
      passed += 1;
    } catch (error) {
      expect(error).toMatchObject({ code: "too_many_requests" });
    }
  }
  return passed;
}

test("an outsider uses up what is theirs, on however many links, and leaves it to the others", async () => {
  expect(await asked(40, "203.0.113.7", "link-1")).toBe(40);
  expect(await asked(40, "203.0.113.7", "link-2")).toBe(20);
  // All addresses of one customer's network are one visitor.
  expect(await asked(70, "2001:db8::1", "link-3")).toBe(60);
  expect(await asked(5, "2001:db8::2", "link-3")).toBe(0);
  expect(await asked(10, "198.51.100.4", "link-1")).toBe(10);
  clock.advance(61_000);
  expect(await asked(1, "203.0.113.7", "link-2")).toBe(1);
});

test("many visitors of one link use up what is that link's, and no other's", async () => {
  let passed = 0;
  for (let visitor = 1; visitor <= 4; visitor += 1) passed += await asked(50, `192.0.2.${visitor}`, "busy");
  expect(passed).toBe(120);
  expect(await asked(1, "192.0.2.9", "quiet")).toBe(1);
});

test("a merchant with a key has no such limit; the provider's own quota is that of all", async () => {
  expect(await asked(130, "192.0.2.1", null)).toBe(130);
  const lifi = { id: "lifi", budget: { limit: 1, windowMs: 60_000 } } as const;
  await spendBridgeQuote(from(null), lifi, null);
  await expect(spendBridgeQuote(from(null), lifi, null)).rejects.toBeInstanceOf(BridgeFault);
});
