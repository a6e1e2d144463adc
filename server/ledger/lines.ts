import type {
  depositAddresses,
  depositCollections,
  feeLegs,
  feeTransfers,
  ledgerEntries,
  offramps,
  refunds,
  refundTransfers,
  requestSums,
  requests,
  settlerTransactions,
  transfers,
} from "@/db/schema";
import type { LedgerAccount } from "@/server/ledger/accounts";
import { SETTLED_STATES } from "@/server/payments/state";

// What the journal has to say about what is recorded, derived a second time. Nothing is shared with the functions of
// the database that write it, so that an error in one of the two is found.

type TransferRow = typeof transfers.$inferSelect;
type RequestRow = typeof requests.$inferSelect;

/** One part of what the journal says about a source. */
export interface LedgerLine {
  part: string;
  debit: LedgerAccount;
  credit: LedgerAccount;
  debitWallet: string | null;
  creditWallet: string | null;
  currency: string;
  /** Base units. */
  amount: bigint;
}

type Place = Partial<Pick<LedgerLine, "debitWallet" | "creditWallet">>;

function line(
  part: string,
  [debit, credit]: readonly [LedgerAccount, LedgerAccount],
  [amount, currency]: readonly [bigint, string],
  { debitWallet = null, creditWallet = null }: Place = {},
): LedgerLine[] {
  return amount > 0n ? [{ part, debit, credit, debitWallet, creditWallet, currency, amount }] : [];
}

const HELD = ["payer_not_approved", "unvalued"];

/** What a payment seen on chain puts into the journal: nothing before it is confirmed. */
export function paymentLines(transfer: TransferRow, request: RequestRow): LedgerLine[] {
  if (!SETTLED_STATES.some((state) => state === transfer.state)) return [];
  return request.kind === "payout" ? paidOut(transfer, request) : received(transfer, request);
}

function received(transfer: TransferRow, request: RequestRow): LedgerLine[] {
  const { amount, mismatch, recipient, depositAddress } = transfer;
  if (mismatch === "recipient_mismatch") return [];
  const token = tokenOf(transfer, request);
  const toBank = request.isCryptoToFiatAllowed;
  const lines = depositAddress
    ? [
        ...line("principal", ["deposit_address", "receipts"], [amount, token], {
          debitWallet: depositAddress,
        }),
        ...line("fee", ["deposit_address", "fees_payable"], [(transfer.arrived ?? 0n) - amount, token], {
          debitWallet: depositAddress,
        }),
      ]
    : [
        ...line("principal", [toBank ? "bank_transit" : "wallet", "receipts"], [amount, token], {
          debitWallet: recipient,
        }),
        ...line(
          "surplus",
          [toBank ? "bank_transit" : "wallet", "unallocated_receipts"],
          [(transfer.received ?? 0n) - amount, token],
          { debitWallet: recipient },
        ),
      ];
  if (mismatch === null) {
    if (!depositAddress) {
      lines.push(...line("fee", ["payer_fees", "payer_fees_charged"], [transfer.feeAmount, token]));
    }
    return [...lines, ...converted(transfer, request, ["receipts", "conversion"])];
  }
  const [part, account] = HELD.includes(mismatch)
    ? (["hold", "held_receipts"] as const)
    : (["unallocated", "unallocated_receipts"] as const);
  return [...lines, ...line(part, ["receipts", account], [amount, token])];
}

function paidOut(transfer: TransferRow, request: RequestRow): LedgerLine[] {
  if (transfer.mismatch !== null) return [];
  const token = request.paymentCurrency;
  const from = { creditWallet: payingWallet(transfer) };
  return [
    ...line("principal", ["payouts", "wallet"], [transfer.amount, token], from),
    ...line("fee", ["fees", "wallet"], [transfer.feeAmount, token], from),
    ...converted(transfer, request, ["conversion", "payouts"]),
  ];
}

function converted(
  { amount, credited }: TransferRow,
  { paymentCurrency, invoiceCurrency }: RequestRow,
  [debit, credit]: readonly [LedgerAccount, LedgerAccount],
): LedgerLine[] {
  if (credited === null) return [];
  return [
    ...line("converted_from", [debit, credit], [amount, paymentCurrency]),
    ...line("converted_to", [credit, debit], [credited, invoiceCurrency]),
  ];
}

/** What came may be another token than was asked for. */
function tokenOf({ mismatch, network, token }: TransferRow, { paymentCurrency }: RequestRow): string {
  return mismatch === "token_mismatch" ? `${network}/${token ?? "native"}` : paymentCurrency;
}

/** Of money from another network the paying wallet is there. */
function payingWallet({ type, payer }: Pick<TransferRow, "type" | "payer">): string | null {
  return type === "crosschain" ? null : payer;
}

