import type { Received } from "@/server/ledger/overview/schema";
import { formatAmount } from "@/server/lib/amount";
import { type StackedRow, stackedRows } from "../../charts/stacked-rows";
import { monthInWords } from "../month-words";
import { tokenInWords } from "../token-words";

type Day = Received["days"][number];
type Token = Pick<Day, "network" | "currency">;

/** What is drawn: the worth of everything that has a price, or one token in its own unit. */
export type Measure = "worth" | string;

/** Names a token on its network. */
export function keyOf({ network, currency }: Token): string {
  return `${network} ${currency}`;
}

/** `USDC on Base`. */
export function nameOf({ network, currency }: Token, networkName: (network: string) => string): string {
  return `${tokenInWords(currency, network)} on ${networkName(network)}`;
}

/**
 * A bar for each day of a month, or for each month of several, days and months without money included. Never adds amounts of
 * two tokens: of all tokens their worth, of one its amount.
 */
export function receivedRows(
  { days, currencies, from, to }: Received,
  measure: Measure,
  networkName: (network: string) => string,
): { rows: StackedRow[]; series: string[] } {
  const bars = from === to ? daysOf(from) : monthsOf(from, to);
  const decimals = new Map(currencies.map((one) => [keyOf(one), one.decimals]));
  const parts = days.flatMap((day) => {
    const at = from === to ? day.date : day.date.slice(0, 7);
    const series = nameOf(day, networkName);
    if (measure === "worth") return day.worth === null ? [] : [{ at, series, value: Number(day.worth) }];
    if (keyOf(day) !== measure) return [];
    const amount = formatAmount(BigInt(day.amount), decimals.get(measure) ?? 0);
    return [{ at, series, value: Number(amount) }];
  });
  return stackedRows(parts, bars);
}

function daysOf(month: string): { at: string; label: string }[] {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const name = monthInWords(month).slice(0, 3);
  return Array.from({ length: count }, (_, i) => ({
    at: `${month}-${String(i + 1).padStart(2, "0")}`,
    label: `${i + 1} ${name}`,
  }));
}

function monthsOf(from: string, to: string): { at: string; label: string }[] {
  const months: { at: string; label: string }[] = [];
  const [year = 0, number = 1] = from.split("-").map(Number);
  for (let i = 0; ; i++) {
    const at = new Date(Date.UTC(year, number - 1 + i)).toISOString().slice(0, 7);
    if (at > to) return months;
    months.push({ at, label: `${monthInWords(at).slice(0, 3)} ${at.slice(2, 4)}` });
  }
}

/** The exact sum of decimal amounts. */
export function sumOf(amounts: readonly string[]): string {
  const decimals = Math.max(0, ...amounts.map((amount) => amount.split(".")[1]?.length ?? 0));
  const units = amounts.reduce((sum, amount) => {
    const [whole = "0", fraction = ""] = amount.split(".");
    return sum + BigInt(whole + fraction.padEnd(decimals, "0"));
  }, 0n);
  return formatAmount(units, decimals);
}
