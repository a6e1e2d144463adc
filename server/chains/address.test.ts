import fc from "fast-check";
import { getAddress } from "viem";
import { describe, expect, test } from "vitest";
import {
  checksumEvmAddress,
  hex20ToTron,
  isZeroAddress,
  parseAddress,
  sameAddress,
  tronToHex20,
} from "@/server/chains/address";
import { propertyRuns } from "@/server/testing/long";

const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const TRON_USDT = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

const hex20 = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString("hex")}`);

describe("EVM addresses", () => {
  test("all lower and all upper case are accepted and stored in EIP-55 case", () => {
    expect(parseAddress("evm", USDC.toLowerCase())).toEqual({ ok: true, address: USDC });
    expect(parseAddress("evm", `0x${USDC.slice(2).toUpperCase()}`)).toEqual({ ok: true, address: USDC });
    expect(parseAddress("evm", USDC)).toEqual({ ok: true, address: USDC });
  });

  test("mixed case with one letter in the wrong case is refused", () => {
    const mistyped = USDC.replace("A0b8", "a0b8");
    expect(parseAddress("evm", mistyped)).toEqual({ ok: false, problem: "bad_checksum" });
  });

  test("two mixed-case letters swapped are refused", () => {
    expect(parseAddress("evm", USDC.replace("6991", "9691"))).toEqual({ ok: false, problem: "bad_checksum" });
  });

  test.each([
    "",
    "0x",
    USDC.slice(2),
    `${USDC}0`,
    USDC.slice(0, -1),
    `0X${USDC.slice(2)}`,
    ` ${USDC}`,
    `${USDC}\n`,
  ])("%j is malformed", (text) =>
    expect(parseAddress("evm", text)).toEqual({ ok: false, problem: "malformed" }),
  );

  test("a Tron address is named as the wrong family", () => {
    expect(parseAddress("evm", TRON_USDT)).toEqual({ ok: false, problem: "wrong_family" });
  });

  test("the checksum agrees with an independent implementation", () => {
    fc.assert(
      fc.property(hex20, (address) => checksumEvmAddress(address) === getAddress(address)),
      { numRuns: propertyRuns(1_000) },
    );
  });
});

describe("Tron addresses", () => {
  test.each([
    [TRON_USDT, "0xa614f803B6FD780986A42c78Ec9c7f77e6DeD13C"],
    ["TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8", "0x3487b63D30B5B2C87fb7fFa8bcfADE38EAaC1abe"],
    ["TEazPvZwDjDtFeJupyo7QunvnrnUjPH8ED", "0x32a4F47A74a6810BD0bF861CABAb99656a75DE9E"],
    ["TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ", "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A"],
  ])("%s is %s", (base58, hex) => {
    expect(parseAddress("tron", base58)).toEqual({ ok: true, address: base58 });
    expect(tronToHex20(base58)).toBe(hex.toLowerCase());
    expect(hex20ToTron(hex)).toBe(base58);
  });

  test("a lower-cased address is refused, because case carries meaning", () => {
    expect(parseAddress("tron", TRON_USDT.toLowerCase()).ok).toBe(false);
    expect(parseAddress("tron", `T${TRON_USDT.slice(1).toLowerCase()}`).ok).toBe(false);
  });

  test("one changed character is refused", () => {
    expect(parseAddress("tron", TRON_USDT.replace("Hqje", "Hqja"))).toEqual({
      ok: false,
      problem: "bad_checksum",
    });
  });

  test("the 41… hex form is refused, and an EVM address is named as the wrong family", () => {
    expect(parseAddress("tron", "41a614f803b6fd780986a42c78ec9c7f77e6ded13c")).toEqual({
      ok: false,
      problem: "malformed",
    });
    expect(parseAddress("tron", USDC)).toEqual({ ok: false, problem: "wrong_family" });
  });

  test("a valid Base58Check text with another network's prefix is refused", () => {
    expect(parseAddress("tron", "1BoatSLRHtKNngkdXEeobR76b53LETtpyT").ok).toBe(false);
  });

  test("hex and Base58 forms convert into each other without loss", () => {
    fc.assert(
      fc.property(hex20, (hex) => tronToHex20(hex20ToTron(hex)) === hex),
      { numRuns: propertyRuns(1_000) },
    );
  });

  test("conversions throw on what is no address", () => {
    expect(() => tronToHex20(TRON_USDT.toLowerCase())).toThrow("not a Tron address");
    expect(() => hex20ToTron("0x1234")).toThrow("not 20 bytes");
  });
});

test("the zero address is recognised in both families, and nothing else is", () => {
  const zero = `0x${"0".repeat(40)}`;
  expect(isZeroAddress("evm", zero)).toBe(true);
  expect(isZeroAddress("tron", hex20ToTron(zero))).toBe(true);
  expect(isZeroAddress("evm", `0x${"0".repeat(39)}1`)).toBe(false);
  expect(isZeroAddress("tron", TRON_USDT)).toBe(false);
});

test("EVM addresses compare in any case, Tron addresses exactly", () => {
  expect(sameAddress("evm", USDC, USDC.toUpperCase().replace("0X", "0x"))).toBe(true);
  expect(sameAddress("tron", TRON_USDT, TRON_USDT.toLowerCase())).toBe(false);
});
