import {
  type Abi,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  http,
  keccak256,
  parseAbi,
  parseUnits,
  type TransactionReceipt,
  toFunctionSelector,
  zeroAddress,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { erc20Abi, erc20FeeProxyAbi, recurringAbi } from "./abis";
import { readArtifact } from "./artifact";
import { type Bench, eventsOf, RELAYER, startBench } from "./testing/bench";
import { revertAfterEach } from "./testing/revert-after-each";
import { aSafe, signAsSafe } from "./testing/safes";
import { DAY, FEE_ADDRESS, type Permit, RECURRING_ABI, referenceOf, schedulesOn } from "./testing/schedules";

const FAUCET = parseAbi(["function allocateTo(address owner, uint256 value)"]);

type Schedules = ReturnType<typeof schedulesOn>;

let bench: Bench;
let schedules: Schedules;
beforeAll(async () => {
  bench = await startBench("sepolia");
  schedules = schedulesOn(bench);
});
revertAfterEach(() => bench);
afterAll(() => bench.stop());

const draft: Schedules["draft"] = (changes) => schedules.draft(changes);
const sign: Schedules["sign"] = (...args) => schedules.sign(...args);
const trigger: Schedules["trigger"] = (...args) => schedules.trigger(...args);
const pass = (seconds: number) => schedules.pass(seconds);
const typed: Schedules["typed"] = (...args) => schedules.typed(...args);
const scheduleEvents = (receipt: TransactionReceipt) => eventsOf(receipt, recurringAbi, bench.at.recurring);

const ownerCall = (functionName: string, args: unknown[] = []) =>
  bench.send(0, { to: bench.at.recurring, abi: RECURRING_ABI, functionName, args });

describe("an instalment that is due", () => {
  test("pays recipient, fee and relayer out of the subscriber's allowance and keeps nothing", async () => {
    const permit = await draft();
    await bench.approve("payer", permit.token, bench.at.recurring, 1_057n);
    const before = await bench.balance(permit.token, permit.recipient);
    const receipt = await trigger(permit, await sign(permit), 1);

    expect(await bench.balance(permit.token, permit.recipient)).toBe(before + 1_000n);
    expect(await bench.balance(permit.token, FEE_ADDRESS)).toBe(50n);
    expect(await bench.balance(permit.token, bench.chain.wallet(RELAYER).account.address)).toBe(7n);
    expect(await bench.balance(permit.token, bench.at.recurring)).toBe(0n);
    const [event] = eventsOf(receipt, erc20FeeProxyAbi, bench.at.erc20FeeProxy);
    expect(event?.topics[1]).toBe(keccak256(referenceOf(schedules.digestOf(permit), 1)));
    expect(event?.args).toMatchObject({ amount: 1_000n, feeAmount: 50n, to: permit.recipient });
    expect(await schedules.lastIndex(permit)).toBe(1);
    expect(await schedules.bitmap(permit)).toBe(2n);
    expect(scheduleEvents(receipt).map(({ eventName, args }) => ({ eventName, args }))).toEqual([
      { eventName: "InstalmentPaid", args: { schedule: schedules.digestOf(permit), index: 1 } },
    ]);
  });

  test("that was missed is caught up, in order", async () => {
    const permit = await draft();
    const signature = await sign(permit);
    await bench.approve("payer", permit.token, bench.at.recurring, 10_000n);
    await pass(10 * DAY);
    for (const index of [1, 2, 3]) await trigger(permit, signature, index);
    expect(await bench.balance(permit.token, FEE_ADDRESS)).toBe(150n);
  });

  test("collects no fee that has no receiver", async () => {
    const permit = await draft({ feeAddress: zeroAddress });
    await bench.approve("payer", permit.token, bench.at.recurring, 1_007n);
    await trigger(permit, await sign(permit), 1);
    expect(await bench.balance(permit.token, bench.at.recurring)).toBe(0n);
  });
});

describe("refused:", () => {
  let permit: Permit;
  let signature: Hex;
  beforeEach(async () => {
    permit = await draft();
    signature = await sign(permit);
    await bench.approve("payer", permit.token, bench.at.recurring, 10_000n);
  });

  test("an instalment before its time", async () => {
    await trigger(permit, signature, 1);
    await expect(trigger(permit, signature, 2)).rejects.toThrow("ERC20RecurringPaymentProxy__NotDueYet");
    await pass(DAY);
    await trigger(permit, signature, 2);
  });

  test("one that the allowance or the balance does not cover, with the token's own error", async () => {
    await bench.approve("payer", permit.token, bench.at.recurring, 1_056n);
    await expect(trigger(permit, signature, 1)).rejects.toThrow("ERC20InsufficientAllowance");
    await bench.approve("payer", permit.token, bench.at.recurring, 10n ** 30n);
    const rich = { ...permit, amount: parseUnits("2000000", 18) };
    await expect(trigger(rich, await sign(rich), 1)).rejects.toThrow("ERC20InsufficientBalance");
  });

  test("any caller without the relayer role, the subscriber included", async () => {
    await expect(trigger(permit, signature, 1, "payer")).rejects.toThrow("AccessControlUnauthorizedAccount");
  });

  test("an index that is skipped, repeated or 0", async () => {
    await pass(10 * DAY);
    for (const index of [0, 2]) {
      await expect(trigger(permit, signature, index)).rejects.toThrow(
        "ERC20RecurringPaymentProxy__PaymentOutOfOrder",
      );
    }
    await trigger(permit, signature, 1);
    for (const index of [1, 3]) {
      await expect(trigger(permit, signature, index)).rejects.toThrow(
        "ERC20RecurringPaymentProxy__PaymentOutOfOrder",
      );
    }
  });

  test("a permit with any field changed", async () => {
    const other = bench.chain.accounts.payer2.address;
    const changes: Partial<Permit>[] = [
      { subscriber: other },
      { token: bench.token("USDC") },
      { recipient: other },
      { feeAddress: other },
      { amount: permit.amount + 1n },
      { feeAmount: permit.feeAmount + 1n },
      { gasFee: permit.gasFee + 1n },
      { periodSeconds: permit.periodSeconds - 1 },
      { firstExec: permit.firstExec - 1 },
      { totalExecutions: permit.totalExecutions + 1 },
      { nonce: permit.nonce + 1n },
      { deadline: permit.deadline + 1n },
    ];
    expect(new Set(changes.flatMap((change) => Object.keys(change)))).toEqual(new Set(Object.keys(permit)));
    for (const change of changes) {
      await expect(trigger({ ...permit, ...change }, signature, 1)).rejects.toThrow(
        "ERC20RecurringPaymentProxy__BadSignature",
      );
    }
  });

  test("a signature by someone else, of another contract, or malformed", async () => {
    const byOther = await bench.chain.wallet("payer2").signTypedData(typed(permit));
    const elsewhere = await bench.chain.wallet("payer").signTypedData(typed(permit, { chainId: 1 }));
    for (const bad of [byOther, elsewhere, "0x", `${signature}00`] as Hex[]) {
      await expect(trigger(permit, bad, 1)).rejects.toThrow("ERC20RecurringPaymentProxy__BadSignature");
    }
  });

  test("an instalment after the last", async () => {
    await pass(10 * DAY);
    for (const index of [1, 2, 3]) await trigger(permit, signature, index);
    await expect(trigger(permit, signature, 4)).rejects.toThrow(
      "ERC20RecurringPaymentProxy__IndexOutOfBounds",
    );
  });

  test("a permit past its deadline", async () => {
    await pass(101 * DAY);
    await expect(trigger(permit, signature, 1)).rejects.toThrow(
      "ERC20RecurringPaymentProxy__SignatureExpired",
    );
  });

  test("everything while paused", async () => {
    await ownerCall("pause");
    await expect(trigger(permit, signature, 1)).rejects.toThrow("EnforcedPause");
    await ownerCall("unpause");
    await trigger(permit, signature, 1);
  });

  test("the relayer that was replaced", async () => {
    const old = bench.chain.wallet(RELAYER).account.address;
    await ownerCall("setRelayer", [old, bench.chain.wallet(8).account.address]);
    await expect(trigger(permit, signature, 1)).rejects.toThrow("AccessControlUnauthorizedAccount");
    await trigger(permit, signature, 1, 8);
  });
});

describe("the reference of an instalment", () => {
  test("follows from the signed schedule: a relayer can attach the payment to nothing else", async () => {
    const permit = await draft();
    const signature = await sign(permit);
    await bench.approve("payer", permit.token, bench.at.recurring, 10_000n);
    const own = referenceOf(schedules.digestOf(permit), 1);
    const others = [
      "0xb3581f0b0f74cc61",
      "0x",
      `${own}00`,
      referenceOf(schedules.digestOf(permit), 2),
    ] as Hex[];
    for (const reference of others) {
      await expect(schedules.triggerWithReference(permit, signature, 1, reference)).rejects.toThrow(
        "ERC20RecurringPaymentProxy__WrongReference",
      );
    }
    const args = [schedules.digestOf(permit), 1];
    const read = { to: bench.at.recurring, abi: RECURRING_ABI, functionName: "referenceOf", args };
    expect(await bench.read(read)).toBe(own);
    await schedules.triggerWithReference(permit, signature, 1, own);
  });
});

describe("a subscriber who ends a schedule", () => {
  let permit: Permit;
  let signature: Hex;
  beforeEach(async () => {
    permit = await draft();
    signature = await sign(permit);
    await bench.approve("payer", permit.token, bench.at.recurring, 10_000n);
  });

  test("by a transaction stops every later instalment, also those that were missed", async () => {
    await trigger(permit, signature, 1);
    const receipt = await schedules.cancel(permit);
    await pass(10 * DAY);
    await expect(trigger(permit, signature, 2)).rejects.toThrow("ERC20RecurringPaymentProxy__Cancelled");
    expect(await schedules.isCancelled(permit)).toBe(true);
    expect(scheduleEvents(receipt)).toMatchObject([
      {
        eventName: "ScheduleCancelled",
        args: { schedule: schedules.digestOf(permit), subscriber: permit.subscriber },
      },
    ]);
    expect(await schedules.lastIndex(permit)).toBe(1);
  });

  test("before the first instalment and while the contract is paused stops it as well", async () => {
    await ownerCall("pause");
    await schedules.cancel(permit);
    await ownerCall("unpause");
    await expect(trigger(permit, signature, 1)).rejects.toThrow("ERC20RecurringPaymentProxy__Cancelled");
  });

  test("stops that schedule only", async () => {
    const other = { ...permit, nonce: 2n };
    await schedules.cancel(permit);
    await trigger(other, await sign(other), 1);
    expect(await schedules.isCancelled(other)).toBe(false);
  });

  test("twice changes nothing and announces nothing again", async () => {
    await schedules.cancel(permit);
    expect(scheduleEvents(await schedules.cancel(permit))).toEqual([]);
  });

  test("is the only one who can: not the relayer, the owner or the recipient", async () => {
    for (const who of [RELAYER, 0, "recipient"] as const) {
      await expect(schedules.cancel(permit, who)).rejects.toThrow(
        "ERC20RecurringPaymentProxy__NotSubscriber",
      );
    }
    expect(await schedules.isCancelled(permit)).toBe(false);
  });

  test("by a signature lets anybody send it and pay the gas", async () => {
    const cancellation = await bench.chain.wallet("payer").signTypedData(schedules.typedCancel(permit));
    await schedules.cancelWithSignature(permit, cancellation, "payer2");
    await expect(trigger(permit, signature, 1)).rejects.toThrow("ERC20RecurringPaymentProxy__Cancelled");
  });

  test("by a signature: the permit's own, another schedule's and somebody else's do not count", async () => {
    const wallet = bench.chain.wallet("payer");
    const other = await wallet.signTypedData(schedules.typedCancel({ ...permit, nonce: 2n }));
    const byOther = await bench.chain.wallet("payer2").signTypedData(schedules.typedCancel(permit));
    for (const bad of [signature, other, byOther, "0x"] as Hex[]) {
      await expect(schedules.cancelWithSignature(permit, bad)).rejects.toThrow(
        "ERC20RecurringPaymentProxy__BadSignature",
      );
    }
    await trigger(permit, signature, 1);
  });
});

describe("a subscriber that is a contract wallet (ERC-1271)", () => {
  test("a Safe signs a schedule and its end by the signature of its owner", async () => {
    const safe = await aSafe(bench, ["payer"], 1n);
    await bench.send("payer", {
      to: bench.token("FAU"),
      abi: FAUCET,
      functionName: "allocateTo",
      args: [safe, 10_000n],
    });
    await bench.chain.rpc("anvil_impersonateAccount", safe);
    await bench.chain.rpc("anvil_setBalance", safe, "0xde0b6b3a7640000");
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: "approve",
      args: [bench.at.recurring, 10_000n],
    });
    await bench.chain.rpc("eth_sendTransaction", { from: safe, to: bench.token("FAU"), data });
    await bench.chain.mine();

    const permit = await draft({ subscriber: safe });
    const signature = await signAsSafe(bench, safe, schedules.digestOf(permit), ["payer"]);
    await expect(trigger(permit, await sign(permit), 1)).rejects.toThrow(
      "ERC20RecurringPaymentProxy__BadSignature",
    );
    await trigger(permit, signature, 1);
    expect(await schedules.lastIndex(permit)).toBe(1);

    const end = hashTypedData(schedules.typedCancel(permit));
    await schedules.cancelWithSignature(permit, await signAsSafe(bench, safe, end, ["payer"]));
    await pass(DAY);
    await expect(trigger(permit, signature, 2)).rejects.toThrow("ERC20RecurringPaymentProxy__Cancelled");
  });

  test("an account with a key that delegates to code without ERC-1271 signs with its key (EIP-7702)", async () => {
    const permit = await draft();
    await bench.approve("payer", permit.token, bench.at.recurring, 10_000n);
    await bench.chain.rpc("anvil_setCode", permit.subscriber, "0x00");
    await trigger(permit, await sign(permit), 1);
  });
});

