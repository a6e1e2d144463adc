import fc from "fast-check";
import { concat, type Hex, toHex, zeroAddress } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { depositFactoryAbi } from "@/contracts/abis";
import { type Bench, startBench } from "@/contracts/testing/bench";
import { type Deposits, depositsOn, NO_FEES } from "@/contracts/testing/deposits";
import {
  type DepositTerms,
  evmDepositAddress,
  packDepositTerms,
  tronCreate2,
  tronDepositAddress,
  UnsafeDepositTerms,
} from "@/server/chains/deposit-address";
import { isLong } from "@/server/testing/long";

/** 1,000 by day, 10,000 every night. Each question to the node is about a hundred of them. */
const PER_CALL = 100;
const CALLS = isLong() ? 100 : 10;

const bytes = (size: number) =>
  fc.uint8Array({ minLength: size, maxLength: size }).map((raw): Hex => toHex(raw));
const notZero = (hex: Hex) => BigInt(hex) !== 0n;
const address = bytes(20).filter(notZero);
const reference = bytes(8).filter(notZero);
const amount = fc.bigInt({ min: 1n, max: (1n << 128n) - 1n });
const noFee = fc.constant({ feeReceiver: NO_FEES.feeReceiver, feeAmount: 0n });
const noLeg = fc.constant({
  legReceiver: NO_FEES.legReceiver,
  legAmount: 0n,
  legReference: NO_FEES.legReference as Hex,
});
const terms: fc.Arbitrary<DepositTerms> = fc
  .tuple(
    fc.record({
      homeChainId: fc.bigInt({ min: 1n, max: (1n << 64n) - 1n }),
      payee: address,
      token: address,
      feeProxy: address,
      paymentReference: reference,
      amount,
    }),
    fc.oneof(noFee, fc.record({ feeReceiver: address, feeAmount: amount })),
    fc.oneof(noLeg, fc.record({ legReceiver: address, legAmount: amount, legReference: reference })),
  )
  .map(([main, fee, leg]) => ({ ...main, ...fee, ...leg }))
  .filter((made) => made.paymentReference !== made.legReference);

let bench: Bench;
let deposits: Deposits;
let tronFactory: Hex;
beforeAll(async () => {
  bench = await startBench("mainnet");
  deposits = depositsOn(bench);
  tronFactory = await bench.deploy("DepositFactory", deposits.implementation, "0x41");
});
afterAll(() => bench.stop());

/** What a factory says of many terms, in one call. */
function addressesBy(factory: Hex, many: DepositTerms[]) {
  return bench.chain.publicClient.multicall({
    allowFailure: false,
    multicallAddress: bench.at.multicall3,
    contracts: many.map((one) => ({
      address: factory,
      abi: depositFactoryAbi,
      functionName: "addressOf" as const,
      args: [one] as const,
    })),
  });
}

const lower = (all: readonly string[]) => all.map((one) => one.toLowerCase());
const lists = fc.array(terms, { minLength: PER_CALL, maxLength: PER_CALL });

describe("the address that is computed here", () => {
  test("is the factory's, on EVM networks", async () => {
    const { factory, implementation } = deposits;
    await fc.assert(
      fc.asyncProperty(lists, async (many) => {
        const ours = many.map((one) => evmDepositAddress(one, { factory, implementation }));
        expect(lower(ours)).toEqual(lower(await addressesBy(factory, many)));
      }),
      { numRuns: CALLS },
    );
  });

  // Deployed in `contracts/deposit-tron.test.ts`.
  test("is what the factory computes with the prefix of Tron", async () => {
    const contracts = { factory: tronFactory, implementation: deposits.implementation };
    await fc.assert(
      fc.asyncProperty(lists, async (many) => {
        const ours = many.map((one) => tronDepositAddress(one, contracts));
        expect(lower(ours)).toEqual(lower(await addressesBy(tronFactory, many)));
      }),
      { numRuns: CALLS },
    );
  });

  test("is where the clone is deployed, with the terms it was computed from", async () => {
    const abi = depositFactoryAbi;
    for (const one of fc.sample(terms, 20)) {
      await bench.send("payer", { to: deposits.factory, abi, functionName: "deploy", args: [one] });
      const code = await bench.chain.publicClient.getCode({ address: deposits.addressOf(one) });
      expect(code?.endsWith(packDepositTerms(one).slice(2))).toBe(true);
    }
  });
});

test("a factory with the prefix of Tron refuses to deploy where CREATE2 hashes another", async () => {
  const call = { to: tronFactory, abi: depositFactoryAbi, functionName: "deploy", args: [deposits.terms()] };
  await expect(bench.send("payer", call)).rejects.toThrow("another address");
});

test("CREATE2 of Tron hashes creator, salt and code as java-tron does (its own unit test of WalletUtil)", () => {
  const text = toHex("AXAXAXAX");
  expect(tronCreate2(text, text, text)).toBe("0x2cd6cbb39e332f95b08f78dfc78475397238b970");
});

test("CREATE2 of Tron with the prefix 0xff is that of EIP-1014 (its second example)", () => {
  const creator: Hex = concat(["0xff", "0xdeadbeef00000000000000000000000000000000"]);
  expect(tronCreate2(creator, toHex(0, { size: 32 }), "0x00")).toBe(
    "0xb928f69bb1d91cd65274e3c79d8986362984fda3",
  );
});

describe("terms under which money could get stuck are refused:", () => {
  test.each([
    ["no payee", { payee: zeroAddress }],
    ["no token", { token: zeroAddress }],
    ["no fee proxy", { feeProxy: zeroAddress }],
    ["no chain", { homeChainId: 0n }],
    ["a chain that does not fit", { homeChainId: 1n << 64n }],
    ["an amount that does not fit", { amount: 1n << 128n }],
    ["nothing due", { ...NO_FEES, amount: 0n }],
    ["a fee without a receiver", { feeReceiver: zeroAddress }],
    ["a receiver without a fee", { feeAmount: 0n }],
    ["a second fee without a receiver", { legReceiver: zeroAddress }],
    ["a second fee without a reference", { legReference: NO_FEES.legReference }],
    ["no reference", { paymentReference: NO_FEES.legReference }],
    ["two fees under one reference", { legReference: "0xb3581f0b0f74cc61" }],
  ] as const)("%s", (_, change) => {
    expect(() => packDepositTerms(deposits.terms(change))).toThrow(UnsafeDepositTerms);
  });
});
