/** A request whose creation was acknowledged. */
export interface KnownRequest {
  requestId: string;
  tenant: string;
  network: string;
  /** `0x` and 16 hex characters. */
  reference: string;
  token: string;
  recipient: string;
  /** Base units. */
  amount: bigint;
  /** So much is enough, base units. */
  least: bigint;
  /** The same where one of its payments is a plain transfer to a deposit address; absent where that makes no difference. */
  leastByDeposit?: bigint;
  /** So many blocks deep its payments have to be, 1 in the newest block. */
  confirmations: number;
  decimals: number;
  /** It goes to a bank account, and is paid when that has it. */
  isToBank?: boolean;
}

/** A payment that a chain holds. Addresses are lower-case. */
export interface ChainPayment {
  network: string;
  txHash: string;
  reference: string;
  token: string;
  recipient: string;
  amount: bigint;
  /** What the same call gave to somebody else on top, base units. */
  feeAmount: bigint;
  /** Of a plain transfer to a deposit address, all that came, base units: how it is divided depends on what came before. */
  arrived?: bigint;
  /** It was in another block before. */
  hasMoved?: boolean;
  /** 1 in the newest block. */
  depth: number;
}

/** What is wrong, and by which rule. */
export interface Violation {
  rule: string;
  what: string;
}
