import { expect, test } from "vitest";
import type { Violation } from "@/sim/model/facts";
import { FeeModel } from "@/sim/model/fees";

const payment = (reference: string, amount: bigint, feeAmount = 0n) => ({
  network: "one",
  txHash: "0x1",
  reference,
  token: "usdc",
  recipient: "shop",
  amount,
  feeAmount,
  depth: 20,
});

const REQUEST = { requestId: "request", network: "one", reference: "main", decimals: 2 };

function aModel() {
  const broken: Violation[] = [];
  const fees = new FeeModel({ capCents: 50n }, (violation) => broken.push(violation));
  return { fees, broken };
}

test("a fee takes up to its cap, from the payee or on top of what the payer pays", () => {
  const { fees, broken } = aModel();
  fees.previewed({
    decimals: 2,
    gross: 80n,
    bearer: "payer",
    total: 50n,
    payerTotal: 130n,
    netRecipient: 80n,
  });
  fees.previewed({ decimals: 2, gross: 50n, bearer: "payee", total: 50n, payerTotal: 50n, netRecipient: 0n });
  expect(broken).toEqual([]);
  fees.previewed({
    decimals: 2,
    gross: 80n,
    bearer: "payer",
    total: 50n,
    payerTotal: 180n,
    netRecipient: 80n,
  });
  fees.previewed({ decimals: 2, gross: 80n, bearer: "payee", total: 80n, payerTotal: 80n, netRecipient: 0n });
  fees.asked(REQUEST, [payment("main", 100n), payment("fee", 51n)]);
  expect(broken).toHaveLength(3);
});

test("fees inside payments and under references of their own are said once", () => {
  const { fees, broken } = aModel();
  const [own, leg, other] = [payment("main", 100n, 2n), payment("fee", 50n), payment("another", 7n)];
  const elsewhere = { ...leg, network: "another" };
  fees.asked(REQUEST, [own, leg]);
  const chain = { own: [own], payments: [own, leg, other, elsewhere] };
  fees.atTheEnd(REQUEST, {
    ...chain,
    lines: [
      { type: "protocol", amount: 50n },
      { type: "platform", amount: 2n },
    ],
  });
  expect(broken).toEqual([]);
  fees.atTheEnd(REQUEST, {
    ...chain,
    lines: [
      { type: "protocol", amount: 100n },
      { type: "platform", amount: 2n },
    ],
  });
  expect(broken).toMatchObject([{ rule: "fees are what the chain says" }]);
});

test("a fee that a reorganisation brought to somebody else is none", () => {
  const { fees, broken } = aModel();
  const [own, leg] = [payment("main", 100n), payment("fee", 50n)];
  fees.asked(REQUEST, [own, leg]);
  const chain = { own: [own], payments: [own, { ...leg, recipient: "somebody" }] };
  fees.atTheEnd(REQUEST, { ...chain, lines: [] });
  expect(broken).toEqual([]);
  fees.atTheEnd(REQUEST, { ...chain, lines: [{ type: "protocol", amount: 50n }] });
  expect(broken).toMatchObject([{ rule: "fees are what the chain says" }]);
});
