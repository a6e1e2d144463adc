import type { Hex } from "viem";

export type WalletFamily = "evm" | "tron";

/** A contract call or native transfer on an EVM network. `value` in wei. */
export interface EvmTransaction {
  family: "evm";
  chainId: number;
  to: Hex;
  data: Hex;
  value: bigint;
}

/** A contract call on Tron. Addresses in Base58, `parameter` is ABI-encoded, `callValue` and `feeLimit` in sun. */
export interface TronTransaction {
  family: "tron";
  contract: string;
  functionSelector: string;
  parameter: Hex;
  callValue: bigint;
  feeLimit: bigint;
}

export type WalletTransaction = EvmTransaction | TronTransaction;

/**
 * What a wallet signs without sending anything (EIP-712). Numbers are decimal texts, because wallets are given JSON,
 * which holds none above 2^53.
 */
export interface TypedData {
  domain: {
    name: string;
    version: string;
    /** Absent where nothing happens on a chain; then so is the contract, and `types` has the type of the domain. */
    chainId?: number;
    verifyingContract?: Hex;
  };
  types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  primaryType: string;
  message: Readonly<Record<string, string>>;
}

/** Transactions that are carried out in this order, all of them or none (EIP-5792, `atomicRequired`). */
export interface WalletBatch {
  chainId: number;
  calls: readonly EvmTransaction[];
}

/**
 * What a wallet says became of a batch: never the proof of a payment, which is for the chain to say. `failed`: it will
 * not be tried again; `partly`: some of it was carried out, which an atomic wallet never does.
 */
export type BatchStatus =
  | { state: "pending" }
  | {
      state: "mined" | "failed" | "partly";
      /** Of its last transaction, where the wallet names one. */
      hash: string | null;
    };

/** What a wallet does that can send several transactions as one (EIP-5792). */
export interface BatchingWallet {
  /** Whether it carries out all calls of a batch or none on this chain, perhaps after asking its owner for leave. */
  isAtomic(chainId: number): Promise<boolean>;
  /** Signs and sends. Answers the wallet's ID of the batch. Throws `WalletError`, `no_batch` where it is not atomic. */
  send(batch: Verified<WalletBatch>): Promise<string>;
  /** Throws `WalletError`, also for an ID it does not know. */
  status(id: string): Promise<BatchStatus>;
}

declare const verified: unique symbol;

/**
 * Something that was compared with what the payer was shown. Only `components/pay/safety` makes one, so that
 * nothing else can reach a wallet (PP-01).
 */
export type Verified<T> = T & { readonly [verified]: true };

/** A Tron transaction as the wallet signed it; the service compares it again and broadcasts it (TR-06). */
export interface SignedTronTransaction {
  txID: string;
  raw_data?: unknown;
  raw_data_hex: string;
  signature: string[];
}

/** Hands a signed Tron transaction to the service and answers its ID. EVM wallets broadcast by themselves. */
export type TronRelay = (signed: SignedTronTransaction) => Promise<{ txid: string }>;

/** What a wallet said has changed; null when it is gone. */
export interface WalletChange {
  address: string | null;
  chainId: number | null;
  /**
   * The same wallet for the account it has now: a `Wallet` keeps its address for ever, so that what was
   * checked for one account is never signed by another.
   */
  wallet: Wallet | null;
}

/** A connected wallet, the same for every screen and both families. */
export interface Wallet {
  readonly id: string;
  readonly name: string;
  readonly family: WalletFamily;
  /** EIP-55 or Base58. */
  readonly address: string;
  /** The chain the wallet is on now; null when it cannot tell. */
  chainId(): Promise<number | null>;
  /** Asks the wallet to move to this chain. Throws `WalletError`. */
  switchChain(chainId: number): Promise<void>;
  /** Signs and sends. Answers the transaction hash. Throws `WalletError`. */
  send(transaction: Verified<WalletTransaction>, relay: TronRelay): Promise<string>;
  /** Absent where wallets of the family know no batches. */
  readonly batches?: BatchingWallet;
  /** EIP-191 on EVM, TIP-191 on Tron; 65 bytes as hex. Throws `WalletError`. */
  signMessage(text: string): Promise<Hex>;
  /**
   * EIP-712: 65 bytes of a key as hex, more of a contract wallet. Throws `WalletError`, `no_typed_data` where the wallet
   * cannot, which no wallet for Tron can.
   */
  signTypedData(data: Verified<TypedData>): Promise<Hex>;
  /** Calls back on every other account or chain. Returns what ends it. */
  onChange(listener: (change: WalletChange) => void): () => void;
  disconnect(): Promise<void>;
}

export type WalletErrorCode =
  | "rejected"
  | "pending_request"
  | "wrong_chain"
  | "wrong_account"
  | "not_installed"
  | "insufficient_funds"
  /** It signs transactions and messages, and no EIP-712 typed data. */
  | "no_typed_data"
  /** It does not carry out several transactions as one, or its owner does not want it to; nothing was sent. */
  | "no_batch"
  | "real_wallet_refused"
  | "disconnected"
  | "failed";

/**
 * Why a wallet did not do what it was asked. `rejected` is the payer's own choice; `real_wallet_refused` says
 * that this is a local profile, whose chains carry the IDs of real ones.
 */
export class WalletError extends Error {
  override readonly name = "WalletError";
  readonly code: WalletErrorCode;

  constructor(code: WalletErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** What a wallet that runs on another device needs to be shown. */
export interface WalletPairing {
  /** For the QR code, and to be copied. */
  uri: string;
  /** Opens the wallet's app on this device, where it has one. */
  appUrl?: string;
}

/** One row of the wallet list. */
export interface WalletOption {
  id: string;
  name: string;
  family: WalletFamily;
  /** Our own copy or a data URL of the catalogue: nothing is fetched from a third party. */
  icon: string;
  /** False when choosing it leads to an install page, a QR code or the wallet's app. */
  isInstalled: boolean;
  /** Opens the page in the wallet's own browser, on a phone that has the app. */
  deepLink?: (pageUrl: string) => string;
  /** Where a wallet that is not installed comes from. */
  installUrl?: string;
  /** True when `connect` needs `show`, because the wallet is on another device. */
  needsPairing?: boolean;
  /** Throws `WalletError`. `show` is called with what the other device has to read. */
  connect(show?: (pairing: WalletPairing) => void): Promise<Wallet>;
}
