import { expect, test } from "vitest";
import { underpaymentWords } from "./underpayment-words";

test("a policy reads as one sentence, and none as what holds instead", () => {
  const policy = { percent: "0.5", cap: "5", for: "deposits" } as const;
  expect(underpaymentWords(policy, "Nothing")).toBe("0.5% of the amount, 5 USD at most, for plain transfers");
  expect(underpaymentWords({ ...policy, for: "all" }, "Nothing")).toContain("for all payments");
  expect(underpaymentWords(null, "Nothing")).toBe("Nothing");
});
