import { type Abi, type AbiEvent, type AbiFunction, toEventSelector, toFunctionSelector } from "viem";
import { describe, expect, test } from "vitest";
import * as abis from "./abis";

const functionOf = (abi: Abi, name: string) =>
  abi.find((item): item is AbiFunction => item.type === "function" && item.name === name);
const eventOf = (abi: Abi, name: string) =>
  abi.find((item): item is AbiEvent => item.type === "event" && item.name === name);

describe("selectors on chain", () => {
  test.each([
    ["0xc219a14d", abis.erc20FeeProxyAbi, "transferFromWithReferenceAndFee"],
    ["0xb868980b", abis.ethereumFeeProxyAbi, "transferWithReferenceAndFee"],
    ["0xd7c95e98", abis.ethereumFeeProxyAbi, "transferExactEthWithReferenceAndFee"],
    ["0x3af2c012", abis.erc20ConversionProxyAbi, "transferFromWithReferenceAndFee"],
    ["0xac473c8a", abis.ethConversionProxyAbi, "transferWithReferenceAndFee"],
    ["0x92cddb91", abis.batchAbi, "batchPayments"],
    ["0x9af8a581", abis.batchAbi, "batchERC20Payments"],
    ["0xa4b519ff", abis.batchAbi, "batchMultiERC20Payments"],
    ["0x333ec062", abis.batchAbi, "batchNativePayments"],
    ["0xc6e6d98b", abis.erc20BatchAbi, "batchERC20PaymentsWithReference"],
    ["0x201d17dd", abis.recurringAbi, "triggerRecurringPayment"],
    ["0x6a761202", abis.safeAbi, "execTransaction"],
    ["0x8d80ff0a", abis.safeAbi, "multiSend"],
    ["0x1688f0b9", abis.safeProxyFactoryAbi, "createProxyWithNonce"],
    ["0x095ea7b3", abis.erc20Abi, "approve"],
    ["0xd505accf", abis.erc20Abi, "permit"],
    ["0xdf592f7d", abis.sanctionsOracleAbi, "isSanctioned"],
    ["0x7b939232", abis.spokePoolAbi, "depositV3"],
    ["0xad5425c6", abis.spokePoolAbi, "deposit"],
    ["0x7aef642c", abis.spokePoolAbi, "depositV3Now"],
    ["0x8b15788e", abis.unsafeDepositAbi, "unsafeDeposit"],
    ["0xdeff4b24", abis.spokePoolAbi, "fillRelay"],
    ["0x3a5be8cb", abis.multicallHandlerAbi, "handleV3AcrossMessage"],
    ["0xa1f1ce43", abis.lifiDiamondAbi, "startBridgeTokensViaAcrossV4"],
  ] as const)("%s", (selector, abi, name) => {
    const found = functionOf(abi, name);
    expect(found && toFunctionSelector(found)).toBe(selector);
  });
});

describe("topics on chain", () => {
  const TOKEN_FEE = "0x9f16cbcc523c67a60c450e5ffe4f3b7b6dbe772e7abcadb2686ce029a9a0a2b6";
  const NATIVE_FEE = "0xa1c241e337c4610a9d0f881111e977e9dc8690c85fe2108897bb1483c66e6a96";
  const CONVERSION = "0x96d0d1d75923f40b50f6fe74613b2c23239149607848fbca3941fee7ac041cdc";
  test.each([
    ["token fee", TOKEN_FEE, abis.erc20FeeProxyAbi, "TransferWithReferenceAndFee"],
    ["token fee, by conversion", TOKEN_FEE, abis.erc20ConversionProxyAbi, "TransferWithReferenceAndFee"],
    ["native fee", NATIVE_FEE, abis.ethereumFeeProxyAbi, "TransferWithReferenceAndFee"],
    ["native fee, by conversion", NATIVE_FEE, abis.ethConversionProxyAbi, "TransferWithReferenceAndFee"],
    ["conversion", CONVERSION, abis.erc20ConversionProxyAbi, "TransferWithConversionAndReference"],
    ["native conversion", CONVERSION, abis.ethConversionProxyAbi, "TransferWithConversionAndReference"],
    [
      "transfer",
      "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
      abis.erc20Abi,
      "Transfer",
    ],
    [
      "Safe success",
      "0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e",
      abis.safeAbi,
      "ExecutionSuccess",
    ],
    [
      "Safe failure",
      "0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23",
      abis.safeAbi,
      "ExecutionFailure",
    ],
    [
      "deposit",
      "0x32ed1a409ef04c7b0227189c3a103dc5ac10e775a15b785dcc510201f7c25ad3",
      abis.spokePoolAbi,
      "FundsDeposited",
    ],
    [
      "fill",
      "0x44b559f101f8fbcc8a0ea43fa91a05a729a5ea6e14a7c75aa750374690137208",
      abis.spokePoolAbi,
      "FilledRelay",
    ],
    [
      "failed calls",
      "0x5296f22c5d0413b66d0bf45c479c4e2ca5b278634bdbd028b48e49502105f966",
      abis.multicallHandlerAbi,
      "CallsFailed",
    ],
    [
      "what is left",
      "0x74d3741ef03417659087d2ec6af11dade8713f9b7f592569d60cf1ea0c9a4455",
      abis.multicallHandlerAbi,
      "DrainedTokens",
    ],
    [
      "deposit address",
      "0xb3f4a2fbcfdb092b801614aff3a3c369aa8b488724fc598488423b3f3aa999df",
      abis.singleRequestProxyFactoryAbi,
      "ERC20SingleRequestProxyCreated",
    ],
  ] as const)("%s", (_what, topic, abi, name) => {
    const found = eventOf(abi, name);
    expect(found && toEventSelector(found)).toBe(topic);
  });
});
