import { expect, test } from "vitest";
import { STEPS, stateOf, stepNow } from "./steps";

const difference = (id: string) => ({ id, network: "base", txHash: null, problem: "missing" });
const explained = { id: "a", explanation: "sent by hand" };

test.each([
  ["no period", null, "open"],
  ["one that is compared", { state: "comparing", differences: [], explanations: [] }, "compare"],
  ["one without differences", { state: "compared", differences: [], explanations: [] }, "sign"],
  [
    "one with a difference that is not explained",
    { state: "compared", differences: [difference("a"), difference("b")], explanations: [explained] },
    "explain",
  ],
  [
    "one whose differences are explained",
    { state: "compared", differences: [difference("a")], explanations: [explained] },
    "sign",
  ],
  ["a closed one", { state: "closed", differences: [difference("a")], explanations: [] }, "files"],
] as const)("with %s the step is %#", (_, period, step) => {
  expect(
    stepNow(
      period && { ...period, differences: [...period.differences], explanations: [...period.explanations] },
    ),
  ).toBe(step);
});

test("each step is behind, at hand or ahead", () => {
  expect(STEPS.map((step) => stateOf(step, "explain"))).toEqual(["done", "done", "now", "later", "later"]);
});
