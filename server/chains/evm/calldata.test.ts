import { decodeFunctionData, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import { batchAbi, erc20Abi, erc20FeeProxyAbi, ethereumFeeProxyAbi } from "@/contracts/abis";
import type { Hex } from "@/server/chains/contract-addresses";
import {
  approval,
  batchPayment,
  erc20Payment,
  NO_FEE_RECEIVER,
  nativePayment,
  type ProxyPayment,
} from "@/server/chains/evm/calldata";

const address = (digit: string): Hex => `0x${digit.repeat(40)}`;
const PROXY = address("1");
const USDC = address("2");
const DAI = address("3");
const PAYEE = address("4");
const FEE = address("5");
const REFERENCE = "0xb3581f0b0f74cc61";

function paid(changes: Partial<ProxyPayment> = {}): ProxyPayment {
  return { token: USDC, payee: PAYEE, amount: 100n, reference: REFERENCE, fee: null, ...changes };
}

describe("single payments", () => {
  test("a token payment names token, payee, amount, reference and fee", () => {
    const call = erc20Payment(PROXY, { ...paid({ fee: { address: FEE, amount: 3n } }), token: USDC });
    expect(call).toMatchObject({ to: PROXY, value: 0n });
    expect(call.data.slice(0, 10)).toBe("0xc219a14d");
    expect(decodeFunctionData({ abi: erc20FeeProxyAbi, data: call.data }).args).toEqual([
      USDC,
      PAYEE,
      100n,
      REFERENCE,
      3n,
      FEE,
    ]);
  });

  test("without a fee its receiver is the zero address", () => {
    const call = erc20Payment(PROXY, { ...paid(), token: USDC });
    expect(decodeFunctionData({ abi: erc20FeeProxyAbi, data: call.data }).args?.slice(4)).toEqual([
      0n,
      zeroAddress,
    ]);
  });

  test("a native payment sends amount and fee along", () => {
    const call = nativePayment(PROXY, { ...paid({ fee: { address: FEE, amount: 3n } }), token: null });
    expect(call).toMatchObject({ to: PROXY, value: 103n });
    expect(call.data.slice(0, 10)).toBe("0xb868980b");
    expect(decodeFunctionData({ abi: ethereumFeeProxyAbi, data: call.data }).args).toEqual([
      PAYEE,
      REFERENCE,
      3n,
      FEE,
    ]);
  });

  test("an approval is for exactly the amount", () => {
    const call = approval(USDC, PROXY, 103n);
    expect(call).toMatchObject({ to: USDC, value: 0n });
    expect(call.data.slice(0, 10)).toBe("0x095ea7b3");
    expect(decodeFunctionData({ abi: erc20Abi, data: call.data }).args).toEqual([PROXY, 103n]);
  });
});

describe("batches", () => {
  function decode(payments: ProxyPayment[]) {
    const call = batchPayment(PROXY, payments);
    expect(call.data.slice(0, 10)).toBe("0x92cddb91");
    const { functionName, args } = decodeFunctionData({ abi: batchAbi, data: call.data });
    if (functionName !== "batchPayments") throw new Error(`decoded as ${functionName}`);
    return { call, groups: args[0], pathsToUsd: args[1], feeAddress: args[2] };
  }

  test("payments of one token are group 1, and nothing is sent along", () => {
    const { call, groups, pathsToUsd, feeAddress } = decode([
      paid({ fee: { address: FEE, amount: 1n } }),
      paid({ amount: 7n }),
    ]);
    expect(call.value).toBe(0n);
    expect(pathsToUsd).toEqual([]);
    expect(feeAddress).toBe(FEE);
    expect(groups).toEqual([
      {
        paymentNetworkId: 1n,
        requestDetails: [
          {
            recipient: PAYEE,
            requestAmount: 100n,
            path: [USDC],
            paymentReference: REFERENCE,
            feeAmount: 1n,
            maxToSpend: 0n,
            maxRateTimespan: 0n,
          },
          expect.objectContaining({ requestAmount: 7n, feeAmount: 0n }),
        ],
      },
    ]);
  });

  test("several tokens are group 2, native coin is group 3 after them, with its value", () => {
    const { call, groups, feeAddress } = decode([
      paid({ token: null, amount: 5n }),
      paid(),
      paid({ token: DAI, amount: 2n }),
      paid({ token: null, amount: 6n }),
    ]);
    expect(groups.map((group) => group.paymentNetworkId)).toEqual([2n, 3n]);
    expect(groups[0]?.requestDetails.map((detail) => detail.path)).toEqual([[USDC], [DAI]]);
    expect(groups[1]?.requestDetails.map((detail) => detail.requestAmount)).toEqual([5n, 6n]);
    expect(call.value).toBe(11n);
    // Tokens refuse transfers to the zero address, those of a batch fee of 0 too.
    expect(feeAddress).toBe(NO_FEE_RECEIVER);
  });

  test("one token in two letter cases is still one token", () => {
    const mixed: Hex = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
    const lower: Hex = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
    expect(decode([paid({ token: lower }), paid({ token: mixed })]).groups[0]?.paymentNetworkId).toBe(1n);
  });

  test("a second fee receiver is refused, because the contract would send its fee to the first", () => {
    const fees = [FEE, PAYEE].map((receiver) => paid({ fee: { address: receiver, amount: 1n } }));
    expect(() => batchPayment(PROXY, fees)).toThrow(/one address/);
  });
});
