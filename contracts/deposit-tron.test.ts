import fc from "fast-check";
import { encodeFunctionData, getAddress, type Hex, parseAbi, toHex, zeroAddress } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hex20ToTron, tronToHex20 } from "@/server/chains/address";
import {
  type DepositContracts,
  type DepositTerms,
  depositAddressOn,
  depositContractsOf,
  packDepositTerms,
} from "@/server/chains/deposit-address";
import { NETWORKS } from "@/server/chains/networks";
import { isLong } from "@/server/testing/long";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";
import { tronCall, tronOutcome, tronRead } from "@/server/testing/tron/tron-contracts";
import { depositAccountAbi, depositFactoryAbi, erc20Abi, erc20FeeProxyAbi } from "./abis";
import { FEE_RECEIVER, LEG_RECEIVER, LEG_REFERENCE, NO_FEES, REFERENCE } from "./testing/deposits";

const { tron } = NETWORKS;
/** 100 by day, 10,000 every night; each transaction deploys 50. */
const PER_TRANSACTION = 50;
const TRANSACTIONS = isLong() ? 200 : 2;
const multicallAbi = parseAbi([
  "struct Call3 { address target; bool allowFailure; bytes callData; }",
  "function aggregate3(Call3[] calls) payable returns ((bool success, bytes returnData)[])",
]);

let node: TestTron;
let makers: DepositContracts;
beforeAll(async () => {
  node = await startTronNode();
  const found = depositContractsOf(tron);
  if (!found) throw new Error("no contracts");
  makers = found;
});
afterAll(() => node?.stop());

/** Terms of a payment of 1,000 USDT and fees of 50 and 10, base units, with these changes. */
function termsOf(changes: Partial<DepositTerms> = {}): DepositTerms {
  return {
    homeChainId: BigInt(tron.chainId),
    payee: tronToHex20(node.accounts.recipient.tronAddress),
    token: tronToHex20(node.usdt),
    feeProxy: tronToHex20(node.feeProxy),
    paymentReference: REFERENCE,
    amount: 1_000n,
    feeReceiver: FEE_RECEIVER,
    feeAmount: 50n,
    legReceiver: LEG_RECEIVER,
    legAmount: 10n,
    legReference: LEG_REFERENCE,
    ...changes,
  };
}

function addressOf(terms: DepositTerms): Hex {
  const address = depositAddressOn(tron, terms);
  if (!address) throw new Error("no contracts");
  return address;
}

const codeAt = async (address: Hex) => String(await node.rpc("eth_getCode", address, "latest"));

async function put(terms: DepositTerms, amount: bigint): Promise<void> {
  const args = [addressOf(terms), amount] as const;
  await node.send("payer", tronCall({ to: terms.token, abi: erc20Abi, functionName: "transfer", args }));
}

/** A call of the factory by anybody. */
async function make(functionName: "deploy" | "collect", terms: DepositTerms, feeLimit?: number) {
  const call = tronCall({ to: makers.factory, abi: depositFactoryAbi, functionName, args: [terms] });
  return tronOutcome(node, await node.send("payer2", feeLimit === undefined ? call : { ...call, feeLimit }));
}

async function collectMany(many: DepositTerms[]) {
  const call = { to: makers.factory, abi: depositFactoryAbi, functionName: "collectMany" } as const;
  return tronOutcome(node, await node.send("payer2", tronCall({ ...call, args: [many] })));
}

const at = (n: number) => termsOf({ paymentReference: toHex(n, { size: 8 }) });

describe("a deposit address on Tron", () => {
  test.each(["usdt", "usdc"] as const)(
    "is where the factory deploys it, and pays on what came in %s",
    async (token) => {
      const terms = termsOf({ token: tronToHex20(node[token]) });
      const address = addressOf(terms);
      const addressCall = { to: makers.factory, abi: depositFactoryAbi, functionName: "addressOf" } as const;
      expect(String(await tronRead(node, { ...addressCall, args: [terms] })).toLowerCase()).toBe(address);
      await put(terms, 1_060n);
      expect(await codeAt(address)).toBe("0x");
      const { ending, events } = await make("collect", terms);
      expect(ending).toBe("SUCCESS");
      const payments = events(terms.feeProxy, erc20FeeProxyAbi);
      expect(payments.map(({ args }) => args)).toMatchObject([
        { to: getAddress(terms.payee), amount: 1_000n, feeAmount: 50n, feeAddress: FEE_RECEIVER },
        { to: LEG_RECEIVER, amount: 10n, feeAmount: 0n },
      ]);
      expect((await codeAt(address)).endsWith(packDepositTerms(terms).slice(2))).toBe(true);
      const read = { to: address, abi: depositAccountAbi } as const;
      expect(await tronRead(node, { ...read, functionName: "accounted", args: [] })).toBe(1_060n);
      // Once more, without deploying.
      await put(terms, 7n);
      expect((await make("collect", terms)).ending).toBe("SUCCESS");
    },
  );

  test("is the computed one in random cases", async () => {
    const bytes = (size: number) =>
      fc.uint8Array({ minLength: size, maxLength: size }).map((raw): Hex => toHex(raw));
    const some = fc.record({
      payee: bytes(20),
      token: bytes(20),
      paymentReference: bytes(8),
      amount: fc.bigInt({ min: 1n, max: (1n << 128n) - 1n }),
      feeAmount: fc.bigInt({ min: 1n, max: (1n << 128n) - 1n }),
      legAmount: fc.bigInt({ min: 1n, max: (1n << 128n) - 1n }),
    });
    const multicall = tronToHex20(tron.contracts.multicall3?.address ?? "");
    const lists = fc.array(some, { minLength: PER_TRANSACTION, maxLength: PER_TRANSACTION });
    await fc.assert(
      fc.asyncProperty(lists, async (many) => {
        const terms = many.map((changes) => termsOf(changes));
        const calls = terms.map((one) => ({
          target: makers.factory,
          allowFailure: false,
          callData: encodeFunctionData({ abi: depositFactoryAbi, functionName: "deploy", args: [one] }),
        }));
        const call = { to: multicall, abi: multicallAbi, functionName: "aggregate3", args: [calls] } as const;
        const { ending } = await tronOutcome(node, await node.send("payer2", tronCall(call)));
        expect(ending).toBe("SUCCESS");
        const codes = await Promise.all(terms.map((one) => codeAt(addressOf(one))));
        for (const [i, one] of terms.entries()) {
          expect(codes[i]?.endsWith(packDepositTerms(one).slice(2))).toBe(true);
        }
      }),
      { numRuns: TRANSACTIONS },
    );
  }, 600_000);
});

