import type { Hex } from "@/server/chains/contract-addresses";
import type { NetworkId } from "@/server/chains/networks";

/** What a Safe transaction service has collected. It is hearsay: shown to people, and never what anything rests on. */
export interface CollectedSignatures {
  /** Owners who signed the transaction, lower-case. */
  signers: Hex[];
  /** Owners who signed the empty transaction of the same nonce, which would reject it. */
  rejecters: Hex[];
}

/** A place where owners of Safes collect their signatures, such as Safe's own. */
export interface SafeService {
  /** Null for a transaction that the service does not know. Throws `SafeServiceError`. */
  collected(
    network: NetworkId,
    transaction: { safe: Hex; safeTxHash: Hex },
  ): Promise<CollectedSignatures | null>;
}

/** The service did not answer, or not what its API says. `isThrottled` when it wants to be left alone. */
export class SafeServiceError extends Error {
  override readonly name = "SafeServiceError";
  readonly isThrottled: boolean;

  constructor(message: string, { isThrottled = false } = {}) {
    super(message);
    this.isThrottled = isThrottled;
  }
}
