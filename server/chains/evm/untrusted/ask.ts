import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { isRefusal, type Rpc } from "@/server/chains/evm/rpc";
import type { CallLimit, UntrustedLimit } from "@/server/chains/untrusted-limits";
import { clock } from "@/server/lib/clock";

/**
 * Calls an untrusted contract with the gas of its place, and gives its answer as it came. Null where the call reverts,
 * uses up its gas, ends in any other way inside the EVM, or answers more bytes than are read: all of that is what the
 * contract says, and no outage. Throws `ChainError` when no node answered in time.
 */
export async function askUntrusted(
  rpc: Rpc,
  limit: CallLimit,
  call: { to?: Hex; from?: Hex; data: Hex },
  at: Hex | "latest" = "latest",
): Promise<Hex | null> {
  try {
    const asked = rpc<Hex>("eth_call", [{ ...call, gas: `0x${limit.gas.toString(16)}` }, at]);
    const answer = await inTime(asked, limit.ms);
    return isWithin(limit, answer) ? answer : null;
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/**
 * Decodes what an untrusted contract said, unless it is longer than its place reads. Null also where `decode` throws:
 * then the bytes are no such answer.
 */
export function decodeUntrusted<T>(
  limit: UntrustedLimit,
  data: Hex | null,
  decode: (data: Hex) => T,
): T | null {
  if (data === null || !isWithin(limit, data)) return null;
  try {
    return decode(data);
  } catch {
    return null;
  }
}

/** Whether so many bytes are read at this place. */
export function isWithin({ bytes }: Pick<UntrustedLimit, "bytes">, data: Hex): boolean {
  return data.length <= 2 + 2 * bytes;
}

async function inTime<T>(asked: Promise<T>, ms: number): Promise<T> {
  const ended = new AbortController();
  const tooLate = clock.wait(ms, { unref: true, signal: ended.signal }).then(
    () => {
      throw new ChainError(`a call of a contract was not answered within ${ms} ms`);
    },
    // The answer came first.
    () => asked,
  );
  try {
    return await Promise.race([asked, tooLate]);
  } finally {
    ended.abort();
  }
}
