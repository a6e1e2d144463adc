import { expect, test } from "vitest";
import type { Flow } from "@/components/pay/flow/flow-state";
import { pollEvery } from "@/components/pay/flow/poll-every";
import { aReadyPage, COMMON, PAID_PAGES } from "@/components/pay/testing/pages";

const at = (step: Flow["step"], isSilent = false) => pollEvery({ step, page: aReadyPage(), isSilent });

test.each([
  "connect",
  "choose",
  "switching",
  "preparing",
  "review",
  "signing",
  "settling",
  "stopped",
] as const)("in %s the page hears of a payment that nobody told it of", (step) => {
  expect(at(step)).toBe(10_000);
});

test("what is on its way is asked after more often", () => {
  expect(at("confirming")).toBe(2_000);
  expect(
    pollEvery({
      step: "stopped",
      page: { ...COMMON, kind: "in_progress", facts: null, safe: null },
      isSilent: false,
    }),
  ).toBe(2_000);
});

test("a check asks once by itself, and again only where nobody answered", () => {
  expect(at("checking")).toBeNull();
  expect(at("checking", true)).toBe(2_000);
});

test("what is over is not asked after", () => {
  for (const page of [...PAID_PAGES]) expect(pollEvery({ step: "done", page, isSilent: false })).toBeNull();
  for (const page of [
    { kind: "not_found" },
    { ...COMMON, kind: "invalidated" },
    { ...COMMON, kind: "failed" },
  ] as const) {
    expect(pollEvery({ step: "stopped", page, isSilent: false })).toBeNull();
  }
});
