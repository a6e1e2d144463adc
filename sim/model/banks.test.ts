import { expect, test } from "vitest";
import { BankModel } from "@/sim/model/banks";
import type { Violation } from "@/sim/model/facts";

function aModel() {
  const broken: Violation[] = [];
  const banks = new BankModel((violation) => broken.push(violation));
  banks.bound("request", 0);
  const says = (status: string, at: number) => banks.says("request", { status, isClosed: false }, at);
  return { banks, broken, says };
}

test("what is announced as paid while the bank has it is right, however late it comes", () => {
  const { banks, broken, says } = aModel();
  says("sending_fiat", 10);
  says("fiat_sent", 20);
  banks.confirmed("request", 15);
  says("bounced", 30);
  banks.confirmed("request", 25);
  says("bounced", 40);
  expect(broken).toEqual([]);
});

test("what is announced before, or after the money came back, is wrong", () => {
  const { banks, broken, says } = aModel();
  banks.confirmed("request", 5);
  says("sending_fiat", 10);
  expect(broken).toMatchObject([{ rule: "paid is what the bank has" }]);
  says("fiat_sent", 20);
  says("bounced", 30);
  banks.confirmed("request", 35);
  says("bounced", 40);
  expect(broken).toHaveLength(2);
});

test("while somebody decides what becomes of it, the bank may have had it for a moment", () => {
  const { banks, broken, says } = aModel();
  says("sending_fiat", 10);
  banks.decided("request", 10, 20);
  banks.confirmed("request", 15);
  says("bounced", 20);
  expect(broken).toEqual([]);
});

test.each([
  ["awaiting_funds", 0n, "created"],
  ["awaiting_funds", 4n, "partially_paid"],
  ["awaiting_funds", 10n, "processing"],
  ["sending_fiat", 10n, "processing"],
  ["fiat_sent", 10n, "paid"],
  ["fiat_sent", 4n, "partially_paid"],
  ["fiat_sent", 0n, "processing"],
  ["bounced", 10n, "processing"],
  ["failed", 10n, "failed"],
  ["failed", 0n, "failed"],
  ["refunded", 10n, "refunded"],
])("%s with %s of 10 on chain is %s", (status, paid, expected) => {
  const { banks, says } = aModel();
  says(status, 1);
  expect(banks.statusOf({ requestId: "request", least: 10n }, paid)).toBe(expected);
});

test("an address that was closed before money came has a request that is open, or that failed when it is paid late", () => {
  const { banks } = aModel();
  banks.says("request", { status: "failed", isClosed: true }, 1);
  const statusOf = (paid: bigint) => banks.statusOf({ requestId: "request", least: 10n }, paid);
  expect([0n, 4n, 10n].map(statusOf)).toEqual(["created", "partially_paid", "failed"]);
});