describe("several instalments in one transaction", () => {
  test("one that cannot be paid stops no other, and says why", async () => {
    const permits = await Promise.all([1n, 2n, 3n].map((nonce) => draft({ nonce })));
    const early = await draft({
      nonce: 4n,
      firstExec: permits[0]?.firstExec ? permits[0].firstExec + DAY : DAY,
    });
    const all = [...permits, early];
    await bench.approve("payer", early.token, bench.at.recurring, 1_057n * 3n);
    const instalments = await Promise.all(
      all.map(async (permit) => ({ permit, signature: await sign(permit), index: 1 })),
    );
    const receipt = await schedules.triggerMany(instalments);
    expect(await Promise.all(all.map((permit) => schedules.lastIndex(permit)))).toEqual([1, 1, 1, 0]);
    const failed = scheduleEvents(receipt).find(({ eventName }) => eventName === "InstalmentFailed");
    expect(failed?.args).toEqual({
      schedule: schedules.digestOf(early),
      index: 1,
      reason: toFunctionSelector("ERC20RecurringPaymentProxy__NotDueYet()"),
    });
    expect(await bench.balance(early.token, bench.chain.wallet(RELAYER).account.address)).toBe(21n);
  });

  test("several of one schedule are paid in their order, and never one twice", async () => {
    const permit = await draft();
    const signature = await sign(permit);
    await bench.approve("payer", permit.token, bench.at.recurring, 10_000n);
    await pass(10 * DAY);
    await schedules.triggerMany([1, 1, 3, 2, 3, 3].map((index) => ({ permit, signature, index })));
    expect(await schedules.lastIndex(permit)).toBe(3);
    expect(await schedules.bitmap(permit)).toBe(14n);
    expect(await bench.balance(permit.token, FEE_ADDRESS)).toBe(150n);
  });

  test("up to instalment 255, the last that a permit can hold, the bitmap says which are paid", async () => {
    const permit = await draft({
      totalExecutions: 255,
      periodSeconds: 1,
      amount: 1n,
      feeAmount: 0n,
      gasFee: 0n,
    });
    const signature = await sign(permit);
    await bench.approve("payer", permit.token, bench.at.recurring, 255n);
    await pass(300);
    for (let first = 1; first <= 255; first += 85) {
      await schedules.triggerMany(
        Array.from({ length: 85 }, (_, i) => ({ permit, signature, index: first + i })),
      );
    }
    expect(await schedules.lastIndex(permit)).toBe(255);
    expect(await schedules.bitmap(permit)).toBe(2n ** 256n - 2n);
  });

  test("the part that pays one of many is open to nobody from outside", async () => {
    const permit = await draft();
    const instalment = { permit, signature: await sign(permit), index: 1, paymentReference: "0x" };
    const { abi } = await readArtifact("ERC20RecurringPaymentProxy");
    for (const who of [RELAYER, "payer", 0] as const) {
      const call = {
        to: bench.at.recurring,
        abi,
        functionName: "triggerAsPartOfMany",
        args: [instalment, FEE_ADDRESS],
      };
      await expect(bench.send(who, call)).rejects.toThrow("ERC20RecurringPaymentProxy__OnlySelf");
    }
  });

  test("is refused to anybody without the relayer role, and while paused", async () => {
    const permit = await draft();
    const instalments = [{ permit, signature: await sign(permit), index: 1 }];
    await expect(schedules.triggerMany(instalments, 300_000n, "payer")).rejects.toThrow(
      "AccessControlUnauthorizedAccount",
    );
    await ownerCall("pause");
    await expect(schedules.triggerMany(instalments)).rejects.toThrow("EnforcedPause");
  });
});

