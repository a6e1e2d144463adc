import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { type Block, makeBlock, type Outcome } from "@/local/tron-node/chain/block";
import { bytesOfHex } from "@/local/tron-node/codec/hex";
import { transactionOf } from "@/local/tron-node/codec/transaction";

/** Keeps the chain's blocks over restarts: one line of JSON per block, written before anybody sees the block. */
export interface Journal {
  block(block: Block): void;
  reorganised(toNumber: number): void;
}

const hex = z.custom<`0x${string}`>((value) => typeof value === "string" && value.startsWith("0x"));
const sun = z.string().transform((value) => BigInt(value));
const StoredOutcome = z.object({
  result: z.custom<Outcome["result"]>((value) => typeof value === "string"),
  fee: sun,
  netUsage: sun,
  netFee: sun,
  energyTotal: sun,
  energyUsage: sun,
  energyFee: sun,
  contractResult: hex.optional(),
  message: z.string().optional(),
  logs: z.array(z.object({ address: hex, topics: z.array(hex), data: hex })),
});
const Line = z.union([
  z.object({ keepUpTo: z.number().int() }),
  z.object({
    number: z.number().int(),
    parentId: z.string(),
    timestamp: z.number(),
    evmBlock: z.number().int(),
    included: z.array(z.object({ raw: z.string(), signatures: z.array(z.string()), outcome: StoredOutcome })),
  }),
]);

/** No file: the chain is gone with its process. */
export const forgetful: Journal = { block: () => {}, reorganised: () => {} };

export function openJournal(path: string): Journal {
  const write = (line: unknown) =>
    appendFileSync(
      path,
      `${JSON.stringify(line, (_key, value) => (typeof value === "bigint" ? String(value) : value))}\n`,
      { mode: 0o600 },
    );
  return {
    block: ({ number, parentId, timestamp, evmBlock, included }) =>
      write({
        number,
        parentId,
        timestamp,
        evmBlock,
        included: included.map(({ transaction, outcome }) => ({
          raw: transaction.rawHex,
          signatures: transaction.signatures,
          outcome,
        })),
      }),
    reorganised: (toNumber) => write({ keepUpTo: toNumber }),
  };
}

/** The blocks of a journal, lowest first. A last line that a kill cut off is left out. */
export function readJournal(path: string): Block[] {
  if (!existsSync(path)) return [];
  const blocks: Block[] = [];
  for (const text of readFileSync(path, "utf8").split("\n")) {
    const line = parseLine(text);
    if (line === undefined) continue;
    if ("keepUpTo" in line) blocks.splice(line.keepUpTo + 1);
    else {
      const included = line.included.map(({ raw, signatures, outcome }) => ({
        transaction: transactionOf(bytesOfHex(raw) ?? new Uint8Array(), signatures),
        outcome,
      }));
      blocks.push(makeBlock({ ...line, included }));
    }
  }
  return blocks;
}

function parseLine(text: string): z.infer<typeof Line> | undefined {
  if (text === "") return undefined;
  try {
    return Line.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
