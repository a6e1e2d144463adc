import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  keccak256,
  pad,
  parseAbiParameters,
  zeroAddress,
  zeroHash,
} from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCAL_OWNER } from "@/contracts/install";
import { depositCall } from "@/server/chains/evm/crosschain/deposit";
import { paymentMessage } from "@/server/chains/evm/crosschain/message";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { erc20Abi, erc20FeeProxyAbi, multicallHandlerAbi, spokePoolAbi, unsafeDepositAbi } from "./abis";
import { type Bench, eventsOf, Reverted, startBench } from "./testing/bench";

const { chainId, contracts } = EVM_NETWORKS.mainnet;
const POOL: Hex = contracts.acrossSpokePool?.address ?? "0x";
const HANDLER: Hex = contracts.acrossHandler?.address ?? "0x";
const REFERENCE = "0xb3581f0b0f74cc61";
const ORIGIN = 8453n;
const OWNER = 0;

let bench: Bench;
beforeAll(async () => {
  bench = await startBench("mainnet");
  for (const symbol of ["USDC", "USDT"]) {
    await bench.approve("payer2", bench.token(symbol), POOL, 10_000_000n);
  }
});
afterAll(() => bench.stop());

const payee = () => bench.chain.accounts.recipient.address;
const depositor = () => bench.chain.accounts.payer.address;
let deposits = 0n;

function message(token: Hex, changes: { amount?: bigint; fallbackRecipient?: Hex } = {}) {
  const { amount = 1_000n, fallbackRecipient = payee() } = changes;
  const fee = { address: LOCAL_OWNER.address, amount: 10n };
  const payments = [{ token, payee: payee(), amount, reference: REFERENCE, fee } as const];
  return paymentMessage({ proxy: bench.at.erc20FeeProxy, payments, fallbackRecipient });
}

async function now(): Promise<number> {
  return Number((await bench.chain.publicClient.getBlock()).timestamp);
}

/** A deposit of another chain, as the relayer who saw it there names it here. */
async function relay(symbol: string, changes: Record<string, unknown> = {}) {
  const token = bench.token(symbol);
  return {
    depositor: pad(depositor()),
    recipient: pad(HANDLER),
    exclusiveRelayer: zeroHash,
    inputToken: pad(token),
    outputToken: pad(token),
    inputAmount: 1_020n,
    outputAmount: 1_010n,
    originChainId: ORIGIN,
    depositId: deposits++,
    fillDeadline: (await now()) + 3_600,
    exclusivityDeadline: 0,
    message: message(token),
    ...changes,
  };
}

const pool = (functionName: string, ...args: unknown[]) => ({
  to: POOL,
  abi: spokePoolAbi,
  functionName,
  args,
});
const fill = (data: unknown) => bench.send("payer2", pool("fillRelay", data, 1n, pad(depositor())));
const status = async (data: unknown) =>
  bench.read<bigint>(pool("fillStatuses", await bench.read<Hex>(pool("getV3RelayHash", data))));

