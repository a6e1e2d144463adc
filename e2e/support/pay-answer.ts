import { type Hex, pad } from "viem";

/** A call of an answer of `/pay`. */
export interface PayCall {
  to: string;
  data: Hex;
  value: unknown;
}

/** The parts of an answer of `/pay` that attacks change. */
export interface PayAnswer {
  transactions: PayCall[];
  metadata: Record<string, unknown>;
  [field: string]: unknown;
}

/** Exchanges the 32-byte argument at this place of a call. */
export function exchangeWord(call: PayCall | undefined, index: number, word: Hex): void {
  if (!call) throw new Error("no such transaction");
  const start = 10 + index * 64;
  call.data = `0x${call.data.slice(2, start)}${pad(word).slice(2)}${call.data.slice(start + 64)}`;
}
