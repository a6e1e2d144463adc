import {
  type Abi,
  createWalletClient,
  type Hex,
  hashTypedData,
  http,
  keccak256,
  parseAbi,
  parseUnits,
  zeroAddress,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { erc20Abi, erc20FeeProxyAbi, recurringAbi } from "./abis";
import { type Bench, eventsOf, RELAYER, startBench } from "./testing/bench";

const ABI: Abi = [
  ...recurringAbi,
  ...parseAbi([
    "error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
    "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
    "error OwnableUnauthorizedAccount(address account)",
  ]),
];
const TYPES = {
  SchedulePermit: [
    { name: "subscriber", type: "address" },
    { name: "token", type: "address" },
    { name: "recipient", type: "address" },
    { name: "feeAddress", type: "address" },
    { name: "amount", type: "uint128" },
    { name: "feeAmount", type: "uint128" },
    { name: "gasFee", type: "uint128" },
    { name: "periodSeconds", type: "uint32" },
    { name: "firstExec", type: "uint32" },
    { name: "totalExecutions", type: "uint8" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
  ],
} as const;
const FEE_ADDRESS = "0xFee0000000000000000000000000000000000001";
const REFERENCE = "0xb3581f0b0f74cc61";
const DAY = 86_400;

type Permit = Awaited<ReturnType<typeof permitOf>>;

let bench: Bench;
let snapshot: Hex;
beforeAll(async () => {
  bench = await startBench("sepolia");
});
beforeEach(async () => {
  snapshot = await bench.chain.snapshot();
  return () => bench.chain.revert(snapshot);
});
afterAll(() => bench.stop());

async function permitOf(
  changes: Partial<{ token: Hex; totalExecutions: number; feeAddress: Hex; deadline: bigint }> = {},
) {
  const { timestamp } = await bench.chain.publicClient.getBlock();
  return {
    subscriber: bench.chain.accounts.payer.address,
    token: bench.token("FAU"),
    recipient: bench.chain.accounts.recipient.address,
    feeAddress: FEE_ADDRESS as Hex,
    amount: 1_000n,
    feeAmount: 50n,
    gasFee: 7n,
    periodSeconds: DAY,
    firstExec: Number(timestamp),
    totalExecutions: 3,
    nonce: 1n,
    deadline: timestamp + 100n * BigInt(DAY),
    ...changes,
  };
}

const typed = (message: Permit) => ({
  domain: {
    name: "ERC20RecurringPaymentProxy",
    version: "1",
    chainId: bench.chain.chain.id,
    verifyingContract: bench.at.recurring,
  },
  types: TYPES,
  primaryType: "SchedulePermit" as const,
  message,
});
const sign = (permit: Permit) => bench.chain.wallet("payer").signTypedData(typed(permit));

function trigger(permit: Permit, signature: Hex, index: number, who: number | "payer" = RELAYER) {
  const args = [permit, signature, index, REFERENCE];
  return bench.send(who, { to: bench.at.recurring, abi: ABI, functionName: "triggerRecurringPayment", args });
}

async function pass(seconds: number) {
  await bench.chain.rpc("evm_increaseTime", seconds);
  await bench.chain.mine();
}

const ownerCall = (functionName: string, args: unknown[] = []) =>
  bench.send(0, { to: bench.at.recurring, abi: ABI, functionName, args });

describe("an instalment that is due", () => {
  test("pays recipient, fee and relayer out of the subscriber's allowance and keeps nothing", async () => {
    const permit = await permitOf();
    await bench.approve("payer", permit.token, bench.at.recurring, 1_057n);
    const before = await bench.balance(permit.token, permit.recipient);
    const receipt = await trigger(permit, await sign(permit), 1);

    expect(await bench.balance(permit.token, permit.recipient)).toBe(before + 1_000n);
    expect(await bench.balance(permit.token, FEE_ADDRESS)).toBe(50n);
    expect(await bench.balance(permit.token, bench.chain.wallet(RELAYER).account.address)).toBe(7n);
    expect(await bench.balance(permit.token, bench.at.recurring)).toBe(0n);
    const [event] = eventsOf(receipt, erc20FeeProxyAbi, bench.at.erc20FeeProxy);
    expect(event?.topics[1]).toBe(keccak256(REFERENCE));
    expect(event?.args).toMatchObject({ amount: 1_000n, feeAmount: 50n, to: permit.recipient });
    const digest = hashTypedData(typed(permit));
    const at = { to: bench.at.recurring, abi: ABI, args: [digest] };
    expect(await bench.read({ ...at, functionName: "lastPaymentIndex" })).toBe(1);
    expect(await bench.read({ ...at, functionName: "triggeredPaymentsBitmap" })).toBe(2n);
  });

  test("that was missed is caught up, in order", async () => {
    const permit = await permitOf();
    const signature = await sign(permit);
    await bench.approve("payer", permit.token, bench.at.recurring, 10_000n);
    await pass(10 * DAY);
    for (const index of [1, 2, 3]) await trigger(permit, signature, index);
    expect(await bench.balance(permit.token, FEE_ADDRESS)).toBe(150n);
  });

  test("collects no fee that has no receiver", async () => {
    const permit = await permitOf({ feeAddress: zeroAddress });
    await bench.approve("payer", permit.token, bench.at.recurring, 1_007n);
    await trigger(permit, await sign(permit), 1);
    expect(await bench.balance(permit.token, bench.at.recurring)).toBe(0n);
  });
});

describe("refused:", () => {
  let permit: Permit;
  let signature: Hex;
  beforeEach(async () => {
    permit = await permitOf();
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
    const { domain, ...rest } = typed(permit);
    const elsewhere = await bench.chain
      .wallet("payer")
      .signTypedData({ ...rest, domain: { ...domain, chainId: 1 } });
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

describe("the owner's powers", () => {
  test.each([
    ["setRelayer", [zeroAddress, FEE_ADDRESS]],
    ["setFeeProxy", [FEE_ADDRESS]],
    ["pause", []],
    ["unpause", []],
  ])("%s is nobody else's, not even the relayer's", async (functionName, args) => {
    const call = { to: bench.at.recurring, abi: ABI, functionName, args };
    await expect(bench.send(RELAYER, call)).rejects.toThrow("OwnableUnauthorizedAccount");
  });

  test("do not reach to the zero address", async () => {
    await expect(ownerCall("setRelayer", [FEE_ADDRESS, zeroAddress])).rejects.toThrow(
      "ERC20RecurringPaymentProxy__ZeroAddress",
    );
    await expect(ownerCall("setFeeProxy", [zeroAddress])).rejects.toThrow(
      "ERC20RecurringPaymentProxy__ZeroAddress",
    );
  });

  test("RELAYER_ROLE is the one that clients ask for", async () => {
    const role = await bench.read({ to: bench.at.recurring, abi: ABI, functionName: "RELAYER_ROLE" });
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
    const faucet = parseAbi(["function allocateTo(address owner, uint256 value)"]);
    await bench.send("payer", {
      to: permit.token,
      abi: faucet,
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
    expect(
      await bench.read({
        to: bench.at.recurring,
        abi: ABI,
        functionName: "lastPaymentIndex",
        args: [DIGEST],
      }),
    ).toBe(1);
  });
});