describe("gas", () => {
  test("a later instalment costs no more than the published contract's 127,000, and in a batch clearly less", async () => {
    const permits = await Promise.all(Array.from({ length: 10 }, (_, n) => draft({ nonce: BigInt(n) })));
    const instalments = await Promise.all(
      permits.map(async (permit) => ({ permit, signature: await sign(permit), index: 1 })),
    );
    await bench.approve("payer", bench.token("FAU"), bench.at.recurring, 1_000_000n);
    const first = instalments[0];
    if (!first) throw new Error("no instalment");
    await trigger(first.permit, first.signature, 1);
    await schedules.triggerMany(instalments.slice(1));
    await pass(DAY);
    const single = await trigger(first.permit, first.signature, 2);
    const many = await schedules.triggerMany(instalments.slice(1).map((one) => ({ ...one, index: 2 })));
    const each = many.gasUsed / 9n;
    expect(single.gasUsed).toBeLessThanOrEqual(127_000n);
    expect(each).toBeLessThan((single.gasUsed * 8n) / 10n);
  });
});

describe("a token that misbehaves", () => {
  const MODES = { calls: 1, longRevert: 2, burnsGas: 3, takesFee: 4 };
  let token: Hex;
  let abi: Abi;
  let permit: Permit;
  let signature: Hex;
  beforeEach(async () => {
    ({ abi } = await readArtifact("HostileToken"));
    token = await bench.deploy("HostileToken", "Hostile", "BAD", 18);
    permit = await draft({ token });
    signature = await sign(permit);
    await bench.mint(token, permit.subscriber, 100_000n);
    await bench.approve("payer", token, bench.at.recurring, 100_000n);
  });
  const misbehave = (mode: keyof typeof MODES, attack: Hex = "0x") =>
    bench.send("payer", {
      to: token,
      abi,
      functionName: "misbehave",
      args: [MODES[mode], bench.at.recurring, attack],
    });

  test("by taking a fee pays nobody less than was signed: the instalment is refused", async () => {
    await misbehave("takesFee");
    await expect(trigger(permit, signature, 1)).rejects.toThrow();
    // Also where tokens of strangers lie in the contract, which the fee would otherwise be taken from.
    await bench.mint(token, bench.at.recurring, 1_000n);
    await expect(trigger(permit, signature, 1)).rejects.toThrow(
      "ERC20RecurringPaymentProxy__InexactTransfer",
    );
    expect(await schedules.lastIndex(permit)).toBe(0);
  });

  test("by calling back gets no second instalment, even with the relayer's role", async () => {
    await ownerCall("setRelayer", [zeroAddress, token]);
    await pass(10 * DAY);
    const args = [permit, signature, 2, referenceOf(schedules.digestOf(permit), 2)] as const;
    await misbehave(
      "calls",
      encodeFunctionData({ abi: recurringAbi, functionName: "triggerRecurringPayment", args }),
    );
    await trigger(permit, signature, 1);
    expect(await schedules.lastIndex(permit)).toBe(1);
    expect(await bench.read({ to: token, abi, functionName: "successes" })).toBe(0n);
  });

  test.each(["longRevert", "burnsGas"] as const)(
    "by %s keeps no other instalment from being paid",
    async (mode) => {
      const good = await draft({ nonce: 9n });
      await bench.approve("payer", good.token, bench.at.recurring, 10_000n);
      await misbehave(mode);
      await schedules.triggerMany([
        { permit, signature, index: 1 },
        { permit: good, signature: await sign(good), index: 1 },
      ]);
      expect([await schedules.lastIndex(permit), await schedules.lastIndex(good)]).toEqual([0, 1]);
    },
  );
});

