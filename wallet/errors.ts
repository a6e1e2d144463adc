import { WalletError, type WalletErrorCode } from "@/wallet/wallet";

/** EIP-1193 and EIP-1474 codes, and the ones WalletConnect adds. */
const BY_CODE = new Map<unknown, WalletErrorCode>([
  [4001, "rejected"],
  [5000, "rejected"],
  [5001, "rejected"],
  ["ACTION_REJECTED", "rejected"],
  [-32002, "pending_request"],
  [4000, "pending_request"],
  [4100, "disconnected"],
  [4900, "disconnected"],
  [4901, "wrong_chain"],
  [4902, "wrong_chain"],
  // EIP-5792: not offered, too large, an upgrade that the owner refused, not atomic.
  [5700, "no_batch"],
  [5710, "wrong_chain"],
  [5740, "no_batch"],
  [5750, "no_batch"],
  [5760, "no_batch"],
]);

const BY_NAME = new Map<unknown, WalletErrorCode>([
  ["ProviderNotFoundError", "not_installed"],
  ["WalletNotFoundError", "not_installed"],
  ["WalletDisconnectedError", "disconnected"],
]);

/** What wallets without codes write. The first that fits counts. */
const BY_WORDS: readonly [RegExp, WalletErrorCode][] = [
  [/\buser (?:has )?(?:rejected|denied|declined|cancell?ed|disapproved|closed)\b/i, "rejected"],
  [/\b(?:rejected|denied|declined|cancell?ed) by (?:the )?user\b|connection request reset/i, "rejected"],
  [/insufficient (?:funds|balance)|balance is not sufficient/i, "insufficient_funds"],
  [/already pending|request already|has not been closed/i, "pending_request"],
];

const SAYINGS: Record<WalletErrorCode, string> = {
  rejected: "The request was rejected in the wallet",
  pending_request: "The wallet is still waiting for an answer to an earlier request",
  wrong_chain: "The wallet is on another network",
  wrong_account: "The wallet has switched to another account",
  not_installed: "This wallet is not installed",
  insufficient_funds: "The wallet does not hold enough for this transaction",
  no_typed_data: "The wallet cannot sign this kind of document",
  no_batch: "The wallet does not send several transactions as one",
  real_wallet_refused: "This page is for testing; only the Test wallet works here",
  disconnected: "The wallet is not connected",
  failed: "The wallet could not do this",
};

/** A `WalletError` with our own words; what the wallet said is its cause. */
export function walletError(code: WalletErrorCode, cause?: unknown): WalletError {
  return new WalletError(code, SAYINGS[code], { cause });
}

/** What an error of any wallet or library means. An unknown one is `failed`. */
export function asWalletError(error: unknown): WalletError {
  if (error instanceof WalletError) return error;
  return walletError(codeOf(error) ?? "failed", error);
}

/** EIP-1193 and JSON-RPC for a method that there is not. */
const UNKNOWN_METHOD: readonly unknown[] = [4200, -32601];

/** The same for the answer to a method that only some wallets know: `missing` where this one does not. */
export function asOptionalError(error: unknown, missing: WalletErrorCode): WalletError {
  const known = asWalletError(error);
  return known.code === "failed" && saysUnknown(known.cause) ? walletError(missing, known.cause) : known;
}

function saysUnknown(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 8) return false;
  const { code, cause, data, error: inner } = error as Record<string, unknown>;
  return UNKNOWN_METHOD.includes(code) || [cause, inner, data].some((one) => saysUnknown(one, depth + 1));
}

function codeOf(error: unknown, depth = 0): WalletErrorCode | undefined {
  if (typeof error === "string") return byWords(error);
  if (typeof error !== "object" || error === null || depth > 8) return undefined;
  const { code, name, message, cause, data, error: inner } = error as Record<string, unknown>;
  return (
    BY_CODE.get(code) ??
    BY_NAME.get(name) ??
    codeOf(cause, depth + 1) ??
    codeOf(inner, depth + 1) ??
    codeOf(data, depth + 1) ??
    (typeof message === "string" ? byWords(message) : undefined)
  );
}

function byWords(message: string): WalletErrorCode | undefined {
  return BY_WORDS.find(([words]) => words.test(message))?.[1];
}