test("an address that was activated by TRX before is deployed all the same, and the TRX is the payee's", async () => {
  const terms = termsOf({ paymentReference: toHex(99, { size: 8 }) });
  await put(terms, 1_060n);
  await node.control.fund(hex20ToTron(addressOf(terms)), { sun: 5_000_000n });
  expect((await make("collect", terms)).ending).toBe("SUCCESS");
  const sun = async () => BigInt(String(await node.rpc("eth_getBalance", terms.payee, "latest")));
  const before = await sun();
  const args = [terms, zeroAddress];
  const call = { to: makers.factory, abi: depositFactoryAbi, functionName: "rescue", args } as const;
  const done = await tronOutcome(node, await node.send("payer2", tronCall(call)));
  expect([done.ending, (await sun()) - before]).toEqual(["SUCCESS", 5_000_000n]);
});

describe("nothing is deployed", () => {
  test("by a collection of nothing", async () => {
    const terms = at(100);
    expect((await make("collect", terms)).ending).toBe("REVERT");
    expect(await codeAt(addressOf(terms))).toBe("0x");
  });

  test("among several, for the one that fails", async () => {
    const [full, empty, other] = [at(101), at(102), at(103)];
    await put(full, 1_060n);
    await put(other, 500n);
    const { ending, events } = await collectMany([full, empty, other, full]);
    expect(ending).toBe("SUCCESS");
    const missed = events(makers.factory, depositFactoryAbi).map(({ args }) => args.account);
    expect(missed).toEqual([getAddress(addressOf(empty)), getAddress(addressOf(full))]);
    const codes = await Promise.all([full, empty, other].map((one) => codeAt(addressOf(one))));
    expect(codes.map((code) => code !== "0x")).toEqual([true, false, true]);
  });

  test("with too little energy", async () => {
    const terms = at(104);
    await put(terms, 1_060n);
    // As much as making it takes, and a little more.
    const done = await make("collect", terms, 12_000_000);
    expect(done.ending).not.toBe("SUCCESS");
    expect(done.energy).toBeGreaterThan(110_000);
    expect(done.energy).toBeLessThanOrEqual(120_000);
    expect(await codeAt(addressOf(terms))).toBe("0x");
  });

  test("by a call that is only tried out, which tells the energy that the transaction takes", async () => {
    const terms = at(105);
    await put(terms, 1_060n);
    const data = encodeFunctionData({ abi: depositFactoryAbi, functionName: "collect", args: [terms] });
    const asked = {
      owner_address: `41${node.accounts.payer2.address.slice(2)}`,
      contract_address: `41${makers.factory.slice(2)}`,
      data: data.slice(2),
    };
    const tried = await node.wallet("wallet/triggerconstantcontract", asked);
    const estimated = await node.wallet("wallet/estimateenergy", asked);
    expect(await codeAt(addressOf(terms))).toBe("0x");
    const { energy } = await make("collect", terms);
    // The gas that is given back at the end is not known before.
    expect(Number(tried.energy_used)).toBeGreaterThanOrEqual(energy);
    expect(Number(estimated.energy_required)).toBeGreaterThanOrEqual(energy);
  });

  test("after a reorganisation that drops the transaction", async () => {
    const terms = at(106);
    await make("deploy", terms);
    expect(await codeAt(addressOf(terms))).not.toBe("0x");
    await node.control.reorg(1, "dropped");
    expect(await codeAt(addressOf(terms))).toBe("0x");
  });
});

describe("energy of a collection, deployment included, in USDT,", () => {
  const within = (energy: number, published: number) => {
    expect(energy, `measured ${energy}`).toBeGreaterThan(published * 0.97);
    expect(energy, `measured ${energy}`).toBeLessThan(published * 1.03);
  };

  test("of one with two fees, to receivers that have none of the token and that have some, and of one without", async () => {
    const receivers = { feeReceiver: toHex(901, { size: 20 }), legReceiver: toHex(902, { size: 20 }) };
    const paying = { ...at(201), ...receivers };
    const again = { ...at(202), ...receivers };
    const free = { ...at(203), ...NO_FEES };
    await put(paying, 1_060n);
    await put(again, 1_060n);
    await put(free, 1_000n);
    within((await make("collect", paying)).energy, 199_000);
    within((await make("collect", again)).energy, 165_000);
    within((await make("collect", free)).energy, 143_000);
  });

  test("of each among 50, with two fees", async () => {
    const many = Array.from({ length: 50 }, (_, i) => at(300 + i));
    for (const terms of many) await put(terms, 1_060n);
    within((await collectMany(many)).energy / 50, 151_000);
  });
});
