import type {
  AGREEMENT_STATUSES,
  BANK_ACCOUNT_STATUSES,
  KYC_STATUSES,
  OFFRAMP_PROVIDERS,
  OFFRAMP_STATUSES,
} from "@/db/schema";
import type { NetworkId } from "@/server/chains/networks";

/** Where a payment to a bank account can begin (behaviour.md CF-13). A provider may take fewer. */
export const OFFRAMP_NETWORKS: readonly NetworkId[] = ["mainnet", "matic", "arbitrum-one", "sepolia"];

export type OfframpProviderId = (typeof OFFRAMP_PROVIDERS)[number];
export type KycStatus = (typeof KYC_STATUSES)[number];
export type AgreementStatus = (typeof AGREEMENT_STATUSES)[number];
export type BankAccountStatus = (typeof BANK_ACCOUNT_STATUSES)[number];

/** Who is to be checked. Only what a provider is told. */
export interface Customer {
  email: string;
  /** Of a business its own name, else first and last name. */
  fullName: string;
  type: "individual" | "business";
}

/** Where the checks of a customer stand. `raw` holds words of the provider, never personal data. */
export interface CustomerState {
  linkId: string;
  /** Null until the provider has made a customer of it. */
  customerId: string | null;
  kycUrl: string | null;
  agreementUrl: string | null;
  kycStatus: KycStatus;
  agreementStatus: AgreementStatus;
  raw: Record<string, string>;
}

/** A bank account as the platform gave it; numbers without blanks. */
export interface BankAccount {
  bankName: string;
  accountName: string;
  beneficiaryType: "individual" | "business";
  firstName: string;
  lastName: string;
  currency: string;
  rails: "local" | "swift" | "wire";
  country: string;
  addressLine1: string;
  addressLine2?: string | undefined;
  city: string;
  state?: string | undefined;
  postalCode: string;
  accountNumber?: string | undefined;
  routingNumber?: string | undefined;
  accountType?: "checking" | "savings" | undefined;
  iban?: string | undefined;
  swiftBic?: string | undefined;
  sortCode?: string | undefined;
}

export interface BankAccountState {
  /** Null where the provider takes no such account. */
  accountId: string | null;
  /** Of ISO 4217, as the provider has it; null where it does not say. */
  currency: string | null;
  status: BankAccountStatus;
  rejectionMessage: string | null;
}

export type OfframpStatus = (typeof OFFRAMP_STATUSES)[number];

/** A payment of USDC that is to reach a bank account. */
export interface TransferOrder {
  requestId: string;
  customerId: string;
  accountId: string;
  network: NetworkId;
  /** Contract of USDC there. */
  token: string;
  /** Of USDC, decimal text. */
  amount: string;
  currency: string;
  rails: "local" | "swift" | "wire";
  /** The payer's wallet, which gets back what cannot be delivered. */
  returnAddress: string;
}

/** What a transfer is for, as the provider repeats it. In our words where they are known; null where it does not say. */
export interface TransferTerms {
  customerId: string | null;
  accountId: string | null;
  network: string | null;
  /** Symbol, in capitals. */
  token: string | null;
  /** Decimal text. */
  amount: string | null;
  currency: string | null;
  rails: string | null;
  requestId: string | null;
}

/** Where a transfer stands. Amounts are decimal texts; `raw` holds words and IDs of the provider only. */
export interface TransferState {
  transferId: string;
  status: OfframpStatus;
  /** With `failed`: it was ended before it had any money. */
  isClosed: boolean;
  /** As the provider writes it; null where it does not say any more. */
  depositAddress: string | null;
  terms: TransferTerms;
  /** What the provider got, in the token; null before the deposit. */
  sourceAmount: string | null;
  /** The transaction that brought the deposit, and who sent it; null where the provider does not say. */
  sourceTxHash: string | null;
  sourceFrom: string | null;
  /** What the bank account receives or received; null before the provider knows. */
  destinationAmount: string | null;
  /** In the token. */
  fees: { type: string; amount: string }[];
  raw: Record<string, string>;
}

