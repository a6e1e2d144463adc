import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { keccak256 } from "viem";
import type { Hex21 } from "@/local/tron-node/codec/address";
import {
  allBytesOf,
  bytesField,
  bytesOf,
  concatBytes,
  intField,
  intOf,
  readFields,
} from "@/local/tron-node/codec/protobuf";

// Its own packing on purpose: what the service packs is judged by code that does not share its mistakes.

/** A contract call. Amounts in sun, bytes as hex without `0x`. */
export interface TriggerContract {
  type: "TriggerSmartContract";
  permissionId: number;
  owner: Hex21;
  contract: Hex21;
  callValue: bigint;
  data: string;
  callTokenValue: bigint;
  tokenId: bigint;
}

/** A transfer of TRX, in sun. */
export interface TransferContract {
  type: "TransferContract";
  permissionId: number;
  owner: Hex21;
  to: Hex21;
  amount: bigint;
}

/** A deployment, read from bytes only: nothing here packs one. Amounts in sun, bytes as hex without `0x`. */
export interface CreateContract {
  type: "CreateSmartContract";
  permissionId: number;
  owner: Hex21;
  origin: string;
  name: string;
  bytecode: string;
  callValue: bigint;
  consumeUserResourcePercent: bigint;
  originEnergyLimit: bigint;
}

/** A kind that the simulator does not execute. */
export interface OtherContract {
  type: "Other";
  permissionId: number;
  number: number;
  owner: Hex21;
}

export type Contract = TriggerContract | TransferContract | CreateContract | OtherContract;

/** What is hashed and signed. Times in milliseconds, hex without `0x`. */
export interface RawData {
  refBlockBytes: string;
  refBlockHash: string;
  expiration: number;
  timestamp: number;
  feeLimit: bigint;
  /** Memo. */
  data: string;
  contracts: Contract[];
}

/** A transaction as it travels: the ID is of the bytes that came in, whatever else was said about them. */
export interface TronTransaction {
  id: string;
  raw: RawData;
  rawHex: string;
  /** 65 bytes each, hex without `0x`. */
  signatures: string[];
}

const TRANSFER = 1;
const CREATE = 30;
const TRIGGER = 31;
const TYPE_URL = "type.googleapis.com/protocol.";

/** The transaction that these raw-data bytes are. Throws when they are none. */
export function transactionOf(rawBytes: Uint8Array, signatures: string[]): TronTransaction {
  return {
    id: bytesToHex(sha256(rawBytes)),
    raw: decodeRawData(rawBytes),
    rawHex: bytesToHex(rawBytes),
    signatures,
  };
}

/** A whole signed transaction in protobuf, the form of `broadcasthex`. Throws when the bytes are none. */
export function decodeTransaction(bytes: Uint8Array): TronTransaction {
  const fields = readFields(bytes);
  return transactionOf(bytesOf(fields, 1), allBytesOf(fields, 2).map(bytesToHex));
}

/** Where the contract is that this transaction deploys: the hash of its ID and its owner. */
export function createdBy({ id }: TronTransaction, { owner }: CreateContract): Hex21 {
  return `41${keccak256(`0x${id}${owner}`).slice(-40)}`;
}

/** Bytes of the signed transaction without its result, which is what bandwidth is charged for. */
export function sizeOf({ rawHex, signatures }: TronTransaction): number {
  const raw = bytesField(1, hexToBytes(rawHex));
  return concatBytes(raw, ...signatures.map((signature) => bytesField(2, hexToBytes(signature), true)))
    .length;
}

export function encodeRawData(raw: RawData): Uint8Array {
  return concatBytes(
    bytesField(1, hexToBytes(raw.refBlockBytes)),
    bytesField(4, hexToBytes(raw.refBlockHash)),
    intField(8, BigInt(raw.expiration)),
    bytesField(10, hexToBytes(raw.data)),
    ...raw.contracts.map((contract) => bytesField(11, encodeContract(contract), true)),
    intField(14, BigInt(raw.timestamp)),
    intField(18, raw.feeLimit),
  );
}

function encodeContract(contract: Contract): Uint8Array {
  if (contract.type === "Other" || contract.type === "CreateSmartContract") {
    throw new Error(`a contract of type ${contract.type} cannot be encoded`);
  }
  const parameter = concatBytes(
    bytesField(1, new TextEncoder().encode(TYPE_URL + contract.type)),
    bytesField(2, encodeParameter(contract)),
  );
  return concatBytes(
    intField(1, BigInt(contract.type === "TransferContract" ? TRANSFER : TRIGGER)),
    bytesField(2, parameter),
    intField(5, BigInt(contract.permissionId)),
  );
}

function encodeParameter(contract: TriggerContract | TransferContract): Uint8Array {
  const owner = bytesField(1, hexToBytes(contract.owner));
  if (contract.type === "TransferContract") {
    return concatBytes(owner, bytesField(2, hexToBytes(contract.to)), intField(3, contract.amount));
  }
  return concatBytes(
    owner,
    bytesField(2, hexToBytes(contract.contract)),
    intField(3, contract.callValue),
    bytesField(4, hexToBytes(contract.data)),
    intField(5, contract.callTokenValue),
    intField(6, contract.tokenId),
  );
}

function decodeRawData(bytes: Uint8Array): RawData {
  const fields = readFields(bytes);
  return {
    refBlockBytes: bytesToHex(bytesOf(fields, 1)),
    refBlockHash: bytesToHex(bytesOf(fields, 4)),
    expiration: Number(intOf(fields, 8)),
    timestamp: Number(intOf(fields, 14)),
    feeLimit: intOf(fields, 18),
    data: bytesToHex(bytesOf(fields, 10)),
    contracts: allBytesOf(fields, 11).map(decodeContract),
  };
}

function decodeContract(bytes: Uint8Array): Contract {
  const entry = readFields(bytes);
  const number = Number(intOf(entry, 1));
  const permissionId = Number(intOf(entry, 5));
  const value = readFields(bytesOf(readFields(bytesOf(entry, 2)), 2));
  const owner = bytesToHex(bytesOf(value, 1));
  if (number === TRANSFER) {
    const to = bytesToHex(bytesOf(value, 2));
    return { type: "TransferContract", permissionId, owner, to, amount: intOf(value, 3) };
  }
  if (number === CREATE) {
    const created = readFields(bytesOf(value, 2));
    return {
      type: "CreateSmartContract",
      permissionId,
      owner,
      origin: bytesToHex(bytesOf(created, 1)),
      name: new TextDecoder().decode(bytesOf(created, 7)),
      bytecode: bytesToHex(bytesOf(created, 4)),
      callValue: intOf(created, 5),
      consumeUserResourcePercent: intOf(created, 6),
      originEnergyLimit: intOf(created, 8),
    };
  }
  if (number !== TRIGGER) return { type: "Other", permissionId, number, owner };
  return {
    type: "TriggerSmartContract",
    permissionId,
    owner,
    contract: bytesToHex(bytesOf(value, 2)),
    callValue: intOf(value, 3),
    data: bytesToHex(bytesOf(value, 4)),
    callTokenValue: intOf(value, 5),
    tokenId: intOf(value, 6),
  };
}
