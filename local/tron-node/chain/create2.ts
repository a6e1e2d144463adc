import { concat, getCreate2Address, type Hex, keccak256, size, slice, zeroHash } from "viem";
import { z } from "zod";

const hex = z.custom<Hex>((value) => typeof value === "string" && value.startsWith("0x"), "not hex");

/** A call as the engine's call tracer prints it, with the calls that it made. */
export interface Frame {
  type: string;
  from: Hex;
  to?: Hex | undefined;
  input: Hex;
  output: Hex;
  gasUsed: bigint;
  error?: string | undefined;
  calls: Frame[];
}

export const Frame: z.ZodType<Frame> = z.lazy(() =>
  z.object({
    type: z.string().default("CALL"),
    from: hex,
    to: hex.optional(),
    input: hex.default("0x"),
    output: hex.default("0x"),
    gasUsed: hex.transform((value) => BigInt(value)),
    error: z.string().optional(),
    calls: z.array(Frame).default([]),
  }),
);

/** A contract that CREATE2 makes, at the address that it has on Tron. */
export interface Creation {
  address: Hex;
  code: Hex;
  /** What making it takes: the instruction, its hash, the constructor, and each byte of the code. */
  energy: bigint;
  /** Where in the calls of the transaction it is made: positions among the calls of each call. */
  places: number[][];
}

/** Of every address on Tron (tips#26): CREATE2 hashes the creator with it, and nothing before. */
const PREFIX: Hex = "0x41";
const CREATE2_ENERGY = 32_000n;
const HASH_WORD_ENERGY = 6n;

/**
 * The engine's CREATE2 hashes 0xff before the creator; Tron's hashes its prefix of addresses, 0x41. So what a call would
 * create is placed at Tron's address before the call: enough for a factory that makes a contract only where there is none.
 * Salt 0, no storage written by the constructor; the engine does not tell a salt.
 */
export function creationsOf(trace: Frame): Creation[] {
  const found = new Map<Hex, Creation>();
  visit(trace, [], (frame, place) => {
    if (frame.type !== "CREATE2" || frame.error !== undefined) return;
    const bytecodeHash = keccak256(frame.input);
    const onEvm = getCreate2Address({ from: frame.from, salt: zeroHash, bytecodeHash });
    if (onEvm.toLowerCase() !== frame.to?.toLowerCase()) return;
    // Hashed here and not by the service, which is judged by it.
    const address = slice(keccak256(concat([PREFIX, frame.from, zeroHash, bytecodeHash])), 12);
    const words = BigInt(Math.ceil(size(frame.input) / 32));
    const energy = CREATE2_ENERGY + HASH_WORD_ENERGY * words + frame.gasUsed;
    const creation = found.get(address) ?? { address, code: frame.output, energy, places: [] };
    // Whether it lasts is a question to the call that makes it.
    creation.places.push(place.slice(0, -1));
    found.set(address, creation);
  });
  return [...found.values()];
}

/** Whether a contract that was placed before the call is there after it: a call that fails takes back what it made. */
export function lasts({ places }: Creation, trace: Frame): boolean {
  return places.some((place) => {
    let frame: Frame | undefined = trace;
    for (const position of place) {
      if (frame?.error !== undefined) return false;
      frame = frame?.calls[position];
    }
    return frame !== undefined && frame.error === undefined;
  });
}

function visit(frame: Frame, place: number[], see: (frame: Frame, place: number[]) => void): void {
  see(frame, place);
  for (const [position, inner] of frame.calls.entries()) visit(inner, [...place, position], see);
}
