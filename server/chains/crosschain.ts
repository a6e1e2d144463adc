import type { Hex } from "@/server/chains/contract-addresses";

/**
 * A deposit as the event of Across' pool on the source chain says it (providers.md §2.1). Addresses are lower-case hex,
 * amounts base units of their token.
 */
export interface SeenDeposit extends RelayWords {
  txHash: Hex;
  blockNumber: bigint;
  blockHash: Hex;
  logIndex: number;
  destinationChainId: number;
  quoteTimestamp: number;
  message: Hex;
}

/** Who gave the money of a deposit, by the receipt of its transaction. */
export interface DepositProof {
  /** Null where the transfers of the token do not tell. */
  payer: Hex | null;
  /** The payer where it signed the transaction itself. */
  payerEoa: Hex | null;
}

/** What a fill is looked up by. Not an identity: a contract can make two deposits of one number. */
export interface DepositKey {
  originChainId: number;
  depositId: bigint;
}

/**
 * What identifies a deposit on every chain: the words that the pool's relay hash covers. A pool fills each once, whoever
 * made how many deposits of them.
 */
export interface RelayWords extends DepositKey {
  messageHash: Hex;
  depositor: Hex;
  recipient: Hex;
  inputToken: Hex;
  inputAmount: bigint;
  outputToken: Hex;
  /** What the deposit asks for; the pool itself may bring more. */
  outputAmount: bigint;
  exclusiveRelayer: Hex;
  exclusivityDeadline: number;
  fillDeadline: number;
}

/** A fill of a deposit on the destination chain, as its event says it. */
export interface SeenFill extends RelayWords {
  txHash: Hex;
  blockNumber: bigint;
  blockHash: Hex;
  logIndex: number;
  /** The depositor signed another recipient or message for it later, and the relayer filled that. */
  isRedirected: boolean;
  /** The handler undid the calls of the message and gave the money to its fallback recipient. */
  hasFailedCall: boolean;
}

/** Money that the pool gave back to one address in one token: the sum of all its deposits that nobody filled. */
export interface SeenRefund {
  txHash: Hex;
  blockNumber: bigint;
  blockHash: Hex;
  logIndex: number;
  /** Position within the event, which pays several addresses. */
  position: number;
  token: Hex;
  recipient: Hex;
  amount: bigint;
}

/** Whether a relay was filled by then: `fillStatuses` of the pool. */
export type FillStatus = "unfilled" | "slow_fill_requested" | "filled";

/** What Across' contracts on one chain tell; of several nodes all that any of them shows. Throws `ChainError`. */
export interface CrosschainReader {
  /** Deposits whose message is no longer than ours are; in the order of their blocks and logs. */
  deposits(from: bigint, to: bigint): Promise<SeenDeposit[]>;
  /** Looks up the receipt of a deposit at every node; null where it does not bear the deposit out. */
  prove(deposit: SeenDeposit): Promise<DepositProof | null>;
  fills(from: bigint, to: bigint, keys: readonly DepositKey[]): Promise<SeenFill[]>;
  fillStatus(deposit: SeenDeposit, at: bigint): Promise<FillStatus>;
  /** To these addresses, lower-case. */
  refunds(from: bigint, to: bigint, recipients: ReadonlySet<string>): Promise<SeenRefund[]>;
}
