import { expect, test } from "vitest";
import { apiQuery, paymentFilters } from "./list-filters";

test("an address and its filters say the same", () => {
  const query =
    "q=INV-1&status=paid%2Clate&network=base&token=USDC&from=2026-01-01&to=2026-01-31&sort=-amount";
  expect(paymentFilters.write(paymentFilters.read(new URLSearchParams(query)))).toBe(query);
  expect(apiQuery("outgoing", paymentFilters.read(new URLSearchParams(query)))).toBe(
    `flow=outgoing&${query}`,
  );
});

test("what an address should not hold is left out", () => {
  const filters = paymentFilters.read(
    new URLSearchParams("sort=drop&status=open&from=soon&to=&flow=outgoing&cursor=x&__proto__=y"),
  );
  expect(filters.sort).toBe("-created");
  expect(paymentFilters.isNarrowed(filters)).toBe(false);
  expect(apiQuery("incoming", filters)).toBe("flow=incoming");
});
