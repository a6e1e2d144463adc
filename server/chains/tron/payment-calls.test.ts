import { decodeFunctionData, maxUint256, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import { erc20BatchAbi, erc20FeeProxyAbi } from "@/contracts/abis";
import { tronToHex20 } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import type { ProxyPayment } from "@/server/chains/evm/calldata";
import { NETWORKS } from "@/server/chains/networks";
import { paymentCalls } from "@/server/chains/payment-calls";

const calls = paymentCalls(NETWORKS.tron);
const USDT = tronToHex20("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t");
const USDC = tronToHex20("TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8");
const payment = (more: Partial<ProxyPayment> = {}): ProxyPayment => ({
  token: USDT,
  payee: "0x6923831acf5c327260d7ac7c9dff5b1c3cb3c7d7",
  amount: 5_000_000n,
  reference: "0x5fe3316938573d30",
  fee: null,
  ...more,
});
const address = (digit: string): Hex => `0x${digit.repeat(40)}`;
const lower = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (_key, one) =>
      typeof one === "bigint" ? String(one) : typeof one === "string" ? one.toLowerCase() : one,
    ),
  );

describe("one payment on Tron", () => {
  test("goes through the public fee proxy, with no more than 300 TRX to burn", () => {
    const { call, spender, feeLimit } = calls.one(payment({ fee: { address: address("3"), amount: 7n } }));
    expect(call.to).toBe(tronToHex20("TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd"));
    expect(spender).toBe(call.to);
    expect(feeLimit).toBe(300_000_000n);
    const { args } = decodeFunctionData({ abi: erc20FeeProxyAbi, data: call.data });
    expect(lower(args)).toEqual([USDT, payment().payee, "5000000", "0x5fe3316938573d30", "7", address("3")]);
  });

  test("in TRX is refused: no proxy takes it", () => {
    expect(() => calls.one(payment({ token: null }))).toThrow(/TRX/);
  });

  test("is approved for all there is (TR-03), with no more than 100 TRX to burn", () => {
    expect(calls.approval.allowanceFor(5n)).toBe(maxUint256);
    expect(calls.approval.feeLimit).toBe(100_000_000n);
  });
});

describe("several payments on Tron", () => {
  test("of one token use the function for one token (onchain.md §5)", () => {
    const { call, spender } = calls.many([payment(), payment({ amount: 2n, payee: address("4") })]);
    expect(call.to).toBe(tronToHex20("TRZbXXuLd3HW5utzVysA3rpLgU7sVBrd1D"));
    expect(spender).toBe(call.to);
    expect(call.data.slice(0, 10)).toBe("0xc6e6d98b");
    const { args } = decodeFunctionData({ abi: erc20BatchAbi, data: call.data });
    expect(lower(args)).toEqual([
      USDT,
      [payment().payee, address("4")],
      ["5000000", "2"],
      ["0x5fe3316938573d30", "0x5fe3316938573d30"],
      ["0", "0"],
      zeroAddress,
    ]);
  });

  test("of several tokens name the token of each, and one receiver of all fees", () => {
    const fee = { address: address("3"), amount: 7n };
    const { call } = calls.many([payment(), payment({ token: USDC, fee })]);
    const { functionName, args } = decodeFunctionData({ abi: erc20BatchAbi, data: call.data });
    expect(functionName).toBe("batchERC20PaymentsMultiTokensWithReference");
    expect(lower([args[0], args[4], args[5]])).toEqual([[USDT, USDC], ["0", "7"], address("3")]);
  });

  test("with fees to two addresses are refused: the contract knows one", () => {
    const to = (digit: string) => payment({ fee: { address: address(digit), amount: 1n } });
    expect(() => calls.many([to("3"), to("4")])).toThrow(/one address/);
  });

  test("may burn more the more they are, and never more than the network allows", () => {
    const limits = [2, 40, 120, 1_000].map(
      (count) => calls.many(Array(count).fill(payment())).feeLimit ?? 0n,
    );
    expect(limits).toEqual([420_000_000n, 2_700_000_000n, 7_500_000_000n, 15_000_000_000n]);
  });
});
