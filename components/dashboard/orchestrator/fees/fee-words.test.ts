import { expect, test } from "vitest";
import { bearerWords, bpsOf, percentOf } from "./fee-words";

test.each([
  ["0", 0],
  ["0.01", 1],
  ["1,5", 150],
  ["1.50", 150],
  ["12.34", 1_234],
  ["100", 10_000],
  [" 2 ", 200],
])("%s percent are %i hundredths", (text, bps) => {
  expect(bpsOf(text)).toBe(bps);
});

test.each(["", "-1", "100.01", "1.234", "1e2", "abc", "1.5%", "9999"])("%s is no percentage", (text) => {
  expect(bpsOf(text)).toBeNull();
});

test("what is written is what was meant", () => {
  for (const bps of [0, 1, 99, 150, 1_234, 10_000]) expect(bpsOf(percentOf(bps).replace(" %", ""))).toBe(bps);
});

test("who bears a fee differs in every slot", () => {
  const words = (["incoming", "outgoing"] as const).flatMap((flow) =>
    (["payer", "recipient"] as const).map((feeBearer) => bearerWords({ flow, feeBearer })),
  );
  expect(new Set(words).size).toBe(4);
});
