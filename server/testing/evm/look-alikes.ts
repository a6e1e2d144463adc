import { concatHex, type Hex, numberToHex, pad, size, slice, stringToHex, toFunctionSelector } from "viem";
import { aWallet } from "@/server/testing/credentials";
import type { TestChain } from "@/server/testing/evm/chain";

/** What contracts of strangers do when they are asked something, as EVM code. */
export const MISBEHAVIOURS = {
  "reverts without a reason": "0x60006000fd",
  "runs into an invalid opcode": "0xfe",
  "never ends": "0x5b586001900356",
  "takes from an empty stack": "0x50",
  "jumps where nothing is": "0x600156",
  "reads beyond what a call returned": "0x6001600060003e",
  "answers nothing": "0x00",
  "answers 3 MB": "0x622dc6c06000f3",
} as const satisfies Record<string, Hex>;

/** An answer of a contract: its first bytes, and its whole length where zeros follow. */
export interface FixedAnswer {
  head: Hex;
  length?: number;
}

const word = (value: bigint | number) => pad(numberToHex(value));

/** The answers of a Safe with one signature needed, its owners all the same address: as many as asked for. */
export function safeAnswers({ owners = 1, version = "1.4.1" } = {}) {
  return {
    "VERSION()": {
      head: concatHex([word(32), word(version.length), pad(stringToHex(version), { dir: "right" })]),
    },
    "nonce()": { head: word(0) },
    "getThreshold()": { head: word(1) },
    "getOwners()": { head: concatHex([word(32), word(owners)]), length: 64 + 32 * owners },
  } satisfies Record<string, FixedAnswer>;
}

/** Places a contract that gives these answers, and misbehaves when it is asked anything else. */
export async function aLookAlike(
  chain: Pick<TestChain, "rpc">,
  answers: Record<string, FixedAnswer>,
  otherwise: Hex = MISBEHAVIOURS["reverts without a reason"],
): Promise<Hex> {
  const address: Hex = `0x${aWallet().slice(2).toLowerCase()}`;
  await chain.rpc("anvil_setCode", address, codeOf(answers, otherwise));
  return address;
}

/** `CALLDATALOAD(0) >> 224`, a jump for each selector, what is done otherwise, then an answer for each. */
function codeOf(answers: Record<string, FixedAnswer>, otherwise: Hex): Hex {
  const all = Object.entries(answers);
  const bodiesAt = 6 + 11 * all.length + 1 + size(otherwise);
  const dataAt = bodiesAt + BODY * all.length;
  const offsets = all.map((_, i) => all.slice(0, i).reduce((sum, [, { head }]) => sum + size(head), dataAt));
  const jumps = all.map(([signature], i) =>
    concatHex(["0x8063", toFunctionSelector(signature), "0x1461", short(bodiesAt + BODY * i), "0x57"]),
  );
  const bodies = all.map(([, { head, length = size(head) }], i) =>
    concatHex([
      "0x5b62",
      long(length),
      "0x61",
      short(offsets[i] ?? 0),
      "0x60003962",
      long(length),
      "0x6000f3",
    ]),
  );
  return concatHex([
    "0x60003560e01c",
    ...jumps,
    "0x50",
    otherwise,
    ...bodies,
    ...all.map(([, { head }]) => head),
  ]);
}

const BODY = 18;
const short = (value: number) => slice(word(value), 30);
const long = (value: number) => slice(word(value), 29);
