/** The calls that both sides of the comparison get, as functions of the side: its tokens and contracts. */
import { type Abi, type Hex, numberToHex, parseUnits } from "viem";
import type { Side } from "@/contracts/testing/bench";
import { currencyHash } from "@/server/currencies/currency-hash";
import {
  erc20BatchAbi,
  erc20ConversionProxyAbi,
  erc20FeeProxyAbi,
  ethConversionProxyAbi,
  ethereumFeeProxyAbi,
} from "../abis";
import { nativeHash } from "../feeds";
import { batchOf, type Detail, detail } from "./batch-calls";
import type { Call } from "./bench";
import { TRON_STYLE_BATCH } from "./published";

export const FEE: Hex = "0xFee0000000000000000000000000000000000001";
export const LOTS = 10n ** 30n;
export const USD = currencyHash("ISO4217", "USD") as Hex;
export const EUR = currencyHash("ISO4217", "EUR") as Hex;
export const NATIVE = nativeHash("mainnet");
export const payee = (n: number): Hex => numberToHex(0x5000n + BigInt(n), { size: 20 });
/** 100.00 in the decimals of a fiat amount. */
export const hundred = parseUnits("100", 8);
const REFERENCE = "0xb3581f0b0f74cc61";

export const token =
  (of: (side: Side) => Hex, amount: bigint, fee: bigint, feeAddress: Hex = FEE) =>
  (side: Side): Call => ({
    to: side.at.erc20FeeProxy,
    abi: erc20FeeProxyAbi,
    functionName: "transferFromWithReferenceAndFee",
    args: [of(side), payee(0), amount, REFERENCE, fee, feeAddress],
  });
export const usdc = (side: Side) => side.token("USDC");
export const usdt = (side: Side) => side.token("USDT");
export const dai = (side: Side) => side.token("DAI");
export const allow =
  (spender: keyof Side["at"], amount: bigint, ...of: ((side: Side) => Hex)[]) =>
  (side: Side) =>
    of.map((one): [Hex, Hex, bigint] => [one(side), side.at[spender], amount]);

export const native =
  (to: (side: Side) => Hex, value: bigint, fee: bigint, feeAddress: Hex = FEE) =>
  (side: Side): Call => ({
    to: side.at.ethereumFeeProxy,
    abi: ethereumFeeProxyAbi,
    functionName: "transferWithReferenceAndFee",
    args: [to(side), REFERENCE, fee, feeAddress],
    value,
  });
export const exact =
  (amount: bigint, value: bigint, fee: bigint) =>
  (side: Side): Call => ({
    to: side.at.ethereumFeeProxy,
    abi: ethereumFeeProxyAbi,
    functionName: "transferExactEthWithReferenceAndFee",
    args: [payee(0), amount, REFERENCE, fee, FEE],
    value,
  });

export const convert =
  (path: (side: Side) => Hex[], maxToSpend = LOTS, maxAge = 0n) =>
  (side: Side): Call => ({
    to: side.at.erc20ConversionProxy,
    abi: erc20ConversionProxyAbi,
    functionName: "transferFromWithReferenceAndFee",
    args: [payee(0), hundred, path(side), REFERENCE, hundred / 100n, FEE, maxToSpend, maxAge],
  });
export const convertNative =
  (path: (side: Side) => Hex[], value: bigint) =>
  (side: Side): Call => ({
    to: side.at.ethConversionProxy,
    abi: ethConversionProxyAbi,
    functionName: "transferWithReferenceAndFee",
    args: [payee(0), hundred, path(side), REFERENCE, hundred / 100n, FEE, 0n],
    value,
  });

export const batch =
  (
    groups: (side: Side) => [bigint, Detail[]][],
    value = 0n,
    pathsToUSD: (side: Side) => Hex[][] = () => [],
  ) =>
  (side: Side) =>
    batchOf(side.at.batch, FEE, groups(side), { value, pathsToUSD: pathsToUSD(side) });
export const several = (count: number, of: (side: Side) => Hex) => (side: Side) =>
  Array.from({ length: count }, (_, n) =>
    detail(n, payee(n % 5), BigInt(n + 1), [of(side)], { feeAmount: BigInt(n) }),
  );
export const withFee =
  (limitUSD?: bigint) =>
  (side: Side): Call[] => {
    const set = (functionName: string, args: unknown[]): Call => ({
      to: side.at.batch,
      abi: SETTERS,
      functionName,
      args,
    });
    return [
      set("setBatchFee", [100]),
      ...(limitUSD === undefined ? [] : [set("setBatchFeeAmountUSDLimit", [limitUSD])]),
    ];
  };
const SETTERS: Abi = ["setBatchFee:uint16", "setBatchFeeAmountUSDLimit:uint64"].map((entry) => {
  const [name = "", type = ""] = entry.split(":");
  return {
    type: "function",
    name,
    stateMutability: "nonpayable",
    inputs: [{ name: "value", type }],
    outputs: [],
  };
});

export const tronBatch =
  (functionName: string, tokens: (side: Side) => Hex | Hex[], amounts: bigint[]) =>
  (side: Side): Call => ({
    to: TRON_STYLE_BATCH,
    abi: erc20BatchAbi,
    functionName,
    args: [
      tokens(side),
      [payee(0), payee(1)],
      amounts,
      ["0x0000000000000001", "0x0000000000000002"],
      [1n, 2n],
      FEE,
    ],
  });
export const allowTron =
  (...of: ((side: Side) => Hex)[]) =>
  (side: Side) =>
    of.map((one): [Hex, Hex, bigint] => [one(side), TRON_STYLE_BATCH, LOTS]);
