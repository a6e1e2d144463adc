import { setTimeout as delay } from "node:timers/promises";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { concat, type Hex, keccak256, slice } from "viem";
import { privateKeyToAddress, sign } from "viem/accounts";
import { z } from "zod";
import { createTronHttp, type TronHttp, type TronHttpSettings } from "@/server/chains/tron/http";
import { encodeFields } from "@/server/chains/tron/protobuf";
import { transactionId } from "@/server/chains/tron/transaction";

/** A contract to deploy: its creation code with the constructor arguments behind it. */
export interface TronCreation {
  name: string;
  creation: Hex;
}

/** What came of a transaction that is in a block. */
export interface TronReceipt {
  txId: string;
  blockNumber: number;
  /** Units. */
  energy: number;
  /** Sun that were burned. */
  fee: number;
}

/** An account of a Tron network whose key is here, for commands: the service itself signs nothing on Tron. */
export interface TronAccount {
  /** 20 bytes, as all addresses here. */
  address: Hex;
  http: TronHttp;
  /** Calls a contract and waits for the block. Throws where it fails. */
  call(call: { to: Hex; data: Hex; feeLimit: bigint }): Promise<TronReceipt>;
  /** Deploys a contract and waits for the block. Throws where it fails. */
  deploy(contract: TronCreation, feeLimit: bigint): Promise<TronReceipt & { contract: Hex }>;
}

const TRIGGER_SMART_CONTRACT = { number: 31n, name: "TriggerSmartContract" };
const CREATE_SMART_CONTRACT = { number: 30n, name: "CreateSmartContract" };
/** Percent of the energy of calls that callers pay. */
const CALLERS_PAY_ALL = 100n;
/** What the deployer would pay of a call at most, which is nothing; nodes want a number above 0. */
const ORIGIN_ENERGY = 10_000_000n;
const EXPIRES_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 50;
const SUCCESS = "SUCCESS";
/** Says a node that took the transaction in, and whose first answer was lost. */
const SENT_BEFORE = "DUP_TRANSACTION_ERROR";

const Head = z.object({
  blockID: z.string(),
  block_header: z.object({
    raw_data: z.object({ number: z.number().int().default(0), timestamp: z.number().int() }),
  }),
});
const Answer = z.object({
  result: z.boolean().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
});
const Info = z.object({
  id: z.string().optional(),
  blockNumber: z.number().int().default(0),
  fee: z.number().int().default(0),
  receipt: z
    .object({ result: z.string().optional(), energy_usage_total: z.number().int().default(0) })
    .optional(),
});

/** The account of a private key. `rpcUrls` are roots of nodes, as in the settings of the service. */
export function tronAccount(settings: TronHttpSettings, privateKey: Hex): TronAccount {
  const http = createTronHttp(settings);
  const address = privateKeyToAddress(privateKey);

  async function send(type: { number: bigint; name: string }, value: Uint8Array, feeLimit: bigint) {
    const { blockID, block_header } = await http("wallet/getblock", { detail: false }, Head);
    const { number, timestamp } = block_header.raw_data;
    const expiration = timestamp + EXPIRES_AFTER_MS;
    const parameter = encodeFields([
      { number: 1, value: utf8ToBytes(`type.googleapis.com/protocol.${type.name}`) },
      { number: 2, value },
    ]);
    const contract = encodeFields([
      { number: 1, value: type.number },
      { number: 2, value: parameter },
    ]);
    const raw = encodeFields([
      { number: 1, value: hexToBytes(number.toString(16).padStart(16, "0").slice(12)) },
      { number: 4, value: hexToBytes(blockID.slice(16, 32)) },
      { number: 8, value: BigInt(expiration) },
      { number: 11, value: contract },
      { number: 14, value: BigInt(timestamp) },
      { number: 18, value: feeLimit },
    ]);
    const txId = transactionId(raw);
    const signature = hexToBytes((await sign({ hash: `0x${txId}`, privateKey, to: "hex" })).slice(2));
    const signed = encodeFields([
      { number: 1, value: raw },
      { number: 2, value: signature },
    ]);
    const { result, code, message } = await http(
      "wallet/broadcasthex",
      { transaction: bytesToHex(signed) },
      Answer,
    );
    // Plain text here, where the JSON form of a broadcast has hex.
    if (result !== true && code !== SENT_BEFORE) throw new Error(`${code}: ${message}`);
    return outcomeOf(http, txId, expiration);
  }

  return {
    address,
    http,
    call: ({ to, data, feeLimit }) => {
      const value = encodeFields([
        { number: 1, value: prefixed(address) },
        { number: 2, value: prefixed(to) },
        { number: 4, value: hexToBytes(data.slice(2)) },
      ]);
      return send(TRIGGER_SMART_CONTRACT, value, feeLimit);
    },
    deploy: async ({ name, creation }, feeLimit) => {
      const contract = encodeFields([
        { number: 1, value: prefixed(address) },
        { number: 4, value: hexToBytes(creation.slice(2)) },
        { number: 6, value: CALLERS_PAY_ALL },
        { number: 7, value: utf8ToBytes(name) },
        { number: 8, value: ORIGIN_ENERGY },
      ]);
      const value = encodeFields([
        { number: 1, value: prefixed(address) },
        { number: 2, value: contract },
      ]);
      const receipt = await send(CREATE_SMART_CONTRACT, value, feeLimit);
      return { ...receipt, contract: deployedAt(receipt.txId, address) };
    },
  };
}

/** Where a contract is that a transaction of this owner deployed: the hash of both. */
export function deployedAt(txId: string, owner: Hex): Hex {
  return slice(keccak256(concat([`0x${txId}`, "0x41", owner])), 12);
}

/** Waits for the block of a transaction; one that expired gets into none. */
async function outcomeOf(http: TronHttp, txId: string, expiration: number): Promise<TronReceipt> {
  for (;;) {
    const { block_header } = await http("wallet/getblock", { detail: false }, Head);
    const info = await http("wallet/gettransactioninfobyid", { value: txId }, Info);
    if (info.id !== undefined) {
      if (info.receipt?.result !== SUCCESS) throw new Error(`${txId} failed: ${info.receipt?.result}`);
      return {
        txId,
        blockNumber: info.blockNumber,
        energy: info.receipt.energy_usage_total,
        fee: info.fee,
      };
    }
    if (block_header.raw_data.timestamp > expiration) throw new Error(`${txId} got into no block`);
    await delay(LOOK_EVERY_MS);
  }
}

function prefixed(address: Hex): Uint8Array {
  return hexToBytes(`41${address.slice(2)}`);
}
