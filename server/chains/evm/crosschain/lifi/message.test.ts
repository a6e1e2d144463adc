import { encodeAbiParameters, type Hex, pad, parseAbiParameters } from "viem";
import { describe, expect, test } from "vitest";
import { lifiMessage, readLifiMessage } from "@/server/chains/evm/crosschain/lifi/message";
import { MAX_PAYMENTS, paymentMessage } from "@/server/chains/evm/crosschain/message";
import { readCrosschainMessage } from "@/server/chains/evm/crosschain/read-message";

const PROXY: Hex = "0x0dfbee143b42b41efc5a6f87bfd1ffc78c2f0ac9";
const PAYEE: Hex = "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7";
const PAYMENT = {
  token: "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
  payee: PAYEE,
  amount: 10_000_000n,
  reference: "0x8a60fb2742425e9e",
  fee: null,
} as const;
const payments = (count: number) => Array.from({ length: count }, () => PAYMENT);
const messageOf = (count = 1) => ({
  transactionId: pad("0x12"),
  proxy: PROXY,
  payments: payments(count),
  fallbackRecipient: PAYEE,
});

const word = (value: bigint | number) => BigInt(value).toString(16).padStart(64, "0");

describe("a message of LI.FI", () => {
  test.each([1, MAX_PAYMENTS])("with %s payments is read back as it was written", (count) => {
    const read = readCrosschainMessage(lifiMessage(messageOf(count)));
    expect(read).toMatchObject({ runner: "lifiReceiver", lifiTransactionId: pad("0x12") });
    expect(read?.payments).toHaveLength(count);
  });

  test("with more payments than are read is not written", () => {
    expect(() => lifiMessage(messageOf(MAX_PAYMENTS + 1))).toThrow("more than its reader");
  });

  test("and one of Across are not taken for each other", () => {
    const { transactionId: _, ...own } = messageOf();
    expect(readLifiMessage(paymentMessage(own))).toBeNull();
    expect(readCrosschainMessage(paymentMessage(own))).toMatchObject({
      runner: "acrossHandler",
      lifiTransactionId: null,
    });
  });

  test("is not read with a byte more or less, or when it pays nobody", () => {
    const whole = lifiMessage(messageOf());
    for (const other of ["0x", `${whole}00`, whole.slice(0, -2), lifiMessage(messageOf(0))]) {
      expect(readLifiMessage(`0x${other.slice(2)}`)).toBeNull();
    }
  });

  test("of any length, or whose calls all stand at one place, costs hardly anything", () => {
    const call = lifiMessage(messageOf()).slice(2 + 4 * 64);
    // The start of each call points at the same bytes.
    const repeated = (count: number) =>
      `${word(count)}${Array.from({ length: count }, () => word(32 * count)).join("")}${call}`;
    const head = (start: number) => `${word(0x12)}${word(start)}${word(BigInt(PAYEE))}`;
    const hostile = [
      `0x${head(0x60)}${repeated(100)}`,
      // The number of calls stands elsewhere than where it is looked for.
      `0x${head(0x80)}${word(1)}${repeated(100)}`,
      `0x${head(0x60)}${repeated(2_000)}`,
      encodeAbiParameters(parseAbiParameters("bytes32, bytes[], address"), [
        pad("0x12"),
        Array.from({ length: 900 }, (): Hex => `0x${"ab".repeat(200)}`),
        PAYEE,
      ]),
    ];
    const before = performance.now();
    for (let round = 0; round < 1_000; round += 1) {
      for (const message of hostile) expect(readCrosschainMessage(`0x${message.slice(2)}`)).toBeNull();
    }
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});