/** One way to ask for a customer's or a transfer's state again: never trusts what a notice says of it. */
export interface OfframpNotice {
  eventId: string;
  category: "customer" | "transfer";
  /** IDs by which the record may be known here. */
  objectIds: string[];
}

/** A provider. Every call ends in its time and throws `OfframpUnavailable` or `OfframpRefused`, nothing else. */
export interface OfframpProvider {
  readonly id: OfframpProviderId;
  /** Where it takes deposits of USDC. */
  readonly networks: readonly NetworkId[];
  /** Begins the checks of a customer, or gives those that have begun. `reference` makes a repetition harmless. */
  startCustomer(reference: string, customer: Customer): Promise<CustomerState>;
  customer(linkId: string): Promise<CustomerState>;
  /** The platform says that the customer has agreed; the answer is what the provider makes of it. */
  reportAgreement(linkId: string): Promise<CustomerState>;
  addBankAccount(reference: string, customerId: string, account: BankAccount): Promise<BankAccountState>;
  bankAccount(customerId: string, accountId: string): Promise<BankAccountState>;
  /** Opens a deposit address for one payment; `reference` makes a repetition harmless. */
  startTransfer(reference: string, order: TransferOrder): Promise<TransferState>;
  transfer(transferId: string): Promise<TransferState>;
  /** Closes the deposit address of a transfer that has no money. What became of it is for `transfer` to tell. */
  cancelTransfer(transferId: string): Promise<void>;
  /** Units of a currency for one USDC now, decimal text: what a payer is shown, not what is promised. */
  rate(currency: string): Promise<string>;
  /** Null for a notice that is about nothing of ours. Throws `NoticeRefused`. */
  readNotice(raw: string, signature: string | null, now: Date): OfframpNotice | null;
}

/** No answer: later may be another matter. The message holds no personal data and no key. */
export class OfframpUnavailable extends Error {
  override readonly name = "OfframpUnavailable";
}

/** The provider does not take what it was told. `field` is its name of what it does not like, where it said so. */
export class OfframpRefused extends Error {
  override readonly name = "OfframpRefused";
  readonly code: string;
  readonly field: string | null;

  constructor(code: string, field: string | null) {
    super(field === null ? code : `${code}: ${field}`);
    this.code = code;
    this.field = field;
  }
}

/** A notice that is not from the provider, or too old. */
export class NoticeRefused extends Error {
  override readonly name = "NoticeRefused";
}

/** The providers this process can ask; null for one that is not set up. */
export interface OfframpProviders {
  find(id: OfframpProviderId): OfframpProvider | null;
  /** What the outcomes of the sandbox are set with; null on a live profile. */
  readonly sandbox: SandboxKnobs | null;
}

/** How a transfer of the sandbox ends. */
export const SANDBOX_OUTCOMES = [
  "completed",
  "bounced",
  "retry_required",
  "failed",
  "refunded",
  "canceled",
] as const;
export type SandboxOutcome = (typeof SANDBOX_OUTCOMES)[number];

/** How the sandbox answers about one payer or one transfer: at once, after seconds, or not at all. */
export const SANDBOX_ANSWERS = ["normal", "slow", "down"] as const;
export type SandboxAnswers = (typeof SANDBOX_ANSWERS)[number];

/** What a tester lets the sandbox answer. */
export interface SandboxKnobs {
  setCustomer(
    linkId: string,
    state: {
      kycStatus?: KycStatus | undefined;
      agreementStatus?: AgreementStatus | undefined;
      answers?: SandboxAnswers | undefined;
    },
  ): Promise<void>;
  setBankAccount(accountId: string, status: BankAccountStatus): Promise<void>;
  setTransfer(
    transferId: string,
    state: { outcome?: SandboxOutcome | undefined; answers?: SandboxAnswers | undefined },
  ): Promise<void>;
}
