import { expect, test } from "vitest";
import type { Violation } from "@/sim/model/facts";
import { ToldAgain } from "@/sim/model/told-again";

const bodyOf = (paymentId: string, sequence: number) =>
  JSON.stringify({
    event: "payment.confirmed",
    timestamp: `t${sequence}`,
    sequence,
    requestId: "r",
    paymentId,
  });

function model() {
  const violations: Violation[] = [];
  return { violations, toldAgain: new ToldAgain((violation) => violations.push(violation)) };
}

test("what is told again under its ID may have another time and number, and nothing else", () => {
  const { violations, toldAgain } = model();
  toldAgain.read("shop", [{ id: "1", body: bodyOf("a", 3) }]);
  toldAgain.read("shop", [{ id: "1", body: bodyOf("a", 10_003) }]);
  toldAgain.read("other", [{ id: "1", body: bodyOf("b", 1) }]);
  expect(violations).toEqual([]);
  toldAgain.read("shop", [{ id: "1", body: bodyOf("b", 10_003) }]);
  expect(violations).toMatchObject([{ rule: "the ID of an event tells what happened" }]);
});

test("a payment keeps its ID; of several in one transaction nobody can say which is which", () => {
  const { violations, toldAgain } = model();
  const told = (paymentId: string) => ({
    event: "payment.partial",
    requestId: "r",
    paymentId,
    txHash: "0x1",
  });
  toldAgain.payment(told("a"), true);
  toldAgain.payment(told("b"), false);
  toldAgain.payment(told("a"), true);
  expect(violations).toEqual([]);
  toldAgain.payment(told("b"), true);
  expect(violations).toMatchObject([{ rule: "a payment keeps its ID" }]);
});
