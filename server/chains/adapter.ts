import type { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import type { CrosschainReader, RelayWords } from "@/server/chains/crosschain";
import type { Network, NetworkId } from "@/server/chains/networks";
import type { NodeReport } from "@/server/chains/node-order";
import type { Quorum } from "@/server/chains/quorum";
import type { SafeAnswer, SafeLook, SafeResult } from "@/server/chains/safe";
import type { TransactionNode } from "@/server/chains/transaction-node";
import type { CallLimit } from "@/server/chains/untrusted-limits";

/** A block as far as the watcher cares. `bloom` is null where a chain does not keep one. */
export interface BlockRef {
  number: bigint;
  hash: Hex;
  parentHash: Hex;
  time: Date;
  bloom: Hex | null;
}

export interface ChainHead {
  latest: BlockRef;
  /** Number of the newest block that is final; never moves back. */
  finalized: bigint;
}

/** One payment event of a known proxy, decoded (onchain.md §7). Addresses are lower-case hex. */
export interface PaymentLog {
  txHash: Hex;
  /** Position among the payment events of its transaction: with the hash, the identity of the payment. */
  position: number;
  blockNumber: bigint;
  blockHash: Hex;
  logIndex: number;
  /** keccak-256 of the payment reference. */
  topic1: Hex;
  /** Null for the native coin. */
  token: Hex | null;
  recipient: Hex;
  /** Base units. */
  amount: bigint;
  feeAmount: bigint;
  feeAddress: Hex | null;
  /** Set when a conversion event belongs to this payment. */
  conversion: { amount: bigint; currency: Hex; maxRateTimespan: bigint } | null;
  /**
   * A bridge brought the money, and the call that was to pay with it failed: all of it went to `recipient` without a
   * payment event (XC-07).
   */
  isFallback?: true;
  /** Such a one of LI.FI's: `topic1` is LI.FI's ID of the transfer, and its deposit says which request it pays. */
  isOfLifi?: true;
}

/** A plain transfer of a token to a deposit address, as the token's own event says it. Addresses are lower-case hex. */
export interface ArrivalLog {
  txHash: Hex;
  blockNumber: bigint;
  blockHash: Hex;
  logIndex: number;
  token: Hex;
  from: Hex;
  to: Hex;
  /** Base units, never 0. */
  amount: bigint;
}

/** What a receipt shows, where several providers of nodes are asked. */
export interface Attestable {
  /** How many of them showed it just so; absent where one node is enough. */
  attestedBy?: number;
}

/** An arrival as the receipt of its transaction holds it. */
export interface ProvenArrival extends Attestable {
  log: ArrivalLog;
  /** Position of its event among all events of the transaction: with the hash, the identity of the arrival. */
  ordinal: number;
}

/** Which transfers are looked for: those of these tokens to these addresses, all lower-case hex. */
export interface ArrivalWatch {
  tokens: ReadonlySet<string>;
  addresses: ReadonlySet<string>;
}

/** What the token's own transfer events say about a payment. */
export interface Settlement {
  /** Who paid, behind known intermediaries; null when it cannot be told. */
  payer: Hex | null;
  /** The payer where it signed the transaction itself, which only a key can; null for others, and where no one says. */
  payerEoa: Hex | null;
  /** Base units that reached the payee; null for the native coin. */
  received: bigint | null;
  /** Whom the payment contract took them from, which only its own caller can be; null where no transfer shows it. */
  takenFrom: Hex | null;
  /** The recurring contract made it as an instalment of a schedule. */
  isInstalment?: boolean;
  /** The deposit on another chain that a relayer filled with it. */
  deposit?: FilledDeposit;
}

/** A deposit as the fill on the destination chain names it: anybody can make one up and fill it. */
export interface FilledDeposit extends RelayWords {
  /** Its transaction, once the source chain has shown it: the fill does not name it. */
  txHash?: Hex;
  /** Time of its block, once the source chain has shown it as one that relayers fill: then its payer acted. */
  at?: Date;
}

/** A payment event as the receipt of its transaction holds it. */
export interface ProvenPayment extends Attestable {
  log: PaymentLog;
  settlement: Settlement;
}

/** A transaction and what is said of it, before anything is believed. */
export interface ShownTransaction<Log = PaymentLog> {
  txHash: Hex;
  blockHash: Hex;
  blockNumber: bigint;
  /** All its events of this kind as logs showed them; none where a node is to say whether it is there at all. */
  logs: readonly Log[];
}

/** Blocks until a payment counts, 1 being the block that holds it; or only once its block is final. */
export type Confirmations = number | "finalized";

/** What a wallet may use up before it burns native coin: 0 for what it has nothing left of. */
export interface Resources {
  gas: bigint;
  bytes: bigint;
  /** Native coin per byte of a transaction, base units. */
  bytePrice: bigint;
}

/** What a wallet has and may spend, base units. */
export interface Funds {
  native: bigint;
  /** Null when asked about the native coin. */
  token: bigint | null;
  allowance: bigint | null;
  /** Native coin per gas, base units. Tron's word for gas is energy. */
  gasPrice: bigint;
  /** Null where every transaction is paid for in the native coin alone. */
  resources: Resources | null;
}

/** A transaction that a wallet signed and left for us to send, as the wallet gave it. */
export interface SignedTransaction {
  rawDataHex: string;
  signatures: readonly string[];
  txId?: string | undefined;
  rawData?: unknown;
}

/** What a signed transaction does, read from the very bytes that were signed. Addresses are lower-case hex. */
export interface SignedCall {
  txId: string;
  signer: Hex;
  to: Hex;
  data: Hex;
  /** Base units of the native coin. */
  value: bigint;
  /** The most native coin that may be burned, base units. */
  feeLimit: bigint;
  /** No block from then on can hold it. */
  expiresAt: Date;
}

/** What a node said about a transaction that it was asked to spread. */
export interface Broadcast {
  isAccepted: boolean;
  /** It certainly went nowhere; neither this nor accepted where the network may have it all the same. */
  isRefused: boolean;
  /** No node would take it for now: the same bytes may be sent again. */
  isBusy: boolean;
  txId: string;
  code: string | null;
  message: string | null;
}

/** Sending what wallets signed, on chains whose wallets leave that to us. */
export interface Relay {
  /** Throws `NotRelayable` for bytes that are not one plain call of their signer. */
  read(signed: SignedTransaction): Promise<SignedCall>;
  /** Spreads exactly what `read` understood. Throws `ChainError` when no node gave an answer. */
  send(signed: SignedTransaction): Promise<Broadcast>;
  /** What came of a transaction; null while it is in no block. Throws `ChainError`. */
  outcome(txId: string): Promise<"success" | "failure" | null>;
}

/** Why a signed transaction is not even compared with what was expected. */
export class NotRelayable extends Error {
  override readonly name = "NotRelayable";
}

/**
 * One chain, named after what we need from it. Every method throws `ChainError` when the node cannot be
 * trusted to have answered, and never answers "nothing" instead.
 */
export interface ChainAdapter {
  readonly network: Network;
  readonly confirmations: Confirmations;
  /** How many providers of nodes have to show a payment before it counts; absent where one node is enough. */
  readonly quorum?: Quorum | undefined;
  /** First block to watch; null lets the watcher begin at the head. */
  readonly startBlock: bigint | null;
  readonly pollMs: number;
  /** Address of our recurring contract on this chain, if any. */
  readonly recurringContract: Hex | null;

  /**
   * Asks every node for its newest block, apart from what the others are asked for. From then on those that keep up
   * are asked first. Never throws: what failed is in the report.
   */
  compareNodes(): Promise<readonly NodeReport[]>;
  head(): Promise<ChainHead>;
  /** Null for a block this node does not have. */
  blocks(numbers: readonly bigint[]): Promise<(BlockRef | null)[]>;
  /** Payment events of exactly this block, by its hash. */
  logsOfBlock(block: BlockRef): Promise<PaymentLog[]>;
  /**
   * Payment events of a range the node has completely; splits the range when the node refuses it. `everyNode` joins
   * what all nodes that keep up show, for ranges that nobody will look at again.
   */
  logsOfRange(from: bigint, to: bigint, options?: { everyNode?: boolean }): Promise<PaymentLog[]>;
  /**
   * Looks up the receipts of these transactions, in their order: what is shown is worth nothing until a receipt
   * bears it out. All payments of a transaction come back as its receipt holds them, whatever was shown; none where
   * it failed. Null where there is no such transaction. Throws where that cannot be told.
   */
  evidence(shown: readonly ShownTransaction[]): Promise<(ProvenPayment[] | null)[]>;
  /** Transfers to deposit addresses in exactly this block, by its hash. */
  arrivalsOfBlock(block: BlockRef, watch: ArrivalWatch): Promise<ArrivalLog[]>;
  /** The same of a range that the node has completely; `everyNode` as in `logsOfRange`. */
  arrivalsOfRange(
    from: bigint,
    to: bigint,
    watch: ArrivalWatch,
    options?: { everyNode?: boolean },
  ): Promise<ArrivalLog[]>;
  /** `evidence` for transfers to deposit addresses. */
  arrivalEvidence(
    shown: readonly ShownTransaction<ArrivalLog>[],
    watch: ArrivalWatch,
  ): Promise<(ProvenArrival[] | null)[]>;
  /**
   * Calls `wake` when there may be a new head, `trouble` when the node cannot tell for a while. Returns what
   * ends the subscription.
   */
  onHead(wake: () => void, trouble: (error: ChainError) => void): () => void;
  /** What one native coin is worth, decimal text, for estimates shown to payers; null where nobody said. */
  readonly nativePriceUsd: string | null;
  funds(query: { wallet: Hex; token: Hex | null; spender: Hex | null }): Promise<Funds>;
  /** Gas a call would use if `wallet` sent it now; null when it would fail. */
  estimateGas?(wallet: Hex, call: { to: Hex; data: Hex; value: bigint }): Promise<bigint | null>;
  readonly relay?: Relay;
  /** For transactions of the service's own accounts. */
  readonly transactions?: TransactionNode;
  /** Whether the contract at `wallet` calls this signature of a digest its own (ERC-1271, ERC-6492). */
  acceptsSignature?(query: { wallet: Hex; digest: Hex; signature: Hex }): Promise<ContractAnswer>;
  /** Whether a contract stands at this address. */
  hasContract(address: Hex): Promise<boolean>;
  /** What lives at this address. */
  accountKind?(wallet: Hex): Promise<AccountKind>;
  /** What a contract answers to a call that changes nothing; null when it refuses. Only of a chain with contracts. */
  readContract?(call: ContractRead): Promise<Hex | null>;
  /** Payments from and to other chains; absent where there is no bridge. */
  readonly crosschain?: CrosschainReader | undefined;
  /** What our recurring contract says of schedules in a range of blocks. */
  scheduleEvents?(from: bigint, to: bigint): Promise<ScheduleEvents>;
  /** Absent where there are no Safes. */
  readonly safes?: SafeReader;
  /** Whether a smart account says that it is this wallet's; absent where there are no smart accounts. */
  accountOwnership?(query: { account: Hex; wallet: Hex }): Promise<AccountOwnership>;
  /** Whether the public sanctions list on this chain has the wallet (onchain.md §14). */
  readonly isSanctioned?: ((wallet: Hex) => Promise<boolean>) | undefined;
}

/** What a chain says of Safes, multisig wallets that sign off chain and announce what they have executed. */
export interface SafeReader {
  /** What lives at this address, as of the newest block. Throws `ChainError`. */
  read(safe: Hex): Promise<SafeAnswer>;
  /** Its next nonce after a recent block; null where it is no Safe there. Throws `ChainError`. */
  nonceAt(safe: Hex, block: bigint): Promise<bigint | null>;
  /** What these Safes executed in a range of blocks, and which of them could not be read. Throws `ChainError`. */
  results(safes: readonly Hex[], range: { from: bigint; to: bigint }): Promise<SafeLook>;
  /** What these Safes executed in one transaction. Throws `ChainError`. */
  resultsOf(txHash: Hex, safes: readonly Hex[]): Promise<SafeResult[]>;
  /** Whether a hash is that of a transaction of the chain itself. Throws `ChainError`. */
  hasTransaction(hash: Hex): Promise<boolean>;
}

/** An instalment that the recurring contract says it paid: the digest of its schedule, and 1 for the first. */
export interface PaidInstalment {
  digest: Hex;
  index: number;
  blockNumber: bigint;
}

/** What a recurring contract announces: schedules that their payers ended, by digest, and paid instalments. */
export interface ScheduleEvents {
  cancelled: Hex[];
  paid: PaidInstalment[];
}

/** A call of a contract that changes nothing. */
export interface ContractRead {
  to: Hex;
  data: Hex;
  /** As of the end of that block, which only nodes that keep old states can tell; of the newest when absent. */
  at?: bigint;
  /** What the call may cost: of every contract that is neither ours nor in our configuration. */
  untrusted?: CallLimit;
  /** The answer moves what cannot be moved back: with a quorum, enough providers have to give it. */
  isFinalWord?: boolean;
}

/** What a contract wallet says of a signature; `no_contract` where none is deployed at the address. */
export type ContractAnswer = "accepted" | "refused" | "no_contract";

/**
 * Nothing but a key, a key that has delegated its account to a contract (EIP-7702), or a contract of its own.
 */
export type AccountKind = "key" | "delegated" | "contract";

/** What a smart account says of a wallet; `unknown` where it does not say whose it is. */
export type AccountOwnership = "owner" | "not_owner" | "unknown" | "no_contract";

/** The chains this process can reach. */
export interface Chains {
  find(network: string): ChainAdapter | null;
  list(): ChainAdapter[];
}

/** A fixed set of chains by network ID. */
export function chainsOf(adapters: Partial<Record<NetworkId, ChainAdapter>>): Chains {
  const byId = new Map(Object.entries(adapters));
  return { find: (network) => byId.get(network) ?? null, list: () => [...byId.values()] };
}
