import { describe, expect, test } from "vitest";
import { endedInEvm } from "@/server/chains/evm/rpc";

describe("what a node says of a call", () => {
  test.each([
    "execution reverted",
    "execution reverted: ERC20: transfer amount exceeds balance",
    "VM Exception while processing transaction: revert",
    "out of gas",
    "out of gas: gas required exceeds: 1000000",
    "gas required exceeds allowance (1000000)",
    "invalid opcode: INVALID",
    "invalid opcode: opcode 0x50 not defined",
    "stack underflow (0 <=> 1)",
    "stack limit reached 1024 (1023)",
    "invalid jump destination",
    "return data out of bounds",
    "write protection",
    "max initcode size exceeded",
    "contract address collision",
    "EVM error InvalidFEOpcode",
    "EVM error StateChangeDuringStaticCall",
    "BadInstruction",
    "StackUnderflow",
    "AccessViolation",
  ])("%s: the contract answered", (message) => {
    expect(endedInEvm(message)).toBe(true);
  });

  test.each([
    "missing trie node 5f0c (path ) state is not available",
    "header not found",
    "required historical state unavailable (reexec=128)",
    "execution aborted (timeout = 5s)",
    "The request took too long to respond.",
    "HTTP request failed.",
    "Internal error",
    "method eth_call does not exist",
    "daily request count exceeded, request rate limited",
    "insufficient funds for gas * price + value",
  ])("%s: the node did not", (message) => {
    expect(endedInEvm(message)).toBe(false);
  });
});
