import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Hex } from "@/server/chains/contract-addresses";
import { decodeFields, encodeFields, type Field, ProtobufError } from "@/server/chains/tron/protobuf";

/** A call of a contract on Tron, as its signed bytes say. Addresses are 20 bytes in lower-case hex. */
export interface TronCall {
  owner: Hex;
  contract: Hex;
  data: Hex;
  /** Sun. */
  callValue: bigint;
  /** The most TRX that may be burned for energy, sun. */
  feeLimit: bigint;
  refBlockBytes: Hex;
  refBlockHash: Hex;
  /** Milliseconds since 1970. */
  expiration: bigint;
  /** Milliseconds since 1970; 0 where the wallet set none. */
  timestamp: bigint;
}

/** Bytes that are not exactly one plain contract call. */
export class NotACall extends Error {
  override readonly name = "NotACall";
}

const TRIGGER_SMART_CONTRACT = 31n;
const TRIGGER_TYPE_URL = "type.googleapis.com/protocol.TriggerSmartContract";
const RAW = { refBlockBytes: 1, refBlockHash: 4, expiration: 8, contract: 11, timestamp: 14, feeLimit: 18 };
const CONTRACT = { type: 1, parameter: 2 };
const ANY = { typeUrl: 1, value: 2 };
const TRIGGER = { owner: 1, contract: 2, callValue: 3, data: 4 };
const ADDRESS_PREFIX = 0x41;

/**
 * The raw data of a transaction as nodes encode it (onchain.md §12). There is exactly one encoding of a call, which
 * is what makes a comparison of bytes a comparison of meaning.
 */
export function encodeCall(call: TronCall): Uint8Array {
  const trigger = encodeFields([
    { number: TRIGGER.owner, value: prefixed(call.owner) },
    { number: TRIGGER.contract, value: prefixed(call.contract) },
    { number: TRIGGER.callValue, value: call.callValue },
    { number: TRIGGER.data, value: bytesOf(call.data) },
  ]);
  const parameter = encodeFields([
    { number: ANY.typeUrl, value: utf8ToBytes(TRIGGER_TYPE_URL) },
    { number: ANY.value, value: trigger },
  ]);
  const contract = encodeFields([
    { number: CONTRACT.type, value: TRIGGER_SMART_CONTRACT },
    { number: CONTRACT.parameter, value: parameter },
  ]);
  return encodeFields([
    { number: RAW.refBlockBytes, value: bytesOf(call.refBlockBytes) },
    { number: RAW.refBlockHash, value: bytesOf(call.refBlockHash) },
    { number: RAW.expiration, value: call.expiration },
    { number: RAW.contract, value: contract },
    { number: RAW.timestamp, value: call.timestamp },
    { number: RAW.feeLimit, value: call.feeLimit },
  ]);
}

/**
 * Reads the raw data of a transaction that is one contract call and nothing else: no second entry, memo, permission,
 * token value or unknown field, and encoded exactly as nodes do it. Throws `NotACall` for everything else.
 */
export function decodeCall(rawData: Uint8Array): TronCall {
  const call = readCall(rawData);
  if (bytesToHex(encodeCall(call)) !== bytesToHex(rawData)) {
    throw new NotACall("the transaction holds more than one plain contract call");
  }
  return call;
}

function readCall(rawData: Uint8Array): TronCall {
  try {
    const raw = new Message(rawData);
    const contract = new Message(raw.bytes(RAW.contract));
    if (contract.number(CONTRACT.type) !== TRIGGER_SMART_CONTRACT) {
      throw new NotACall("the transaction is not a TriggerSmartContract");
    }
    const parameter = new Message(contract.bytes(CONTRACT.parameter));
    const trigger = new Message(parameter.bytes(ANY.value));
    return {
      owner: hex20(trigger.bytes(TRIGGER.owner)),
      contract: hex20(trigger.bytes(TRIGGER.contract)),
      data: `0x${bytesToHex(trigger.bytes(TRIGGER.data))}`,
      callValue: trigger.number(TRIGGER.callValue),
      feeLimit: raw.number(RAW.feeLimit),
      refBlockBytes: `0x${bytesToHex(raw.bytes(RAW.refBlockBytes))}`,
      refBlockHash: `0x${bytesToHex(raw.bytes(RAW.refBlockHash))}`,
      expiration: raw.number(RAW.expiration),
      timestamp: raw.number(RAW.timestamp),
    };
  } catch (error) {
    if (error instanceof ProtobufError) throw new NotACall(error.message);
    throw error;
  }
}

/** The transaction ID: SHA-256 of the raw data, 64 lower-case hex digits. */
export function transactionId(rawData: Uint8Array): string {
  return bytesToHex(sha256(rawData));
}

/** The JSON form of the raw data that nodes and wallets exchange. */
export function rawDataJson(call: TronCall) {
  return {
    contract: [
      {
        parameter: {
          value: {
            owner_address: `41${call.owner.slice(2)}`,
            contract_address: `41${call.contract.slice(2)}`,
            data: call.data.slice(2),
            ...(call.callValue === 0n ? {} : { call_value: safeNumber(call.callValue) }),
          },
          type_url: TRIGGER_TYPE_URL,
        },
        type: "TriggerSmartContract",
      },
    ],
    ref_block_bytes: call.refBlockBytes.slice(2),
    ref_block_hash: call.refBlockHash.slice(2),
    expiration: safeNumber(call.expiration),
    ...(call.timestamp === 0n ? {} : { timestamp: safeNumber(call.timestamp) }),
    ...(call.feeLimit === 0n ? {} : { fee_limit: safeNumber(call.feeLimit) }),
  };
}

function safeNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER))
    throw new NotACall("a number of the transaction is out of range");
  return Number(value);
}

/** A message by field number. A field that is not there is empty or zero, of a repeated one the first counts. */
class Message {
  readonly #fields: readonly Field[];

  constructor(bytes: Uint8Array) {
    this.#fields = decodeFields(bytes);
  }

  bytes(number: number): Uint8Array {
    const value = this.#value(number) ?? new Uint8Array();
    if (typeof value === "bigint") throw new ProtobufError(`field ${number} is a number`);
    return value;
  }

  number(number: number): bigint {
    const value = this.#value(number) ?? 0n;
    if (typeof value !== "bigint") throw new ProtobufError(`field ${number} is not a number`);
    return value;
  }

  #value(number: number): Field["value"] | undefined {
    return this.#fields.find((field) => field.number === number)?.value;
  }
}

function hex20(address: Uint8Array): Hex {
  if (address.length !== 21 || address[0] !== ADDRESS_PREFIX) throw new NotACall("not a Tron address");
  return `0x${bytesToHex(address.slice(1))}`;
}

function prefixed(address: Hex): Uint8Array {
  return Uint8Array.of(ADDRESS_PREFIX, ...bytesOf(address));
}

function bytesOf(hex: Hex): Uint8Array {
  return hexToBytes(hex.slice(2));
}
