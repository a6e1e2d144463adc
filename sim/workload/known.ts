import type { Hex } from "viem";
import type { FillEnd, Relay } from "@/sim/chain/bridge";
import type { TokenPayment } from "@/sim/chain/contracts";
import type { Permit } from "@/sim/chain/recurring/permit";
import type { SafeContract, SafeTransaction } from "@/sim/chain/safe";
import type { Tenant } from "@/sim/workload/tenants";
import type { RunningNetwork } from "@/sim/world/world";

// What steps of a run leave to later ones.

/** A request as its caller knows it. */
export interface Created {
  requestId: string;
  tenant: Tenant;
  network: RunningNetwork;
}

/** A request in another currency than it is paid in. */
export interface Converted extends Created {
  paymentReference: string;
}

/** A link that a payer can pay. */
export interface Link {
  token: string;
  requestIds: readonly string[];
  tenant: Tenant;
}

/** A schedule of instalments as its payer and its account know it. */
export interface Schedule {
  id: string;
  tenant: Tenant;
  /** Its name in the contract. */
  digest: Hex;
  permit: Permit;
}

/** A key in whose place another one was put; milliseconds since the epoch. */
export interface ReplacedKey {
  tenant: Tenant;
  apiKey: string;
  endsAt: number;
}

/** A request that is bound to a bank account. */
export interface BankPayment extends Created {
  /** The provider's ID of its way there. */
  transferId: string;
  /** What its payer is asked for. */
  payments: readonly TokenPayment[];
}

/** A deposit on one network for a request of another, and what was sent because of it. */
export interface BridgedDeposit {
  requestId: string;
  source: RunningNetwork;
  destination: RunningNetwork;
  relay: Relay;
  /** Its transaction. */
  hash: Hex;
  fills: { hash: Hex; end: FillEnd }[];
  refunds: Hex[];
}

/** A Safe's transaction that was announced for a link. */
export interface SafePayment {
  /** The service's ID of the announcement. */
  id: string;
  requestIds: readonly string[];
  network: RunningNetwork;
  safe: SafeContract;
  transaction: SafeTransaction;
  nonce: number;
  safeTxHash: Hex;
}

/** A backup that was taken in a run. */
export interface Backup {
  /** Puts the database back to what it was, and forgets what later steps were left since; `skipped` numbers of events are left out. */
  restore(skipped: number): Promise<void>;
}

/** Somebody who pays to bank accounts, and one of these accounts. */
export interface BankPayer {
  clientUserId: string;
  paymentDetailsId: string;
}

/** What a payer sent, and where. */
export interface SentPayment {
  network: RunningNetwork;
  payer: Hex;
  payments: readonly TokenPayment[];
}

/** A call of the API as its caller means it. */
export interface Call {
  tenant: Tenant;
  method: "GET" | "POST" | "PATCH";
  path: string;
  body?: unknown;
  /** Makes its key of idempotency: the same for the same call of the same plan. */
  key?: string;
  /** In the place of the key of the account. */
  headers?: Readonly<Record<string, string>>;
  /** Answers beside success that a caller has to expect. */
  expected?: readonly number[];
}