/** What a fee that has its own transfer puts into the journal. `paid` is the confirmed payment of its transaction. */
export function feeLines(
  fee: typeof feeTransfers.$inferSelect,
  { bearer }: Pick<typeof feeLegs.$inferSelect, "bearer">,
  request: RequestRow,
  paid: Pick<TransferRow, "type" | "payer"> | undefined,
): LedgerLine[] {
  if (!paid) return [];
  const amount = [fee.amount, request.paymentCurrency] as const;
  if (request.kind === "payout") {
    const account = bearer === "payee" ? "payouts" : "fees";
    return line("fee", [account, "wallet"], amount, { creditWallet: payingWallet(paid) });
  }
  if (bearer === "payee") return line("fee", ["fees", "receipts"], amount);
  // What a payer bears of a plain transfer is in what arrived.
  return fee.position < 0 ? [] : line("fee", ["payer_fees", "payer_fees_charged"], amount);
}

/** What a refund puts into the journal: nothing before it is confirmed. */
export function refundLines(
  sent: typeof refundTransfers.$inferSelect,
  { currency }: Pick<typeof refunds.$inferSelect, "currency">,
): LedgerLine[] {
  if (!sent.isConfirmed) return [];
  return line("refund", ["refunds", "wallet"], [sent.amount, currency], { creditWallet: sent.sender });
}

/** What a collection puts into the journal. */
export function collectionLines(
  { address, amount, feeAmount, topic1 }: typeof depositCollections.$inferSelect,
  { payee }: Pick<typeof depositAddresses.$inferSelect, "payee">,
  request: RequestRow,
): LedgerLine[] {
  const token = request.paymentCurrency;
  const from = { creditWallet: address };
  if (topic1 === null || feeAmount === null) {
    return line("unsplit", ["collected_unsplit", "deposit_address"], [amount, token], from);
  }
  if (topic1 !== request.topic1)
    return line("fee", ["fees_payable", "deposit_address"], [amount, token], from);
  return [
    ...line("principal", ["wallet", "deposit_address"], [amount - feeAmount, token], {
      debitWallet: payee,
      ...from,
    }),
    ...line("fee", ["fees_payable", "deposit_address"], [feeAmount, token], from),
  ];
}

/** What an account's part of the gas of a transaction of the settler puts into the journal: its part of all addresses. */
export function gasLines(
  { network, sender, state, isSettled, gasUsed, gasPrice }: typeof settlerTransactions.$inferSelect,
  addresses: { own: number; all: number },
): LedgerLine[] {
  if (!isSettled || state !== "mined" || gasUsed === null || gasPrice === null) return [];
  const part = (gasUsed * gasPrice * BigInt(addresses.own)) / BigInt(addresses.all);
  return line("gas", ["gas", "operator_gas"], [part, `${network}/native`], { creditWallet: sender });
}

type Sums = Pick<typeof requestSums.$inferSelect, "settled" | "converted">;

/** What a paid request got more or less than it asked for. */
export function differenceLines(request: RequestRow, { settled }: Sums): LedgerLine[] {
  const { kind, status, paidAt, amount, leastAmount, invoiceCurrency } = request;
  if (kind !== "request" || paidAt === null || (status !== "paid" && status !== "refunded")) return [];
  const isLetOff = leastAmount !== null && settled >= leastAmount;
  return [
    ...(isLetOff ? line("tolerance", ["tolerance", "receipts"], [amount - settled, invoiceCurrency]) : []),
    ...line("overpayment", ["receipts", "overpayments"], [settled - amount, invoiceCurrency]),
  ];
}

/** Decimals of fiat in amounts that are not text (onchain.md §9.2). */
const FIAT_DECIMALS = 8;

/** What the provider of a payment to a bank account made of it. */
export function bankLines(
  {
    status,
    replacedAt,
    depositAddress,
    destinationAmount,
    destinationCurrency,
    feeAmount,
  }: typeof offramps.$inferSelect,
  request: RequestRow,
  { settled, converted: inToken }: Sums,
): LedgerLine[] {
  if (request.kind !== "request" || replacedAt !== null) return [];
  const token = request.paymentCurrency;
  const arrived = inToken > 0n ? inToken : settled;
  const from = { creditWallet: depositAddress };
  if (status === "refunded") return line("returned", ["refunds", "bank_transit"], [arrived, token], from);
  if (status !== "fiat_sent") return [];
  // A provider that says it kept more than arrived has kept all of it.
  const kept = feeAmount === null ? 0n : feeAmount < arrived ? feeAmount : arrived;
  return [
    ...line("converted_from", ["conversion", "bank_transit"], [arrived - kept, token], from),
    ...line("fee", ["fees", "bank_transit"], [kept, token], from),
    ...line("converted_to", ["bank", "conversion"], [fiatUnits(destinationAmount), destinationCurrency]),
  ];
}

function fiatUnits(text: string | null): bigint {
  const [whole = "0", fraction = ""] = (text ?? "0").split(".");
  return BigInt(whole + fraction.padEnd(FIAT_DECIMALS, "0").slice(0, FIAT_DECIMALS));
}

export type LedgerEntry = typeof ledgerEntries.$inferSelect;
