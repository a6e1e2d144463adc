import type { Hex } from "viem";
import { walletError } from "@/wallet/errors";

const HASH = /^0x[0-9a-f]{64}$/i;
const SIGNATURE = /^0x[0-9a-f]{130}$/i;
/** 65 to 8,192 bytes: a contract wallet makes 65 for each of its owners. */
const ANY_SIGNATURE = /^0x(?:[0-9a-f]{2}){65,8192}$/i;

/** A transaction hash as wallets answer it. Throws `failed` for anything else. */
export function asHash(answer: unknown): Hex {
  if (isHex(answer, HASH)) return answer;
  throw walletError("failed", new Error("the wallet did not answer with a transaction hash"));
}

/** A 65-byte signature. Throws `failed` for anything else. */
export function asSignature(answer: unknown): Hex {
  const text: unknown = typeof answer === "string" && !answer.startsWith("0x") ? `0x${answer}` : answer;
  if (isHex(text, SIGNATURE)) return text;
  throw walletError("failed", new Error("the wallet did not answer with a 65-byte signature"));
}

/**
 * A signature of a key or of a contract wallet. Throws `failed` for anything else, also for the empty one by which some
 * contract wallets say that they have approved a message on chain.
 */
export function asAnySignature(answer: unknown): Hex {
  const text: unknown = typeof answer === "string" && !answer.startsWith("0x") ? `0x${answer}` : answer;
  if (isHex(text, ANY_SIGNATURE)) return text;
  throw walletError("failed", new Error("the wallet did not answer with a signature"));
}

function isHex(answer: unknown, pattern: RegExp): answer is Hex {
  return typeof answer === "string" && pattern.test(answer);
}
