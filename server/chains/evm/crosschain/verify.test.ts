import { type Hex, keccak256, size, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Call } from "@/server/chains/evm/calldata";
import { depositCall } from "@/server/chains/evm/crosschain/deposit";
import {
  paymentMessage,
  readPaymentMessage,
  type TokenPayment,
} from "@/server/chains/evm/crosschain/message";
import {
  type ExpectedDeposit,
  expectedDeposit,
  type FreeParts,
  verifyDeposit,
} from "@/server/chains/evm/crosschain/verify";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { mutated, seeded } from "@/server/testing/mutate";

const PAYEE: Hex = "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7";
const PAYER: Hex = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A";
const STRANGER: Hex = "0x00000000000000000000000000000000DeaDBeef";
const USDC_ARBITRUM: Hex = "0xaf88d065e77c8cC2239327C5EDb3A432268e5831";
const USDC_BASE: Hex = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const NOW = 1_790_000_000;

const PAYMENT: TokenPayment = {
  token: USDC_ARBITRUM,
  payee: PAYEE,
  amount: 10_000_000n,
  reference: "0x8a60fb2742425e9e",
  fee: null,
};
const FREE: FreeParts = {
  exclusiveRelayer: zeroAddress,
  exclusivitySeconds: 0,
  quoteTimestamp: NOW - 30,
  fillDeadline: NOW + 7_200,
};
const EXPECTED: ExpectedDeposit = {
  source: EVM_NETWORKS.base,
  destination: EVM_NETWORKS["arbitrum-one"],
  payer: PAYER,
  inputToken: USDC_BASE,
  inputAmount: 10_012_345n,
  payments: [PAYMENT],
  now: NOW,
};
const SPOKE_POOL: Hex = "0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64";

function callOf(changes: Partial<ReturnType<typeof expectedDeposit>> = {}): Call {
  return depositCall(SPOKE_POOL, { ...expectedDeposit(EXPECTED, FREE), ...changes });
}

function partOf(call: Call, expected = EXPECTED): string | null {
  const verified = verifyDeposit(expected, call);
  return verified.ok ? null : verified.problem.part;
}

describe("the message of a deposit", () => {
  const destination = {
    proxy: EVM_NETWORKS["arbitrum-one"].contracts.erc20FeeProxy.address,
    payments: [PAYMENT],
    fallbackRecipient: PAYEE,
  };

  test("has the published form (providers.md §2.3)", () => {
    const message = paymentMessage(destination);
    expect(size(message)).toBe(1_088);
    expect(keccak256(message)).toBe("0x49e01af0e73a2f67a0a4ef187547146c0cd23cfba6c89721a8225f530f9307a4");
  });

  test("is read back as it was written, with fees of their own", () => {
    const fee = { address: PAYER, amount: 5n };
    const payments = [
      { ...PAYMENT, fee },
      { ...PAYMENT, payee: PAYER, amount: 7n, reference: "0x0000000000000001" as const },
    ];
    expect(readPaymentMessage(paymentMessage({ ...destination, payments }))).toEqual({
      ...destination,
      payments,
    });
  });

  test("is not read in any other form", () => {
    expect(readPaymentMessage("0x")).toBeNull();
    expect(readPaymentMessage(`${paymentMessage(destination)}00`)).toBeNull();
  });
});

describe("a deposit", () => {
  test("that is what was asked for passes, and says what was left to the quote", () => {
    expect(verifyDeposit(EXPECTED, callOf())).toEqual({ ok: true, deposit: expectedDeposit(EXPECTED, FREE) });
  });

  test.each([
    ["depositor", { depositor: STRANGER }],
    ["recipient", { recipient: STRANGER }],
    ["inputToken", { inputToken: STRANGER }],
    ["outputToken", { outputToken: STRANGER }],
    ["inputAmount", { inputAmount: 10_012_346n }],
    ["outputAmount", { outputAmount: 9_999_999n }],
    ["outputAmount", { outputAmount: 10_000_001n }],
    ["destinationChainId", { destinationChainId: 10 }],
    ["quoteTimestamp", { quoteTimestamp: NOW - 3_601 }],
    ["quoteTimestamp", { quoteTimestamp: NOW + 600 }],
    ["fillDeadline", { fillDeadline: NOW - 1 }],
    ["fillDeadline", { fillDeadline: NOW + 30_000 }],
    ["exclusivity", { exclusiveRelayer: STRANGER, exclusivitySeconds: 3_600 }],
    ["exclusivity", { exclusivitySeconds: 5 }],
  ])("with another %s is refused", (part, changes) => {
    expect(partOf(callOf(changes))).toBe(part);
  });

  const proxy = EVM_NETWORKS["arbitrum-one"].contracts.erc20FeeProxy.address;
  test.each([
    ["payee", { payments: [{ ...PAYMENT, payee: STRANGER }] }],
    ["amount", { payments: [{ ...PAYMENT, amount: 9_999_999n }] }],
    ["reference", { payments: [{ ...PAYMENT, reference: "0x8a60fb2742425e9f" as const }] }],
    ["fee", { payments: [{ ...PAYMENT, fee: { address: STRANGER, amount: 1n } }] }],
    ["further payment", { payments: [PAYMENT, { ...PAYMENT, payee: STRANGER }] }],
    ["fee proxy", { proxy: STRANGER }],
    ["fallback recipient", { fallbackRecipient: STRANGER }],
  ])("whose message has another %s is refused", (_what, changes) => {
    const message = paymentMessage({ proxy, payments: [PAYMENT], fallbackRecipient: PAYEE, ...changes });
    expect(partOf(callOf({ message }))).toBe("message");
  });

  test("to another contract, or with coins sent along, is refused", () => {
    expect(partOf({ ...callOf(), to: STRANGER })).toBe("spokePool");
    expect(partOf({ ...callOf(), value: 1n })).toBe("value");
    expect(partOf({ ...callOf(), data: `${callOf().data}00` })).toBe("calldata");
  });

  test("is refused after each of 10,000 changes, but for the times that a quote decides", () => {
    const random = seeded(17);
    const { to, data } = callOf();
    const wanted = expectedDeposit(EXPECTED, FREE);
    let changes = 0;
    while (changes < 10_000) {
      const changed = Changed.safeParse(mutated({ to, data }, random));
      // Letter case and further fields change no transaction.
      const isSame =
        changed.success &&
        `${changed.data.to}${changed.data.data}`.toLowerCase() === `${to}${data}`.toLowerCase();
      if (isSame) continue;
      changes += 1;
      const verified = changed.success ? verifyDeposit(EXPECTED, { ...changed.data, value: 0n }) : null;
      if (!verified?.ok) continue;
      const { quoteTimestamp, fillDeadline } = verified.deposit;
      expect([quoteTimestamp, fillDeadline]).not.toEqual([wanted.quoteTimestamp, wanted.fillDeadline]);
      expect(verified.deposit).toEqual({ ...wanted, quoteTimestamp, fillDeadline });
    }
  });
});

const text = z.custom<Hex>((value) => typeof value === "string");
const Changed = z.object({ to: text, data: text });
