import { expect, test } from "vitest";
import type { QuoteRow } from "@/server/quotes/quote";
import { endsOf } from "@/server/requests/paying/crosschain/ends-of";

const BRIDGE = { expiresAt: 1_060, executableUntil: 4_600 };

function quotesUntil(...seconds: number[]): Map<string, QuoteRow> {
  return new Map(
    seconds.map((second): [string, QuoteRow] => [
      `${second}`,
      { expiresAt: new Date(second * 1_000 + 999) } as QuoteRow,
    ]),
  );
}

test("deposits end with the first of their bridges where no rate was promised", () => {
  const other = { expiresAt: 1_050, executableUntil: 4_700 };
  expect(endsOf([BRIDGE, other], new Map())).toEqual({ quoteExpiresAt: 1_050, executionDeadline: 4_600 });
});

test("no deposit may be made after a rate that was promised for it", () => {
  expect(endsOf([BRIDGE], quotesUntil(1_900, 1_800))).toEqual({
    quoteExpiresAt: 1_060,
    executionDeadline: 1_800,
  });
  expect(endsOf([BRIDGE], quotesUntil(1_020))).toEqual({ quoteExpiresAt: 1_020, executionDeadline: 1_020 });
  expect(endsOf([BRIDGE], quotesUntil(9_000))).toEqual({ quoteExpiresAt: 1_060, executionDeadline: 4_600 });
});
