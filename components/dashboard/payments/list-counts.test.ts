import { expect, test } from "vitest";
import { PAYMENT_STATUSES, type PaymentCounts } from "@/server/dashboard/payments-schema";
import { countOf, positionOf, wholeNumber } from "./list-counts";

const byStatus = Object.fromEntries(PAYMENT_STATUSES.map((status, at) => [status, at * 1_000]));
const counts = { total: 36_000, byStatus, countedUpTo: null } as PaymentCounts;

test("a tab counts its statuses, and all of them without one", () => {
  expect(countOf(counts, ["in_progress", "partial"])).toEqual({ number: 3_000, isMore: false });
  expect(countOf(counts, [])).toEqual({ number: 36_000, isMore: false });
  expect(countOf(undefined, [])).toBeNull();
  expect(countOf({ ...counts, byStatus: null }, [])).toBeNull();
});

test("a number at which counting stopped says that there are more", () => {
  const capped = { ...counts, countedUpTo: 5_000 };
  expect(wholeNumber(countOf(capped, ["expired"]) ?? { number: 0, isMore: false })).toBe("5,000+");
  expect(countOf(capped, ["paid"])).toEqual({ number: 3_000, isMore: false });
});

test("a page says which rows it shows, of how many that fit, of how many in all", () => {
  const some = { first: 26, rows: 25, fitting: { number: 5_000, isMore: false } };
  expect(positionOf(counts, some)).toBe("26–50 of 5,000; 36,000 in all");
  expect(positionOf(counts, { ...some, fitting: { number: 36_000, isMore: false } })).toBe("26–50 of 36,000");
  expect(positionOf(counts, { ...some, fitting: null })).toBe("26–50; 36,000 in all");
  expect(positionOf(counts, { ...some, rows: 0 })).toBeNull();
});