describe("a deposit", () => {
  async function deposit(changes: Partial<Parameters<typeof depositCall>[1]> = {}) {
    const token = bench.token("USDC");
    const at = await now();
    return depositCall(POOL, {
      depositor: depositor(),
      recipient: HANDLER,
      inputToken: token,
      outputToken: token,
      inputAmount: 500n,
      outputAmount: 490n,
      destinationChainId: 8453,
      exclusiveRelayer: zeroAddress,
      exclusivitySeconds: 0,
      quoteTimestamp: at,
      fillDeadline: at + 3_600,
      message: "0x1234",
      ...changes,
    });
  }
  const send = async (call: { to: Hex; data: Hex }) => {
    const hash = await bench.chain.wallet("payer").sendTransaction({ ...call, gas: 1_000_000n });
    return bench.chain.publicClient.waitForTransactionReceipt({ hash });
  };
  const reasonFor = async ({ data }: { data: Hex }) => {
    const { functionName, args } = decodeFunctionData({ abi: spokePoolAbi, data });
    return bench.send("payer", pool(functionName, ...(args ?? []))).catch((error) => {
      if (error instanceof Reverted) return error.reason;
      throw error;
    });
  };

  test("takes the money and says everything about itself", async () => {
    const token = bench.token("USDC");
    await bench.approve("payer", token, POOL, 500n);
    const before = await bench.balance(token, POOL);
    const call = await deposit();
    const [event] = eventsOf(await send(call), spokePoolAbi, POOL);
    expect(await bench.balance(token, POOL)).toBe(before + 500n);
    expect(event).toMatchObject({
      eventName: "FundsDeposited",
      args: {
        inputToken: pad(token).toLowerCase(),
        outputToken: pad(token).toLowerCase(),
        inputAmount: 500n,
        outputAmount: 490n,
        destinationChainId: 8453n,
        depositor: pad(depositor()).toLowerCase(),
        recipient: pad(HANDLER).toLowerCase(),
        exclusivityDeadline: 0,
        message: "0x1234",
      },
    });
  });

  test("has a number of its own each time, and a deadline that counts from its block where it asks for that", async () => {
    const token = bench.token("USDC");
    await bench.approve("payer", token, POOL, 20n);
    const args = (id: number) => [
      depositor(),
      HANDLER,
      token,
      token,
      10n,
      9n,
      8453n,
      zeroAddress,
      600,
      0,
      `0x0${id}` as Hex,
    ];
    const first = await bench.send("payer", pool("depositV3Now", ...args(1)));
    const second = await bench.send("payer", pool("depositV3Now", ...args(2)));
    const [a] = eventsOf(first, spokePoolAbi, POOL);
    const [b] = eventsOf(second, spokePoolAbi, POOL);
    if (a?.eventName !== "FundsDeposited" || b?.eventName !== "FundsDeposited") throw new Error("no deposit");
    expect(b.args.depositId).toBe(a.args.depositId + 1n);
    expect(a.args.fillDeadline).toBe(a.args.quoteTimestamp + 600);
  });

  test("under a number that its caller chose may be made again, with the same number", async () => {
    const token = bench.token("USDC");
    await bench.approve("payer", token, POOL, 20n);
    const at = await now();
    const from = pad(depositor());
    const words = [from, pad(HANDLER), pad(token), pad(token), 10n, 9n, 8453n, zeroHash, 7n] as const;
    const call = (message: Hex) =>
      bench.send("payer", {
        to: POOL,
        abi: unsafeDepositAbi,
        functionName: "unsafeDeposit",
        args: [...words, at, at + 600, 0, message],
      });
    const numbers = [];
    for (const message of ["0x01", "0x02"] as const) {
      const [event] = eventsOf(await call(message), spokePoolAbi, POOL);
      expect(event).toMatchObject({
        eventName: "FundsDeposited",
        args: { depositor: from.toLowerCase(), message },
      });
      if (event?.eventName === "FundsDeposited") numbers.push(event.args.depositId);
    }
    const number = await bench.read<bigint>(pool("getUnsafeDepositId", depositor(), from, 7n));
    expect(numbers).toEqual([number, number]);
    expect(number).toBe(
      BigInt(keccak256(encodePacked(["address", "bytes32", "uint256"], [depositor(), from, 7n]))),
    );
  });

  test("is refused with an old quote, a far deadline, an exclusivity for nobody, or no token to pay out", async () => {
    const at = await now();
    const reverts = async (changes: Parameters<typeof deposit>[0]) => reasonFor(await deposit(changes));
    expect(await reverts({ quoteTimestamp: at - 3_700 })).toBe("InvalidQuoteTimestamp");
    expect(await reverts({ fillDeadline: at + 22_000 })).toBe("InvalidFillDeadline");
    expect(await reverts({ exclusivitySeconds: 10 })).toBe("InvalidExclusiveRelayer");
    expect(await reverts({ outputToken: zeroAddress })).toBe("InvalidOutputToken");
  });
});

