import { keccak256 } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DepositTerms } from "@/server/chains/deposit-address";
import { depositAccountAbi, depositFactoryAbi, erc20FeeProxyAbi } from "./abis";
import { type Bench, eventsOf, startBench } from "./testing/bench";
import {
  type Deposits,
  depositsOn,
  FEE_RECEIVER,
  LEG_RECEIVER,
  LEG_REFERENCE,
  NO_FEES,
  REFERENCE,
} from "./testing/deposits";
import { revertAfterEach } from "./testing/revert-after-each";

let bench: Bench;
let deposits: Deposits;
beforeAll(async () => {
  bench = await startBench("mainnet");
  deposits = depositsOn(bench);
});
revertAfterEach(() => bench);
afterAll(() => bench.stop());

const paid = (receipt: Awaited<ReturnType<Bench["send"]>>) =>
  eventsOf(receipt, erc20FeeProxyAbi, bench.at.erc20FeeProxy).map(({ args }) => args);

/** What payee and fee receivers have, and what is still at the address. */
async function balances(terms: DepositTerms) {
  const of = (address: `0x${string}`) => bench.balance(terms.token, address);
  return {
    payee: await of(terms.payee),
    fee: await of(FEE_RECEIVER),
    leg: await of(LEG_RECEIVER),
    here: await of(deposits.addressOf(terms)),
  };
}

describe("collecting", () => {
  test.each(["USDC", "USDT", "DAI"])(
    "forwards %s through the fee proxy, with the events of a payment by a wallet",
    async (symbol) => {
      const terms = deposits.terms({ token: bench.token(symbol) });
      const before = await balances(terms);
      await deposits.put(terms, 1_060n);
      const [main, leg] = paid(await deposits.collect(terms));
      expect(main).toEqual({
        tokenAddress: terms.token,
        to: terms.payee,
        amount: 1_000n,
        paymentReference: keccak256(REFERENCE),
        feeAmount: 50n,
        feeAddress: FEE_RECEIVER,
      });
      expect(leg).toMatchObject({
        to: LEG_RECEIVER,
        amount: 10n,
        paymentReference: keccak256(LEG_REFERENCE),
        feeAmount: 0n,
      });
      expect(await balances(terms)).toEqual({
        payee: before.payee + 1_000n,
        fee: before.fee + 50n,
        leg: before.leg + 10n,
        here: 0n,
      });
    },
  );

  test("of a short payment takes both fees in proportion, and of all parts together exactly the fees", async () => {
    const terms = deposits.terms();
    const before = await balances(terms);
    const fees: bigint[] = [];
    for (const part of [1n, 7n, 530n, 13n, 509n]) {
      await deposits.put(terms, part);
      const [main] = paid(await deposits.collect(terms));
      fees.push(main?.feeAmount ?? 0n);
    }
    expect(fees.slice(0, 3)).toEqual([0n, 0n, 25n]);
    expect(await balances(terms)).toEqual({
      payee: before.payee + 1_000n,
      fee: before.fee + 50n,
      leg: before.leg + 10n,
      here: 0n,
    });
  });

  test("takes no more than the fees of one payment: what is too much is the payee's", async () => {
    const terms = deposits.terms();
    const before = await balances(terms);
    await deposits.put(terms, 3_060n);
    await deposits.collect(terms);
    await deposits.put(terms, 1_060n);
    const [later, ...others] = paid(await deposits.collect(terms));
    expect(later).toMatchObject({ amount: 1_060n, feeAmount: 0n });
    expect(others).toEqual([]);
    expect(await balances(terms)).toEqual({
      payee: before.payee + 4_060n,
      fee: before.fee + 50n,
      leg: before.leg + 10n,
      here: 0n,
    });
  });

  test("without fees is one event with no fee", async () => {
    const terms = deposits.terms(NO_FEES);
    await deposits.put(terms, 400n);
    const events = paid(await deposits.collect(terms));
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ amount: 400n, feeAmount: 0n });
  });

  test("with nothing there fails", async () => {
    await expect(deposits.collect(deposits.terms())).rejects.toThrow("nothing to collect");
  });

  test("can be called at the address itself, once it is deployed", async () => {
    const terms = deposits.terms();
    const to = deposits.addressOf(terms);
    await bench.send("payer", {
      to: deposits.factory,
      abi: depositFactoryAbi,
      functionName: "deploy",
      args: [terms],
    });
    await deposits.put(terms, 1_060n);
    const receipt = await bench.send("payer2", { to, abi: depositAccountAbi, functionName: "collect" });
    expect(paid(receipt)).toHaveLength(2);
    const read = await bench.read<DepositTerms>({ to, abi: depositAccountAbi, functionName: "terms" });
    expect(read).toEqual(terms);
  });
});

describe("collecting from several", () => {
  const collectMany = (many: DepositTerms[]) =>
    bench.send("payer2", {
      to: deposits.factory,
      abi: depositFactoryAbi,
      functionName: "collectMany",
      args: [many],
    });
  const numbered = (n: number) =>
    deposits.terms({ paymentReference: `0x${(n + 1).toString(16).padStart(16, "a")}` });

  test("names the one that fails and forwards the others", async () => {
    const many = [0, 1, 2].map(numbered);
    const [first, empty, last] = many as [DepositTerms, DepositTerms, DepositTerms];
    await deposits.put(first, 1_060n);
    await deposits.put(last, 1_060n);
    const receipt = await collectMany(many);
    expect(paid(receipt)).toHaveLength(4);
    const [missed, ...others] = eventsOf(receipt, depositFactoryAbi, deposits.factory);
    expect(missed?.args).toEqual({ account: deposits.addressOf(empty) });
    expect(others).toEqual([]);
  });

  test("costs the gas that is published, and 80 fit into a transaction (16,777,216 gas, EIP-7825)", async () => {
    const alone = numbered(100);
    await deposits.put(alone, 1_060n);
    const { gasUsed } = await deposits.collect(alone);
    const bare = { ...numbered(200), ...NO_FEES };
    await deposits.put(bare, 1_060n);
    const withoutFees = await deposits.collect(bare);

    const many = Array.from({ length: 80 }, (_, n) => numbered(n));
    for (const terms of many) await deposits.put(terms, 1_060n);
    const estimate = await bench.chain.publicClient.estimateContractGas({
      account: bench.chain.accounts.payer2.address,
      address: deposits.factory,
      abi: depositFactoryAbi,
      functionName: "collectMany",
      args: [many],
    });
    expect(estimate).toBeLessThan(16_777_216n);
    const together = await collectMany(many.slice(0, 50));
    expect(paid(together)).toHaveLength(100);
    // docs/decisions/deposit-addresses.md names these, to the thousand.
    const thousands = (gas: bigint) => Math.round(Number(gas) / 1_000);
    expect({
      alone: thousands(gasUsed),
      withoutFees: thousands(withoutFees.gasUsed),
      among50: thousands(together.gasUsed / 50n),
    }).toEqual({ alone: 242, withoutFees: 166, among50: 151 });
  });
});
