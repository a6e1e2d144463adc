import { decodeFunctionData } from "viem";
import { expect, test } from "vitest";
import { depositFactoryAbi } from "@/contracts/abis";
import type { DepositTerms } from "@/server/chains/deposit-address";
import { collectingCall, MAX_COLLECTED } from "@/server/chains/deposit-collection";
import { NETWORKS } from "@/server/chains/networks";

/** EIP-7825. */
const MOST_GAS = 16_777_216n;
/** Without so much the factory does not begin an address (`GAS_FOR_ONE`). */
const RESERVE = 500_000n + 500_000n / 32n;

const { sepolia, tron } = NETWORKS;
const terms = (n: number, homeChainId = BigInt(sepolia.chainId)): DepositTerms => ({
  homeChainId,
  payee: "0x1111111111111111111111111111111111111111",
  token: "0x2222222222222222222222222222222222222222",
  feeProxy: "0x3333333333333333333333333333333333333333",
  paymentReference: `0x${n.toString(16).padStart(16, "0")}`,
  amount: 1_000n,
  feeReceiver: "0x0000000000000000000000000000000000000000",
  feeAmount: 0n,
  legReceiver: "0x0000000000000000000000000000000000000000",
  legAmount: 0n,
  legReference: "0x0000000000000000",
});
const many = (count: number) => Array.from({ length: count }, (_, i) => terms(i + 1));

test("one address has a call that fails with it, several have one that passes over what fails", () => {
  const name = (count: number) =>
    decodeFunctionData({ abi: depositFactoryAbi, data: collectingCall(sepolia, many(count)).call.data });
  expect(name(1)).toEqual({ functionName: "collect", args: [terms(1)] });
  expect(name(3)).toEqual({ functionName: "collectMany", args: [many(3)] });
  expect(collectingCall(sepolia, many(1)).call).toMatchObject({
    to: sepolia.contracts.depositFactory?.address,
    value: 0n,
  });
});

test("as many as are taken at once fit into a transaction, with what the factory wants for the last", () => {
  expect(collectingCall(sepolia, many(MAX_COLLECTED)).gas + RESERVE).toBeLessThan(MOST_GAS);
  expect(() => collectingCall(sepolia, many(MAX_COLLECTED + 1))).toThrow("81 addresses");
  expect(() => collectingCall(sepolia, [])).toThrow("0 addresses");
});

test("Tron has a limit of what may be burned, other networks have none", () => {
  const onTron = [terms(1, BigInt(tron.chainId))];
  expect(collectingCall(tron, onTron).feeLimit).toBe(260_000_000n);
  expect(collectingCall(sepolia, many(1)).feeLimit).toBeNull();
});

test("terms of another chain, where they would pay nothing, are refused", () => {
  expect(() => collectingCall(sepolia, [terms(1), terms(2, 1n)])).toThrow("another chain");
});
