import { z } from "zod";
import { NodeError } from "@/local/tron-node/chain/node-error";
import { type Hex21, printAddress, readAddress } from "@/local/tron-node/codec/address";
import {
  type Contract,
  encodeRawData,
  type TronTransaction,
  transactionOf,
} from "@/local/tron-node/codec/transaction";
import { int64 } from "@/local/tron-node/http-api/int64";

const digits = z.string().regex(/^([0-9a-fA-F]{2})*$/);

const Entry = z.object({
  type: z.string(),
  Permission_id: z.number().int().default(0),
  parameter: z.object({ value: z.record(z.string(), z.unknown()) }),
});

const Json = z.object({
  visible: z.boolean().default(false),
  txID: z.string().optional(),
  raw_data_hex: z.string().optional(),
  signature: z.array(digits).default([]),
  raw_data: z.object({
    contract: z.array(Entry),
    ref_block_bytes: digits.default(""),
    ref_block_hash: digits.default(""),
    expiration: int64,
    timestamp: int64,
    fee_limit: int64,
    data: digits.default(""),
  }),
});

const Trigger = z.object({
  owner_address: z.string().default(""),
  contract_address: z.string().default(""),
  call_value: int64,
  data: digits.default(""),
  call_token_value: int64,
  token_id: int64,
});
const Transfer = z.object({
  owner_address: z.string().default(""),
  to_address: z.string().default(""),
  amount: int64,
});

export interface JsonTransaction {
  transaction: TronTransaction;
  /** False when `raw_data_hex` or `txID` say another transaction than `raw_data`. */
  consistent: boolean;
}

/**
 * A transaction from its JSON form. A node packs `raw_data` itself and never reads `raw_data_hex`, so a text in which
 * the two differ is a transaction that nobody signed. Throws a `NodeError` when it cannot be packed.
 */
export function transactionFromJson(body: unknown): JsonTransaction {
  const parsed = Json.safeParse(body);
  if (!parsed.success) throw new NodeError("java.lang.NullPointerException", "null");
  const { raw_data: raw, raw_data_hex, txID, signature, visible } = parsed.data;
  const rawBytes = encodeRawData({
    refBlockBytes: raw.ref_block_bytes.toLowerCase(),
    refBlockHash: raw.ref_block_hash.toLowerCase(),
    expiration: Number(raw.expiration),
    timestamp: Number(raw.timestamp),
    feeLimit: raw.fee_limit,
    data: raw.data.toLowerCase(),
    contracts: raw.contract.flatMap((entry) => readContract(entry, visible)),
  });
  const transaction = transactionOf(
    rawBytes,
    signature.map((one) => one.toLowerCase()),
  );
  const consistent =
    (raw_data_hex === undefined || raw_data_hex.toLowerCase() === transaction.rawHex) &&
    (txID === undefined || txID.toLowerCase() === transaction.id);
  return { transaction, consistent };
}

/** A kind that the simulator does not know is left out, and a transaction without contract is refused later. */
function readContract(entry: z.infer<typeof Entry>, visible: boolean): Contract[] {
  const { type, Permission_id: permissionId } = entry;
  if (type === "TransferContract") {
    const value = Transfer.safeParse(entry.parameter.value);
    if (!value.success) return [];
    const { owner_address, to_address, amount } = value.data;
    return [
      {
        type,
        permissionId,
        owner: bytes21(owner_address, visible),
        to: bytes21(to_address, visible),
        amount,
      },
    ];
  }
  const value = Trigger.safeParse(entry.parameter.value);
  if (type !== "TriggerSmartContract" || !value.success) return [];
  return [
    {
      type,
      permissionId,
      owner: bytes21(value.data.owner_address, visible),
      contract: bytes21(value.data.contract_address, visible),
      callValue: value.data.call_value,
      data: value.data.data.toLowerCase(),
      callTokenValue: value.data.call_token_value,
      tokenId: value.data.token_id,
    },
  ];
}

function bytes21(text: string, visible: boolean): Hex21 {
  const address = readAddress(text, visible);
  if (address !== undefined) return address;
  throw new NodeError("org.tron.core.services.http.JsonFormat$ParseException", `INVALID address: ${text}`);
}

/** A transaction as the HTTP API prints it. 64-bit numbers stay bigint; the printer decides how they look. */
export function transactionToJson(transaction: TronTransaction, visible: boolean) {
  const { raw, rawHex, id, signatures } = transaction;
  return {
    ...(signatures.length > 0 ? { signature: signatures } : {}),
    txID: id,
    raw_data: {
      contract: raw.contracts.map((contract) => contractToJson(contract, visible)),
      ref_block_bytes: raw.refBlockBytes,
      ref_block_hash: raw.refBlockHash,
      expiration: raw.expiration,
      ...(raw.data === "" ? {} : { data: raw.data }),
      ...(raw.feeLimit === 0n ? {} : { fee_limit: raw.feeLimit }),
      ...(raw.timestamp === 0 ? {} : { timestamp: raw.timestamp }),
    },
    raw_data_hex: rawHex,
  };
}

function contractToJson(contract: Contract, visible: boolean) {
  const { type } = contract;
  const permission = contract.permissionId > 0 ? { Permission_id: contract.permissionId } : {};
  return {
    parameter: {
      value: parameterToJson(contract, visible),
      type_url: `type.googleapis.com/protocol.${type}`,
    },
    type,
    ...permission,
  };
}

function parameterToJson(contract: Contract, visible: boolean) {
  const owner = { owner_address: printAddress(contract.owner, visible) };
  if (contract.type === "Other") return owner;
  if (contract.type === "TransferContract") {
    return { ...owner, to_address: printAddress(contract.to, visible), amount: contract.amount };
  }
  if (contract.type === "CreateSmartContract") {
    const { origin, bytecode, name } = contract;
    const percent = contract.consumeUserResourcePercent;
    return {
      ...owner,
      new_contract: {
        bytecode,
        consume_user_resource_percent: percent,
        name,
        origin_address: printAddress(origin, visible),
        origin_energy_limit: contract.originEnergyLimit,
      },
    };
  }
  return {
    ...(contract.data === "" ? {} : { data: contract.data }),
    ...(contract.tokenId === 0n ? {} : { token_id: contract.tokenId }),
    ...owner,
    contract_address: printAddress(contract.contract, visible),
    ...(contract.callValue === 0n ? {} : { call_value: contract.callValue }),
    ...(contract.callTokenValue === 0n ? {} : { call_token_value: contract.callTokenValue }),
  };
}