describe("a fill", () => {
  test.each(["USDC", "USDT"])("in %s pays under the reference, and leaves nothing behind", async (symbol) => {
    const token = bench.token(symbol);
    const before = await bench.balance(token, payee());
    const receipt = await fill(await relay(symbol));
    expect(await bench.balance(token, payee())).toBe(before + 1_000n);
    expect(await bench.balance(token, HANDLER)).toBe(0n);
    const [paid] = eventsOf(receipt, erc20FeeProxyAbi, bench.at.erc20FeeProxy);
    expect(paid?.args).toMatchObject({ to: payee(), amount: 1_000n, feeAmount: 10n });
    expect(eventsOf(receipt, multicallHandlerAbi, HANDLER)).toEqual([]);
    const [event] = eventsOf(receipt, spokePoolAbi, POOL);
    expect(event).toMatchObject({ eventName: "FilledRelay", args: { originChainId: ORIGIN } });
  });

  test("in USDT pays although a stranger left an allowance in the handler", async () => {
    const token = bench.token("USDT");
    const data = allowanceMessage(bench.at.erc20FeeProxy, token);
    await bench.send("payer2", {
      to: HANDLER,
      abi: multicallHandlerAbi,
      functionName: "handleV3AcrossMessage",
      args: [token, 0n, zeroAddress, data],
    });
    const allowance = await bench.chain.publicClient.readContract({
      address: token,
      abi: erc20Abi,
      functionName: "allowance",
      args: [HANDLER, bench.at.erc20FeeProxy],
    });
    expect(allowance).toBe(777n);
    const before = await bench.balance(token, payee());
    await fill(await relay("USDT"));
    expect(await bench.balance(token, payee())).toBe(before + 1_000n);
  });

  test("whose call fails brings everything to the fallback recipient", async () => {
    const token = bench.token("USDC");
    const before = await bench.balance(token, payee());
    const receipt = await fill(await relay("USDC", { message: message(token, { amount: 5_000n }) }));
    expect(await bench.balance(token, payee())).toBe(before + 1_010n);
    expect(eventsOf(receipt, erc20FeeProxyAbi, bench.at.erc20FeeProxy)).toEqual([]);
    const [failed, drained] = eventsOf(receipt, multicallHandlerAbi, HANDLER);
    expect(failed).toMatchObject({ eventName: "CallsFailed", args: { fallbackRecipient: payee() } });
    expect(drained).toMatchObject({ args: { recipient: payee(), token, amount: 1_010n } });
  });

  test("whose call fails is no fill where the message names no fallback recipient", async () => {
    const token = bench.token("USDC");
    const data = message(token, { amount: 5_000n, fallbackRecipient: zeroAddress });
    await expect(fill(await relay("USDC", { message: data }))).rejects.toThrow(Reverted);
  });

  test("happens once, and not after its deadline", async () => {
    const data = await relay("USDC");
    await fill(data);
    expect(await status(data)).toBe(2n);
    await expect(fill(data)).rejects.toThrow("RelayFilled");
    const late = await relay("USDC", { fillDeadline: (await now()) - 1 });
    await expect(fill(late)).rejects.toThrow("ExpiredFillDeadline");
    expect(await status(late)).toBe(0n);
  });

  test("is its relayer's alone while it is exclusive", async () => {
    const exclusiveRelayer = pad(LOCAL_OWNER.address);
    const exclusivityDeadline = (await now()) + 600;
    const data = await relay("USDC", { exclusiveRelayer, exclusivityDeadline });
    await expect(fill(data)).rejects.toThrow("NotExclusiveRelayer");
  });

  test("by the pool itself may bring more, which is left to the fallback recipient", async () => {
    const token = bench.token("USDC");
    const data = await relay("USDC");
    await bench.send("payer2", pool("requestSlowFill", data));
    expect(await status(data)).toBe(1n);
    const slow = { relayData: data, chainId: BigInt(chainId), updatedOutputAmount: 1_015n };
    await bench.send("payer2", {
      to: token,
      abi: erc20Abi,
      functionName: "transfer",
      args: [POOL, 1_015n],
    });
    const before = await bench.balance(token, payee());
    const receipt = await bench.send(OWNER, pool("executeSlowRelayLeaf", slow, 0, []));
    expect(await bench.balance(token, payee())).toBe(before + 1_005n);
    const [drained] = eventsOf(receipt, multicallHandlerAbi, HANDLER);
    expect(drained).toMatchObject({ eventName: "DrainedTokens", args: { recipient: payee(), amount: 5n } });
    const [event] = eventsOf(receipt, spokePoolAbi, POOL);
    expect(event).toMatchObject({
      args: { relayExecutionInfo: { updatedOutputAmount: 1_015n, fillType: 2 } },
    });
  });
});

test("a refund goes to the depositor from the pool, by the owner's word alone", async () => {
  const token = bench.token("USDC");
  await bench.send("payer2", { to: token, abi: erc20Abi, functionName: "transfer", args: [POOL, 1_020n] });
  const leaf = {
    amountToReturn: 0n,
    chainId: BigInt(chainId),
    refundAmounts: [1_020n],
    leafId: 0,
    l2TokenAddress: token,
    refundAddresses: [depositor()],
  };
  await expect(bench.send("payer2", pool("executeRelayerRefundLeaf", 1, leaf, []))).rejects.toThrow(Reverted);
  const before = await bench.balance(token, depositor());
  await bench.send(OWNER, pool("executeRelayerRefundLeaf", 1, leaf, []));
  expect(await bench.balance(token, depositor())).toBe(before + 1_020n);
});

/** What a stranger makes the shared handler do: leave an allowance of 777 behind. */
function allowanceMessage(spender: Hex, token: Hex): Hex {
  const callData = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, 777n] });
  const parameters = parseAbiParameters([
    "Instructions instructions",
    "struct Instructions { Call[] calls; address fallbackRecipient; }",
    "struct Call { address target; bytes callData; uint256 value; }",
  ]);
  const calls = [{ target: token, callData, value: 0n }];
  return encodeAbiParameters(parameters, [{ calls, fallbackRecipient: zeroAddress }]);
}
