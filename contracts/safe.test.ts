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
import { SAFE_1_4_1, safe130Of } from "@/server/chains/evm/safe/deployments";
import { erc20Abi, erc20FeeProxyAbi, safeAbi, safeProxyFactoryAbi } from "./abis";
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
    await bench.mint(token, safe, 500n);
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

/** As Safe publishes them with its deployments. */
const CODE_HASHES = {
  "1.4.1": {
    singleton: "0x1fe2df852ba3299d6534ef416eefa406e56ced995bca886ab7a553e6d0c5e1c4",
    singletonL2: "0xb1f926978a0f44a2c0ec8fe822418ae969bd8c3f18d61e5103100339894f81ff",
    proxyFactory: "0x50c3cdc4074750a7a974204a716c999edd37482f907608d960b2b025ee0b3317",
    multiSend: "0x0e4f7fc66550a322d1e7688e181b75e217e662a4f3f4d6a29b22bc61217c4b77",
    multiSendCallOnly: "0xecd5bd14a08c5d2122379900b2f272bdf107a7e92423c10dd5fe3254386c9939",
    fallbackHandler: "0x7c6007a5d711cea8dfd5d91f5940ec29c7f200fe511eb1fc1397b367af3c42f9",
  },
  // On Base, where MultiSend holds its own address of the second set.
  "1.3.0": {
    singleton: "0xbba688fbdb21ad2bb58bc320638b43d94e7d100f6f3ebaab0a4e4de6304b1c2e",
    singletonL2: "0x21842597390c4c6e3c1239e434a682b054bd9548eee5e9b1d6a4482731023c0f",
    proxyFactory: "0x337d7f54be11b6ed55fef7b667ea5488db53db8320a05d1146aa4bd169a39a9b",
    multiSend: "0x81db0e4afdf5178583537b58c5ad403bd47a4ac7f9bde2442ef3e341d433126a",
    multiSendCallOnly: "0xa9865ac2d9c7a1591619b188c4d88167b50df6cc0c5327fcbd1c8c75f7c066ad",
    fallbackHandler: "0x03e69f7ce809e81687c69b19a7d7cca45b6d551ffdec73d9bb87178476de1abf",
  },
};

test.each([
  ["1.4.1", SAFE_1_4_1],
  ["1.3.0", safe130Of("base")],
] as const)("Safe %s on a local chain is the code that Safe has published", async (version, addresses) => {
  const hashes = await Promise.all(
    Object.entries(addresses).map(async ([name, address]) => {
      const code = await bench.chain.publicClient.getCode({ address });
      return [name, keccak256(code ?? "0x")] as const;
    }),
  );
  expect(Object.fromEntries(hashes)).toEqual(CODE_HASHES[version]);
});

test("safeTxHash equals the published vector", () => {
  const hash = hashTypedData(typed(1, "0x1111111111111111111111111111111111111111", "0x8d80ff0a", 0n));
  expect(hash).toBe("0x8034e20623ef4401a0b63da8348f83e52142ddffd638fffb82d744b835de0a9f");
});
