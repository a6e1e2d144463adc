import type { AnyAddress } from "@/server/chains/any-address";

/**
 * Chain ID of a wallet whose key signs: the same key has the same address on every chain, so the wallet is the
 * same everywhere. A contract wallet has the ID of the one chain it was deployed on: another contract, of
 * another owner, may have its address elsewhere.
 */
export const EVERY_CHAIN = 0;

/** What tells one wallet from another: its address, and the chain where it is a contract. */
export interface WalletIdentity {
  /** In stored form. */
  address: string;
  /** `EVERY_CHAIN`, or the chain ID of a contract wallet. */
  chainId: number;
}

/** A wallet that signed in. */
export interface SignedInWallet extends AnyAddress, WalletIdentity {}
