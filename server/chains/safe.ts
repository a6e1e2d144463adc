import type { Hex } from "@/server/chains/contract-addresses";

/** A Safe as it stood at the end of a block. */
export interface SafeAccount {
  kind: "safe";
  version: SafeVersion;
  /** Of its next transaction. */
  nonce: bigint;
  /** Owners who have to sign. */
  threshold: number;
  /** Lower-case. */
  owners: Hex[];
  block: bigint;
}

/** What lives at an address that was said to be a Safe. */
export type SafeAnswer =
  | SafeAccount
  | { kind: "no_contract" | "no_safe" }
  /** It answers as a Safe does, and is of a version whose events we do not know. */
  | { kind: "unknown_version"; version: string };

/** What a Safe announced of one of its transactions. */
export interface SafeResult {
  /** Lower-case. */
  safe: Hex;
  safeTxHash: Hex;
  isSuccess: boolean;
  txHash: Hex;
  block: bigint;
  blockHash: Hex;
  logIndex: number;
}

/** What a look at the logs of several Safes showed. */
export interface SafeLook {
  /** In the order on chain; of Safes that are not in `unread`. */
  results: SafeResult[];
  /** Safes of which no node gave the logs of all these blocks, or which announce more than any Safe does. */
  unread: Hex[];
}

/** Versions whose events and hashes we know. */
export const SAFE_VERSIONS = [
  "1.0.0",
  "1.1.0",
  "1.1.1",
  "1.2.0",
  "1.3.0",
  "1.4.0",
  "1.4.1",
  "1.5.0",
] as const;

export type SafeVersion = (typeof SAFE_VERSIONS)[number];
