import {
  concat,
  encodeFunctionData,
  encodePacked,
  type Hex,
  hashTypedData,
  keccak256,
  size,
  zeroAddress,
} from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { erc20Abi, erc20FeeProxyAbi, safeAbi, safeProxyFactoryAbi } from "./abis";
import { readArtifact } from "./artifact";
import { SAFE_1_4_1 } from "./safe";
import { type Bench, eventsOf, startBench } from "./testing/bench";

const REFERENCE = "0xb3581f0b0f74cc61";
const FEE_ADDRESS = "0xFee0000000000000000000000000000000000001";
const TYPES = {
  SafeTx: [
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "data", type: "bytes" },
    { name: "operation", type: "uint8" },
    { name: "safeTxGas", type: "uint256" },
    { name: "baseGas", type: "uint256" },
    { name: "gasPrice", type: "uint256" },
    { name: "gasToken", type: "address" },
    { name: "refundReceiver", type: "address" },
    { name: "nonce", type: "uint256" },
  ],
} as const;

const typed = (chainId: number, safe: Hex, data: Hex, nonce: bigint) => ({
  domain: { chainId, verifyingContract: safe },
  types: TYPES,
  primaryType: "SafeTx" as const,
  message: {
    to: SAFE_1_4_1.multiSendCallOnly,
    value: 0n,
    data,
    operation: 1,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce,
  },
});

let bench: Bench;
let safe: Hex;
beforeAll(async () => {
  bench = await startBench("base");
});
afterAll(() => bench.stop());

describe("a 2-of-2 Safe 1.4.1 on a local chain", () => {
  beforeEach(async () => {
    const { payer, payer2 } = bench.chain.accounts;
    const initializer = encodeFunctionData({
      abi: safeAbi,
      functionName: "setup",
      args: [
        [payer.address, payer2.address],
        2n,
        zeroAddress,
        "0x",
        SAFE_1_4_1.fallbackHandler,
        zeroAddress,
        0n,
        zeroAddress,
      ],
    });
    const receipt = await bench.send("payer", {
      to: SAFE_1_4_1.proxyFactory,
      abi: safeProxyFactoryAbi,
      functionName: "createProxyWithNonce",
      args: [SAFE_1_4_1.singletonL2, initializer, BigInt(Date.now())],
    });
    const [created] = eventsOf(receipt, safeProxyFactoryAbi, SAFE_1_4_1.proxyFactory);
    if (!created) throw new Error("no Safe was created");
    safe = created.args.proxy;
  });

  const payment = (amount: bigint): Hex => {
    const token = bench.token("USDC");
    const approve = encodeFunctionData({
      abi: erc20Abi,
      functionName: "approve",
      args: [bench.at.erc20FeeProxy, amount],
    });
    const pay = encodeFunctionData({
      abi: erc20FeeProxyAbi,
      functionName: "transferFromWithReferenceAndFee",
      args: [token, bench.chain.accounts.recipient.address, amount, REFERENCE, 0n, FEE_ADDRESS],
    });
    const packed = concat([inner(token, approve), inner(bench.at.erc20FeeProxy, pay)]);
    return encodeFunctionData({ abi: safeAbi, functionName: "multiSend", args: [packed] });
  };
  const inner = (to: Hex, data: Hex) =>
    encodePacked(["uint8", "address", "uint256", "uint256", "bytes"], [0, to, 0n, BigInt(size(data)), data]);

  async function execute(data: Hex, signers: ("payer" | "payer2")[]) {
    const message = typed(bench.chain.chain.id, safe, data, 0n);
    // The Safe wants signatures in the order of their signers' addresses.
    const ordered = signers.toSorted((a, b) =>
      bench.chain.accounts[a].address.toLowerCase() < bench.chain.accounts[b].address.toLowerCase() ? -1 : 1,
    );
    const signatures = await Promise.all(
      ordered.map((who) => bench.chain.wallet(who).signTypedData(message)),
    );
    const { to, value, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = message.message;
    const args = [
      to,
      value,
      data,
      operation,
      safeTxGas,
      baseGas,
      gasPrice,
      gasToken,
      refundReceiver,
      concat(signatures),
    ];
    const receipt = await bench.send("payer", {
      to: safe,
      abi: safeAbi,
      functionName: "execTransaction",
      args,
    });
    return { receipt, safeTxHash: hashTypedData(message) };
  }

  test("pays through MultiSendCallOnly and announces ExecutionSuccess under our safeTxHash", async () => {
    const token = bench.token("USDC");
    const { abi } = await readArtifact("TestToken");
    await bench.send("payer", { to: token, abi, functionName: "mint", args: [safe, 500n] });
    const { receipt, safeTxHash } = await execute(payment(500n), ["payer", "payer2"]);

    const success = eventsOf(receipt, safeAbi, safe).find((event) => event.eventName === "ExecutionSuccess");
    expect(success?.args).toMatchObject({ txHash: safeTxHash });
    const [event] = eventsOf(receipt, erc20FeeProxyAbi, bench.at.erc20FeeProxy);
    expect(event?.topics[1]).toBe(keccak256(REFERENCE));
    const transfer = eventsOf(receipt, erc20Abi, token).find((log) => log.eventName === "Transfer");
    expect(transfer?.args).toMatchObject({ from: safe, value: 500n });
  });

  test("with one signature of two does nothing", async () => {
    await expect(execute(payment(1n), ["payer"])).rejects.toThrow("GS020");
  });

  test("whose payment fails reverts as a whole and keeps its nonce", async () => {
    await expect(execute(payment(1n), ["payer", "payer2"])).rejects.toThrow("GS013");
    expect(await bench.read({ to: safe, abi: safeAbi, functionName: "nonce" })).toBe(0n);
  });
});

test("safeTxHash equals the published vector", () => {
  const hash = hashTypedData(typed(1, "0x1111111111111111111111111111111111111111", "0x8d80ff0a", 0n));
  expect(hash).toBe("0x8034e20623ef4401a0b63da8348f83e52142ddffd638fffb82d744b835de0a9f");
});
