import type { Translator } from "@/components/i18n/translator";
import type { Sum } from "@/components/pay/money/sums";
import type { PageMulticall, PageMulticallRow } from "@/server/secure-payments/page/multicall-schema";

/** Rows that stand open before somebody asks for the rest. */
const FEW = 5;
/** So many more are simply shown: a button would take as much room. */
const SPARE = 3;
/** Blocked rows are always among them, up to so many. */
const MOST_BLOCKED = 5;

export interface Counts {
  all: number;
  open: number;
  moving: number;
  paid: number;
  blocked: number;
}

/** How many rows are in which state. */
export function countsOf({ rows }: PageMulticall): Counts {
  const count = (kind: PageMulticallRow["state"]["kind"]) =>
    rows.filter(({ state }) => state.kind === kind).length;
  return {
    all: rows.length,
    open: count("open"),
    moving: count("moving"),
    paid: count("paid"),
    blocked: count("blocked"),
  };
}

/** To how many the sum of a multicall goes: while it is open, only to those who can be paid now. */
export function recipientsText(t: Translator, bundle: PageMulticall, isOpen: boolean): string {
  const { open, all } = countsOf(bundle);
  if (!isOpen || open === 0 || open === all) return t("pay.recipients", { count: all });
  return t("pay.bundle.some", { open, total: all });
}

/** The rows of a folded table, in their order: the first few, and those that somebody has to know about. */
export function foldedRows(rows: readonly PageMulticallRow[]): readonly PageMulticallRow[] {
  if (rows.length <= FEW + SPARE) return rows;
  const blocked = rows.slice(FEW).filter(({ state }) => state.kind === "blocked");
  const shown = new Set([...rows.slice(0, FEW), ...blocked.slice(0, MOST_BLOCKED)]);
  return rows.filter((row) => shown.has(row));
}

/** What counts for a sum: rows that can be paid now, rows whose money has moved, or all. */
export type Counted = "open" | "paid" | "all";

const STATES: Record<Counted, readonly PageMulticallRow["state"]["kind"][]> = {
  open: ["open"],
  paid: ["moving", "paid"],
  all: ["open", "moving", "paid", "blocked"],
};

/** One sum per token; of everything where nothing counts. */
export function multicallSums({ rows }: PageMulticall, what: Counted): Sum[] {
  const counted = rows.filter(({ state }) => STATES[what].includes(state.kind));
  const sums = new Map<string, Sum>();
  for (const { currency, symbol, decimals, amount } of counted.length > 0 ? counted : rows) {
    const units = (sums.get(currency)?.units ?? 0n) + BigInt(amount);
    sums.set(currency, { currency, symbol, decimals, units });
  }
  return [...sums.values()];
}
