import { describe, expect, test } from "vitest";
import { translator } from "@/components/i18n/translator";
import { countsOf, foldedRows, multicallSums, recipientsText } from "@/components/pay/multicall/rows";
import { en } from "@/messages/en";
import type {
  MulticallRowState,
  PageMulticall,
  PageMulticallRow,
} from "@/server/secure-payments/page/multicall-schema";

const OPEN: MulticallRowState = { kind: "open" };
const BLOCKED: MulticallRowState = { kind: "blocked", reason: "compliance_failed" };

function row(
  position: number,
  state: MulticallRowState = OPEN,
  more: Partial<PageMulticallRow> = {},
): PageMulticallRow {
  return {
    position,
    requestId: `01${position}`,
    token: `token-${position}`,
    reference: null,
    recipient: "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7",
    isMasked: false,
    amount: "1000000",
    symbol: "USDC",
    decimals: 6,
    currency: "USDC-base",
    networkName: "Base",
    explorerUrl: null,
    hasPublicReceipt: true,
    state,
    txHash: null,
    ...more,
  };
}

const bundle = (rows: PageMulticallRow[]): PageMulticall => ({
  rows,
  totals: [],
  fees: [],
  isOneNetwork: true,
});
const rows = (count: number) => Array.from({ length: count }, (_, position) => row(position));

describe("a folded table", () => {
  test("is not folded for a handful, and keeps the first five of many", () => {
    expect(foldedRows(rows(8))).toHaveLength(8);
    expect(foldedRows(rows(150)).map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
  });

  test("never folds away what somebody has to know, in the order of the multicall", () => {
    const many = rows(150).map((one) => (one.position === 90 ? { ...one, state: BLOCKED } : one));
    expect(foldedRows(many).map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 90]);
    expect(foldedRows(many.map((one) => ({ ...one, state: BLOCKED })))).toHaveLength(10);
  });
});

describe("sums", () => {
  const mixed = bundle([
    row(0),
    row(1, { kind: "paid" }),
    row(2, { kind: "moving" }, { amount: "5", currency: "DAI-base", symbol: "DAI", decimals: 18 }),
    row(3, BLOCKED),
  ]);

  test("count what is open, what has moved, or everything, per token and in base units", () => {
    expect(multicallSums(mixed, "open").map(({ units }) => units)).toEqual([1_000_000n]);
    expect(multicallSums(mixed, "paid").map(({ symbol, units }) => [symbol, units])).toEqual([
      ["USDC", 1_000_000n],
      ["DAI", 5n],
    ]);
    expect(multicallSums(mixed, "all").map(({ units }) => units)).toEqual([3_000_000n, 5n]);
    expect(countsOf(mixed)).toEqual({ all: 4, open: 1, moving: 1, paid: 1, blocked: 1 });
  });

  test("stay exact beyond what a number holds", () => {
    const huge = bundle([row(0, OPEN, { amount: "9007199254740993" }), row(1, OPEN, { amount: "1" })]);
    expect(multicallSums(huge, "open")[0]?.units).toBe(9_007_199_254_740_994n);
  });

  test("name only those who are paid now", () => {
    const t = translator("en", en);
    expect(recipientsText(t, mixed, true)).toBe("1 of 4 recipients");
    expect(recipientsText(t, mixed, false)).toBe("4 recipients");
    expect(recipientsText(t, bundle(rows(3)), true)).toBe("3 recipients");
  });
});
