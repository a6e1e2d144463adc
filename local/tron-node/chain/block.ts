import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Hex } from "viem";
import type { Ending } from "@/local/tron-node/chain/evm";
import { bytesField, concatBytes, intField } from "@/local/tron-node/codec/protobuf";
import type { TronTransaction } from "@/local/tron-node/codec/transaction";

/** How a transaction ended. Amounts in sun. */
export interface Outcome {
  result: Ending | "OUT_OF_TIME";
  fee: bigint;
  /** Bandwidth that the account had, in bytes, or what it paid instead. */
  netUsage: bigint;
  netFee: bigint;
  energyTotal: bigint;
  /** The part of it that staked resources covered, and what the rest cost. */
  energyUsage: bigint;
  energyFee: bigint;
  /** What the contract returned or reverted with; undefined for a transfer of TRX. */
  contractResult?: Hex;
  /** Why it failed. */
  message?: string;
  logs: { address: Hex; topics: Hex[]; data: Hex }[];
}

export interface Included {
  transaction: TronTransaction;
  outcome: Outcome;
}

export interface Block {
  number: number;
  /** 32 bytes of hex: the number in the first 8, then the hash of the header. */
  id: string;
  parentId: string;
  /** Milliseconds. */
  timestamp: number;
  transactionRoot: string;
  included: Included[];
  /** The block of the engine whose state is the state after this block. */
  evmBlock: number;
}

/** The one producer of local blocks, 21 bytes of hex. */
export const PRODUCER = `41${"5175697474616e6365".padEnd(40, "0")}`;
const VERSION = 31n;

/** A block whose ID is made as on the real chain: of number, time, parent, producer and transactions. */
export function makeBlock(fields: Omit<Block, "id" | "transactionRoot">): Block {
  const transactionRoot = merkleRoot(fields.included.map(({ transaction }) => transaction));
  const header = concatBytes(
    intField(1, BigInt(fields.timestamp)),
    bytesField(2, hexToBytes(transactionRoot)),
    bytesField(3, hexToBytes(fields.parentId)),
    intField(7, BigInt(fields.number)),
    bytesField(9, hexToBytes(PRODUCER)),
    intField(10, VERSION),
  );
  const number = fields.number.toString(16).padStart(16, "0");
  return { ...fields, transactionRoot, id: number + bytesToHex(sha256(header)).slice(16) };
}

function merkleRoot(transactions: TronTransaction[]): string {
  let level: Uint8Array[] = transactions.map(({ rawHex, signatures }) =>
    sha256(
      concatBytes(
        bytesField(1, hexToBytes(rawHex)),
        ...signatures.map((signature) => bytesField(2, hexToBytes(signature), true)),
      ),
    ),
  );
  if (level.length === 0) return "00".repeat(32);
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const [left, right] = [level[i], level[i + 1]];
      if (left) above.push(right ? sha256(concatBytes(left, right)) : left);
    }
    level = above;
  }
  return bytesToHex(level[0] ?? new Uint8Array(32));
}

/** The header as the HTTP API prints it. */
export function printHeader(block: Block) {
  return {
    blockID: block.id,
    block_header: {
      raw_data: {
        ...(block.number === 0 ? {} : { number: block.number }),
        txTrieRoot: block.transactionRoot,
        witness_address: PRODUCER,
        parentHash: block.parentId,
        version: Number(VERSION),
        timestamp: block.timestamp,
      },
      witness_signature: "00".repeat(65),
    },
  };
}