describe("the owner's powers", () => {
  test.each([
    ["setRelayer", [zeroAddress, FEE_ADDRESS]],
    ["pause", []],
    ["unpause", []],
  ])("%s is nobody else's, not even the relayer's", async (functionName, args) => {
    const call = { to: bench.at.recurring, abi: RECURRING_ABI, functionName, args };
    await expect(bench.send(RELAYER, call)).rejects.toThrow("OwnableUnauthorizedAccount");
  });

  test("do not reach to the zero address", async () => {
    await expect(ownerCall("setRelayer", [FEE_ADDRESS, zeroAddress])).rejects.toThrow(
      "ERC20RecurringPaymentProxy__ZeroAddress",
    );
  });

  test("RELAYER_ROLE is the one that clients ask for", async () => {
    const role = await bench.read({
      to: bench.at.recurring,
      abi: RECURRING_ABI,
      functionName: "RELAYER_ROLE",
    });
    expect(role).toBe("0xe2b7fb3b832174769106daebcfd6d1970523240dda11281102db9363b83b0dc4");
  });
});

describe("the published permit vector", () => {
  const DIGEST = "0xfb6c19406caa8284f7402ae0d3cac9ef4a5c5567a5f163e76ea637b3518d1fcf";
  const SIGNATURE =
    "0x85543fbbeba604db384db4387779361f92744bbcc6efdffcb106ab0df9f12621329e475c3cc4edbe69d6f2ffd55a120b64fd5a45d713526e2e849c382fd8553e1c";

  test("has that digest and signature, and the contract pays it under that digest", async () => {
    const subscriber = privateKeyToAccount(`0x${"11".repeat(32)}`);
    const recipient = "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7";
    const permit: Permit = {
      subscriber: subscriber.address,
      token: "0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C",
      recipient,
      feeAddress: recipient,
      amount: parseUnits("10", 18),
      feeAmount: 0n,
      gasFee: 0n,
      periodSeconds: DAY,
      firstExec: 1_893_456_000,
      totalExecutions: 30,
      nonce: 1n,
      deadline: 1_900_000_000n,
    };
    expect(bench.at.recurring).toBe("0xb6C7448458d8616B00eb8f93883d0081Fa2aDec9");
    expect(hashTypedData(typed(permit))).toBe(DIGEST);
    expect(await subscriber.signTypedData(typed(permit))).toBe(SIGNATURE);

    await bench.chain.rpc("evm_setNextBlockTimestamp", permit.firstExec);
    await bench.chain.mine();
    await bench.send("payer", {
      to: permit.token,
      abi: FAUCET,
      functionName: "allocateTo",
      args: [subscriber.address, permit.amount],
    });
    await bench.chain.rpc("anvil_setBalance", subscriber.address, "0xde0b6b3a7640000");
    const { chain, rpcUrl, publicClient } = bench.chain;
    const wallet = createWalletClient({ account: subscriber, chain, transport: http(rpcUrl) });
    const approval = { address: permit.token, abi: erc20Abi, functionName: "approve" } as const;
    const hash = await wallet.writeContract({ ...approval, args: [bench.at.recurring, permit.amount] });
    await publicClient.waitForTransactionReceipt({ hash });
    await trigger(permit, SIGNATURE, 1);
    expect(await bench.balance(permit.token, recipient)).toBe(permit.amount);
    expect(await schedules.lastIndex(permit)).toBe(1);
  });
});
