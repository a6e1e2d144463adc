import { type AbiFunction, encodeFunctionData, type Hex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recurringAbi } from "@/contracts/abis";
import { readArtifact } from "@/contracts/artifact";
import { type Bench, RELAYER, Reverted, startBench } from "@/contracts/testing/bench";
import {
  DAY,
  FEE_ADDRESS,
  type Permit,
  RECURRING_ABI,
  referenceOf,
  schedulesOn,
} from "@/contracts/testing/schedules";
import { developmentAccount } from "@/server/chains/development-accounts";

/** What somebody can do who has the executor's key and knows every signed schedule. */
let bench: Bench;
let on: ReturnType<typeof schedulesOn>;
const THIEF = RELAYER;
const thief = developmentAccount(THIEF).address;

beforeAll(async () => {
  bench = await startBench("sepolia");
  on = schedulesOn(bench);
  await bench.approve("payer", bench.token("FAU"), bench.at.recurring, 10n ** 12n);
});
afterAll(() => bench?.stop());

const PREFIX = "ERC20RecurringPaymentProxy__";
const reasonOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "worked",
    (error: unknown) => {
      if (error instanceof Reverted) return error.reason.replace(PREFIX, "");
      throw error;
    },
  );
const call = (functionName: string, args: readonly unknown[]) => ({
  to: bench.at.recurring,
  abi: RECURRING_ABI,
  functionName,
  args,
});

test("a stolen executor key pays what is due to whom it was signed, and collects the gas fee", async () => {
  const permit = await on.draft({ nonce: 1_001n });
  const signature = await on.sign(permit);
  const token = bench.token("FAU");
  const read = () =>
    Promise.all([thief, permit.recipient, FEE_ADDRESS].map((of) => bench.balance(token, of)));
  const before = await read();
  await on.trigger(permit, signature, 1, THIEF);
  const after = await read();
  expect(after.map((balance, i) => balance - (before[i] ?? 0n))).toEqual([
    permit.gasFee,
    permit.amount,
    permit.feeAmount,
  ]);
});

test("it pays nothing early, twice, out of order, after the end or after a cancellation", async () => {
  const permit = await on.draft({ nonce: 1_002n, totalExecutions: 2 });
  const signature = await on.sign(permit);
  const trigger = (index: number) => reasonOf(on.trigger(permit, signature, index, THIEF));
  expect(await trigger(2)).toBe("PaymentOutOfOrder");
  expect(await trigger(1)).toBe("worked");
  expect(await trigger(1)).toBe("PaymentOutOfOrder");
  expect(await trigger(2)).toBe("NotDueYet");
  await on.pass(DAY);
  expect(await trigger(2)).toBe("worked");
  expect(await trigger(3)).toBe("IndexOutOfBounds");

  const ended = await on.draft({ nonce: 1_003n });
  const endedSignature = await on.sign(ended);
  await on.cancel(ended);
  expect(await reasonOf(on.trigger(ended, endedSignature, 1, THIEF))).toBe("Cancelled");
});

test("it changes nothing of what was signed, and attaches no payment to another request", async () => {
  const permit = await on.draft({ nonce: 1_004n });
  const signature = await on.sign(permit);
  const changes: Partial<Permit>[] = [
    { recipient: thief },
    { feeAddress: thief },
    { amount: permit.amount + 1n },
    { gasFee: permit.gasFee + 1n },
    { feeAmount: permit.feeAmount + 1n },
    { subscriber: bench.chain.accounts.payer2.address },
    { token: bench.token("USDC") },
    { periodSeconds: 1 },
    { firstExec: 1 },
    { totalExecutions: 255 },
    { nonce: 1n },
    { deadline: permit.deadline + 1n },
  ];
  for (const change of changes) {
    expect([change, await reasonOf(on.trigger({ ...permit, ...change }, signature, 1, THIEF))]).toEqual([
      change,
      "BadSignature",
    ]);
  }
  const other = referenceOf(on.digestOf(permit), 2);
  expect(await reasonOf(on.triggerWithReference(permit, signature, 1, other))).toBe("WrongReference");
});

test("it has no other power over the contract: every other function that changes something refuses it", async () => {
  const permit = await on.draft({ nonce: 1_005n });
  const zero: Hex = `0x${"00".repeat(32)}`;
  const signature = await bench.chain.wallet(THIEF).signTypedData(on.typedCancel(permit));
  const attempts: Record<string, readonly unknown[]> = {
    cancel: [permit],
    cancelWithSignature: [permit, signature],
    grantRole: [zero, thief],
    revokeRole: [zero, thief],
    pause: [],
    unpause: [],
    setRelayer: [thief, thief],
    transferOwnership: [thief],
    renounceOwnership: [],
    triggerAsPartOfMany: [{ permit, signature, index: 1, paymentReference: "0x" }, thief],
  };
  const { abi } = await readArtifact("ERC20RecurringPaymentProxy");
  const changing = abi.filter(
    (item): item is AbiFunction => item.type === "function" && item.stateMutability === "nonpayable",
  );
  // What it may: pay what is due, and give its role away to nobody.
  const allowed = ["triggerRecurringPayment", "triggerRecurringPayments", "renounceRole"];
  expect(changing.map(({ name }) => name).sort()).toEqual([...allowed, ...Object.keys(attempts)].sort());
  for (const [functionName, args] of Object.entries(attempts)) {
    const data = encodeFunctionData({ abi, functionName, args });
    const attempt = bench.chain.publicClient.call({ account: thief, to: bench.at.recurring, data });
    await expect(attempt, functionName).rejects.toThrow(/revert/i);
  }
});

test("it moves no token of the contract or of a payer, whose allowance is the contract's", async () => {
  const token = bench.token("FAU");
  expect(await bench.balance(token, bench.at.recurring)).toBe(0n);
  const data = encodeFunctionData({
    abi: [
      {
        type: "function",
        name: "transferFrom",
        stateMutability: "nonpayable",
        inputs: [{ type: "address" }, { type: "address" }, { type: "uint256" }],
        outputs: [{ type: "bool" }],
      },
    ],
    args: [bench.chain.accounts.payer.address, thief, 1n],
  });
  await expect(bench.chain.publicClient.call({ account: thief, to: token, data })).rejects.toThrow(/revert/i);
});

test("its owner takes the role away, and with it everything", async () => {
  const permit = await on.draft({ nonce: 1_006n });
  const signature = await on.sign(permit);
  await bench.send(0, call("setRelayer", [thief, bench.chain.accounts.merchant.address]));
  expect(await reasonOf(on.trigger(permit, signature, 1, THIEF))).toBe("AccessControlUnauthorizedAccount");
  const role = await bench.read<Hex>({
    to: bench.at.recurring,
    abi: recurringAbi,
    functionName: "RELAYER_ROLE",
  });
  expect(await bench.read(call("hasRole", [role, thief]))).toBe(false);
});
