import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { utils } from "tronweb";
import { describe, expect, test } from "vitest";
import type { Hex } from "@/server/chains/contract-addresses";
import { decodeFields, encodeFields, ProtobufError } from "@/server/chains/tron/protobuf";
import {
  decodeCall,
  encodeCall,
  NotACall,
  rawDataJson,
  type TronCall,
  transactionId,
} from "@/server/chains/tron/transaction";
import { propertyRuns } from "@/server/testing/long";

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .filter((array) => array.some((byte) => byte > 0))
    .map((array): Hex => `0x${bytesToHex(array)}`);
const amount = fc.bigInt({ min: 0n, max: BigInt(Number.MAX_SAFE_INTEGER) });
const calls: fc.Arbitrary<TronCall> = fc.record({
  owner: hex(20),
  contract: hex(20),
  data: fc.uint8Array({ minLength: 4, maxLength: 400 }).map((array): Hex => `0x${bytesToHex(array)}`),
  callValue: amount,
  feeLimit: amount,
  refBlockBytes: hex(2),
  refBlockHash: hex(8),
  expiration: amount,
  timestamp: amount,
});

describe("the bytes of a call", () => {
  test("are those that tronweb makes of the same call", () => {
    fc.assert(
      fc.property(calls, (call) => {
        // tronweb reads what it likes of this and asks for no type of ours.
        const transaction = utils.transaction.txJsonToPb({ raw_data: rawDataJson(call) } as never);
        const theirs = utils.transaction.txPbToRawDataHex(transaction).toLowerCase();
        expect(bytesToHex(encodeCall(call))).toBe(theirs);
        expect(transactionId(encodeCall(call))).toBe(
          utils.transaction.txPbToTxID(transaction).replace(/^0x/, ""),
        );
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  test("say again what was written", () => {
    fc.assert(
      fc.property(calls, (call) => {
        expect(decodeCall(encodeCall(call))).toEqual(call);
      }),
    );
  });

  test("with any one byte changed, left out or put in are another call or none", () => {
    const position = fc.nat();
    fc.assert(
      fc.property(calls, position, fc.integer({ min: 1, max: 255 }), (call, at, change) => {
        const bytes = encodeCall(call);
        const i = at % bytes.length;
        const changed = bytes.map((byte, index) => (index === i ? byte ^ change : byte));
        const shorter = Uint8Array.of(...bytes.slice(0, i), ...bytes.slice(i + 1));
        const longer = Uint8Array.of(...bytes.slice(0, i), change, ...bytes.slice(i));
        for (const attack of [changed, shorter, longer]) {
          if (bytesToHex(attack) === bytesToHex(bytes)) continue;
          try {
            expect(decodeCall(attack)).not.toEqual(call);
          } catch (error) {
            expect(error).toBeInstanceOf(NotACall);
          }
        }
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  test.each([
    ["a transfer of TRX", { type: 1n }],
    ["a creation of a contract", { type: 30n }],
    ["no type at all", { type: 0n }],
  ])("of %s are no call", (_what, { type }) => {
    const [call] = fc.sample(calls, 1);
    if (!call) throw new Error("no sample");
    const raw = decodeFields(encodeCall(call)).map((field) => {
      if (field.number !== 11 || typeof field.value === "bigint") return field;
      const inner = decodeFields(field.value).map((one) =>
        one.number === 1 ? { ...one, value: type } : one,
      );
      return { ...field, value: encodeFields(inner) };
    });
    expect(() => decodeCall(encodeFields(raw))).toThrow(/not a TriggerSmartContract/);
  });

  test("of arbitrary noise are no call, and nothing worse happens", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        expect(() => decodeCall(noise)).toThrow(NotACall);
      }),
    );
  });
});

describe("protobuf fields", () => {
  test.each([
    ["a number that never ends", "08ffffffffffffffffffffff01"],
    ["a number above what fits", "08ffffffffffffffffff01"],
    ["a run longer than the message", "0a05aabb"],
    ["a form that is neither", "0d00000000"],
    ["a tag without a value", "08"],
  ])("refuse %s", (_what, bytes) => {
    expect(() => decodeFields(hexToBytes(bytes))).toThrow(ProtobufError);
  });
});
