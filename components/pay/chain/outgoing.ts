/**
 * What became of a transaction, as a node sees it. `replaced`: its place was taken, and it will never come; `dropped`:
 * no block took it up while it was valid; `unpaid`: it is in a block without the payment that it was sent for, as a smart
 * account's can be.
 */
export type Fate = "pending" | "mined" | "unpaid" | "reverted" | "replaced" | "dropped";

/** A transaction that a wallet has sent. */
export interface Outgoing {
  hash: string;
  wallet: string;
  nonce: number | null;
  /** Of a payment: the one whose event has to be there; null where nothing is known of it. */
  reference?: string | null;
}
