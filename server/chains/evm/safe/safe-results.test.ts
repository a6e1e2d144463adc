import { keccak256, pad, stringToHex } from "viem";
import { expect, test } from "vitest";
import type { RpcLog } from "@/server/chains/evm/rpc";
import { safeResultOf } from "@/server/chains/evm/safe/safe-results";
import { safeTxHash } from "@/server/chains/evm/safe/safe-transaction";

const HASH = keccak256("0x01");
const SAFE = "0xABcdEFABcdEFabcdEfAbCdefabcdeFABcDEFabCD";
const log = (topics: RpcLog["topics"], data: RpcLog["data"]): RpcLog => ({
  address: SAFE,
  topics,
  data,
  blockNumber: "0x10",
  blockHash: keccak256("0x02"),
  transactionHash: keccak256("0x03"),
  logIndex: "0x2",
});
const topic = (event: string) => keccak256(stringToHex(event));
const payment = pad("0x", { size: 32 }).slice(2);

test.each([
  ["1.4.1 and 1.5.0", [topic("ExecutionSuccess(bytes32,uint256)"), HASH], `0x${payment}`, true],
  ["1.4.1 and 1.5.0", [topic("ExecutionFailure(bytes32,uint256)"), HASH], `0x${payment}`, false],
  ["1.1.1 to 1.3.0", [topic("ExecutionSuccess(bytes32,uint256)")], `${HASH}${payment}`, true],
  ["1.1.1 to 1.3.0", [topic("ExecutionFailure(bytes32,uint256)")], `${HASH}${payment}`, false],
  ["1.0.0", [topic("ExecutionFailed(bytes32)")], HASH, false],
] as const)("of %s names its transaction", (_, topics, data, isSuccess) => {
  expect(safeResultOf(log([...topics], `0x${data.slice(2)}`))).toMatchObject({
    safe: SAFE.toLowerCase(),
    safeTxHash: HASH,
    isSuccess,
    block: 16n,
    logIndex: 2,
  });
});

test("another event, and one that is cut short, name none", () => {
  expect(safeResultOf(log([topic("ExecutionFromModuleSuccess(address)"), HASH], "0x"))).toBeNull();
  expect(safeResultOf(log([topic("ExecutionSuccess(bytes32,uint256)")], "0x12"))).toBeNull();
});

test("safeTxHash equals the published vector, and knows that old Safes do not sign for a chain", () => {
  const transaction = {
    to: "0x9641d764fc13c8B624c04430C7356C1C7C8102e2",
    value: 0n,
    data: "0x8d80ff0a",
    operation: 1,
  } as const;
  const identity = { safe: "0x1111111111111111111111111111111111111111", version: "1.4.1" } as const;
  expect(safeTxHash({ ...identity, chainId: 1 }, transaction, 0n)).toBe(
    "0x8034e20623ef4401a0b63da8348f83e52142ddffd638fffb82d744b835de0a9f",
  );
  const old = { ...identity, version: "1.2.0" } as const;
  expect(safeTxHash({ ...old, chainId: 1 }, transaction, 0n)).toBe(
    safeTxHash({ ...old, chainId: 10 }, transaction, 0n),
  );
});
