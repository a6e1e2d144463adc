import { expect, test } from "vitest";
import { feeSentence, inOrder, percentOf } from "@/components/onboarding/fee-words";

test.each([
  [0, "0%"],
  [1, "0.01%"],
  [5, "0.05%"],
  [150, "1.5%"],
  [1_234, "12.34%"],
  [10_000, "100%"],
])("%i hundredths of a percent are %s, to the last digit", (bps, text) => {
  expect(percentOf(bps, "en")).toBe(text);
});

test("a percentage is written in the language's way, with Latin digits", () => {
  expect(percentOf(150, "de")).toBe("1,5\u00a0%");
  expect(percentOf(150, "ar")).toMatch(/1\.5/);
});

test("who bears a fee has a sentence of its own", () => {
  expect(feeSentence({ flow: "incoming", feeBearer: "payer" })).toBe("onboarding.fee.incoming.payer");
  expect(feeSentence({ flow: "outgoing", feeBearer: "recipient" })).toBe("onboarding.fee.outgoing.recipient");
});

test("what is received comes first, and the dearest of it", () => {
  const fee = { feeBearer: "payer", usdCap: null } as const;
  const list = [
    { ...fee, flow: "outgoing", bps: 900 },
    { ...fee, flow: "incoming", bps: 10 },
    { ...fee, flow: "incoming", bps: 20 },
  ] as const;
  expect(inOrder(list).map(({ bps }) => bps)).toEqual([20, 10, 900]);
});
