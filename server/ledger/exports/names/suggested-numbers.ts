import type { LedgerAccount } from "@/server/ledger/accounts";

/** The two charts of accounts that most books at DATEV follow. */
export const CHARTS = ["SKR03", "SKR04"] as const;
export type Chart = (typeof CHARTS)[number];

interface Suggestion {
  /** Number of four digits. */
  number: string;
  /** What the account is called there. */
  name: string;
}

const named = (name: string, SKR03: string, SKR04: string): Record<Chart, Suggestion> => ({
  SKR03: { number: SKR03, name },
  SKR04: { number: SKR04, name },
});

const OTHER_ASSETS = named("Sonstige Vermögensgegenstände", "1500", "1300");
const OTHER_ASSETS_SHORT = named("Sonstige Vermögensgegenstände, bis 1 Jahr", "1501", "1301");
const PASSING = named("Durchlaufende Posten", "1590", "1370");
const LIABILITIES = named("Sonstige Verbindlichkeiten", "1700", "3500");
const LIABILITIES_SHORT = named("Sonstige Verbindlichkeiten, bis 1 Jahr", "1701", "3501");
const INTERIM = named("Sonstige Verrechnungskonten (Interimskonto)", "1792", "3630");
const BANK_COSTS = named("Nebenkosten des Geldverkehrs", "4970", "6855");
const REDUCTIONS = named("Erlösschmälerungen", "8700", "4700");

/**
 * A number for each account of the journal, as a beginning: a consultant decides. None of them computes a tax by itself, because
 * a payment does not say at which rate it is taxed.
 */
const SUGGESTIONS: Readonly<Record<LedgerAccount, Record<Chart, Suggestion>>> = {
  wallet: OTHER_ASSETS,
  deposit_address: OTHER_ASSETS_SHORT,
  receipts: named("Erlöse", "8200", "4200"),
  held_receipts: PASSING,
  unallocated_receipts: LIABILITIES,
  overpayments: LIABILITIES,
  tolerance: REDUCTIONS,
  conversion: INTERIM,
  fees: BANK_COSTS,
  payer_fees: BANK_COSTS,
  payer_fees_charged: named("Sonstige betriebliche Erträge", "8603", "4830"),
  fees_payable: LIABILITIES_SHORT,
  collected_unsplit: INTERIM,
  refunds: REDUCTIONS,
  payouts: named("Sonstige betriebliche Aufwendungen", "4900", "6300"),
  bank_transit: named("Geldtransit", "1360", "1460"),
  bank: named("Bank", "1200", "1800"),
  gas: BANK_COSTS,
  operator_gas: LIABILITIES_SHORT,
};

/** The number that a chart of accounts suggests, filled up to so many digits as DATEV does: with zeros behind it. */
export function suggestedNumber(chart: Chart, account: LedgerAccount, digits: number): Suggestion {
  const { number, name } = SUGGESTIONS[account][chart];
  return { number: number.padEnd(digits, "0"), name };
}
