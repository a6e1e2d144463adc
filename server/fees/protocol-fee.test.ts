import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tokenById } from "@/server/currencies/tokens";
import {
  convertedFeeCap,
  isProtocolReceiver,
  protocolFeeCap,
  protocolFeeOn,
  protocolPercentage,
  protocolReceiver,
  protocolReceiverBytes,
} from "@/server/fees/protocol-fee";
import { ratioOf } from "@/server/lib/ratio";
import { propertyRuns } from "@/server/testing/long";

const usdc = tokenById("USDC-sepolia");
const usdcOnBsc = tokenById("USDC-bsc");
const ether = tokenById("ETH-sepolia");
if (!usdc || !usdcOnBsc || !ether) throw new Error("tokens are missing");

describe("protocol fee", () => {
  test("is 0.50 on 1,000 and 25 on 100,000 at 5 basis points capped at 25 USD (FE-03)", () => {
    const terms = { percentage: "0.05", cap: protocolFeeCap(usdc, "25") };
    expect(protocolFeeOn(terms, 0n, 1_000_000_000n)).toBe(500_000n);
    expect(protocolFeeOn(terms, 0n, 100_000_000_000n)).toBe(25_000_000n);
  });

  test("has a cap in stablecoins only, in their own decimals", () => {
    expect(protocolFeeCap(usdcOnBsc, "25.5")).toBe(25_500_000_000_000_000_000n);
    expect(protocolFeeCap(usdc, "0.1234567")).toBe(123_456n);
    expect(protocolFeeCap(ether, "25")).toBeNull();
    expect(protocolFeeCap(usdc, null)).toBeNull();
  });

  test("has a cap in the units of a token at its price, truncated", () => {
    expect(convertedFeeCap(ether, "25", ratioOf("2500"))).toBe(10_000_000_000_000_000n);
    expect(convertedFeeCap(usdc, "25", ratioOf("3"))).toBe(8_333_333n);
    expect(convertedFeeCap(ether, null, ratioOf("2500"))).toBeNull();
  });

  test("is a decimal percentage of basis points", () => {
    expect([5, 50, 100, 125, 10_000].map(protocolPercentage)).toEqual([
      "0.05",
      "0.50",
      "1.00",
      "1.25",
      "100.00",
    ]);
  });

  test("goes to the address of the network's family, whoever is named elsewhere", () => {
    const evm = { evmAddress: `0x${"Ab".repeat(20)}`, tronAddress: null } as const;
    const config = { protocolFee: { bps: 5, capUsd: null, fixedUsd: {}, ...evm } };
    expect([protocolReceiver(config, "base"), protocolReceiver(config, "tron")]).toEqual([
      evm.evmAddress,
      null,
    ]);
    expect(isProtocolReceiver(config, "base", `0x${"ab".repeat(20)}`)).toBe(true);
    expect(isProtocolReceiver(config, "base", `0x${"cd".repeat(20)}`)).toBe(false);
    expect(isProtocolReceiver(config, "tron", `0x${"ab".repeat(20)}`)).toBe(false);
  });

  test("on Tron is told by its 20 bytes, and a network that nobody knows counts as an EVM one", () => {
    // The address of USDT on Tron (TRC-20), whose bytes are public.
    const tronAddress = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
    const bytes = "0xa614f803b6fd780986a42c78ec9c7f77e6ded13c";
    const evmAddress = `0x${"Ab".repeat(20)}`;
    const config = { protocolFee: { bps: 5, capUsd: null, fixedUsd: {}, evmAddress, tronAddress } } as const;
    expect(protocolReceiver(config, "tron")).toBe(tronAddress);
    expect(protocolReceiverBytes(config, "tron")).toBe(bytes);
    expect(isProtocolReceiver(config, "tron", bytes)).toBe(true);
    expect(isProtocolReceiver(config, "tron", evmAddress.toLowerCase())).toBe(false);
    expect(protocolReceiver(config, "unheard-of")).toBe(evmAddress);
    expect(protocolReceiverBytes(config, "unheard-of")).toBe(evmAddress.toLowerCase());
  });

  test("on parts adds up to the fee on their sum, however a payer cuts it", () => {
    const parts = fc.array(fc.bigInt(1n, 10n ** 12n), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(parts, fc.option(fc.bigInt(0n, 10n ** 9n)), (amounts, cap) => {
        const terms = { percentage: "0.05", cap };
        let paid = 0n;
        let fees = 0n;
        for (const amount of amounts) {
          const fee = protocolFeeOn(terms, paid, amount);
          expect(fee).toBeGreaterThanOrEqual(0n);
          paid += amount;
          fees += fee;
        }
        expect(fees).toBe(protocolFeeOn(terms, 0n, paid));
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });
});
