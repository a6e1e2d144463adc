import { expect, test } from "vitest";
import { DepositModel, type KnownDeposit, sharesOf } from "@/sim/model/deposits";
import type { Violation } from "@/sim/model/facts";

const DEPOSIT: KnownDeposit = {
  requestId: "request",
  network: "one",
  address: "deposit",
  token: "usdc",
  payee: "shop",
  reference: "main",
  amount: 100n,
  feeAmount: 5n,
  legAmount: 2n,
  legReference: "leg",
};
const REQUEST = { recipient: "shop", token: "usdc", amount: 100n, reference: "main" };

function aModel() {
  const broken: Violation[] = [];
  const deposits = new DepositModel((violation) => broken.push(violation));
  deposits.told(DEPOSIT, REQUEST, false);
  return { deposits, broken };
}

const transfer = (txHash: string, amount: bigint, token = "usdc", to = "deposit") => ({
  network: "one",
  txHash,
  token,
  to,
  amount,
  depth: 1,
});

test("the fees of any number of parts add up to those of one payment, and what comes afterwards is the payee's", () => {
  const { deposits } = aModel();
  const payments = deposits.paymentsOf([transfer("a", 50n), transfer("b", 57n), transfer("c", 10n)]);
  const main = payments.filter(({ reference }) => reference === "main");
  expect(main.map(({ amount }) => amount)).toEqual([48n, 52n, 10n]);
  expect(main.map(({ feeAmount }) => feeAmount)).toEqual([2n, 3n, 0n]);
  const legs = payments.filter(({ reference }) => reference === "leg");
  expect(legs.map(({ amount }) => amount)).toEqual([2n]);
  expect(sharesOf(DEPOSIT, 0n, 107n)).toEqual({ payee: 100n, fee: 5n, leg: 2n });
});

test("another token, and an address that nobody was told, pay nothing", () => {
  const { deposits } = aModel();
  const transfers = [transfer("a", 107n, "other"), transfer("b", 107n, "usdc", "elsewhere")];
  expect(deposits.paymentsOf(transfers)).toEqual([]);
});

test("another address for the same fee, or one for somebody else, is wrong", () => {
  const { deposits, broken } = aModel();
  deposits.told({ ...DEPOSIT, address: "with a fee" }, REQUEST, true);
  expect(broken).toEqual([]);
  deposits.told({ ...DEPOSIT, address: "another" }, REQUEST, false);
  deposits.told({ ...DEPOSIT, payee: "somebody" }, REQUEST, false);
  expect(broken).toHaveLength(2);
});
