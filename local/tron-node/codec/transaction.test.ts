import fc from "fast-check";
import { utils } from "tronweb";
import { expect, test } from "vitest";
import { decodeTransaction, encodeRawData } from "@/local/tron-node/codec/transaction";
import { transactionFromJson, transactionToJson } from "@/local/tron-node/http-api/transaction-json";
import { hex20ToTron } from "@/server/chains/address";
import { propertyRuns } from "@/server/testing/long";

const { txJsonToPb, txPbToRawDataHex, txPbToTxID } = utils.transaction;

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((array) => Buffer.from(array).toString("hex"));
const address = hex(20).map((digits) => `41${digits}`);
const sun = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const data = fc
  .uint8Array({ minLength: 4, maxLength: 200 })
  .map((array) => Buffer.from(array).toString("hex"));

const call = fc.record({ owner_address: address, contract_address: address, data, call_value: sun });
const transfer = fc.record({ owner_address: address, to_address: address, amount: sun });
const contract = fc.oneof(
  call.map((value) => ({ type: "TriggerSmartContract", parameter: { value } })),
  transfer.map((value) => ({ type: "TransferContract", parameter: { value } })),
);
const rawData = fc.record({
  contract: contract.map((one) => [one]),
  ref_block_bytes: hex(2),
  ref_block_hash: hex(8),
  expiration: fc.integer({ min: 1, max: 4_000_000_000_000 }),
  timestamp: fc.integer({ min: 1, max: 4_000_000_000_000 }),
  fee_limit: sun,
});

/** As tronweb packs it. */
function packed(raw_data: unknown) {
  const pb = txJsonToPb({ visible: false, raw_data });
  return { hex: txPbToRawDataHex(pb).toLowerCase(), id: txPbToTxID(pb).replace(/^0x/, ""), pb };
}

test("packs a transaction into the bytes and the ID that tronweb gives it", () => {
  fc.assert(
    fc.property(rawData, (raw) => {
      const { hex: raw_data_hex, id } = packed(raw);
      const { transaction, consistent } = transactionFromJson({ raw_data: raw, raw_data_hex, txID: id });
      expect(transaction).toMatchObject({ rawHex: raw_data_hex, id });
      expect(consistent).toBe(true);
    }),
    { numRuns: propertyRuns(100) },
  );
});

test("reads a transaction from its bytes and prints it so that the same bytes come out again", () => {
  fc.assert(
    fc.property(rawData, fc.array(hex(65), { maxLength: 2 }), (raw, signatures) => {
      const { pb, hex: rawHex } = packed(raw);
      for (const signature of signatures) pb.addSignature(Uint8Array.from(Buffer.from(signature, "hex")));
      const transaction = decodeTransaction(pb.serializeBinary());
      expect(transaction.signatures).toEqual(signatures);
      expect(Buffer.from(encodeRawData(transaction.raw)).toString("hex")).toBe(rawHex);
      const json = JSON.parse(
        JSON.stringify(transactionToJson(transaction, true), (_key, value) =>
          typeof value === "bigint" ? Number(value) : value,
        ),
      );
      expect(transactionFromJson({ ...json, visible: true })).toMatchObject({
        consistent: true,
        transaction,
      });
    }),
    { numRuns: propertyRuns(100) },
  );
});

test("bytes that are no transaction are refused, not guessed at", () => {
  fc.assert(
    fc.property(rawData, fc.nat(), (raw, cut) => {
      const bytes = packed(raw).pb.serializeBinary();
      const short = bytes.slice(0, cut % bytes.length);
      // The empty message is one, without contract; every other prefix ends within a field.
      if (short.length > 0) expect(() => decodeTransaction(short)).toThrow();
    }),
    { numRuns: propertyRuns(100) },
  );
});

test("a Base58 address stands for the same bytes as its hex form", () => {
  fc.assert(
    fc.property(transfer, rawData, (value, raw) => {
      const base58 = {
        ...value,
        owner_address: hex20ToTron(`0x${value.owner_address.slice(2)}`),
        to_address: hex20ToTron(`0x${value.to_address.slice(2)}`),
      };
      const json = (parameter: object) => ({
        ...raw,
        contract: [{ type: "TransferContract", parameter: { value: parameter } }],
      });
      const shown = transactionFromJson({ visible: true, raw_data: json(base58) });
      expect(shown.transaction.id).toBe(transactionFromJson({ raw_data: json(value) }).transaction.id);
    }),
    { numRuns: propertyRuns(100) },
  );
});
