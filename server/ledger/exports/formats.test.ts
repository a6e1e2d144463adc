import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { quickbooksCsv, xero } from "@/server/ledger/exports/bank-statement";
import { CumulativeCents, centsText } from "@/server/ledger/exports/cumulative-cents";
import type { DescribedEntry, DescribedWorth } from "@/server/ledger/exports/described-entry";
import type { Format, FormatOptions } from "@/server/ledger/exports/format";
import { journalCsv, journalJson } from "@/server/ledger/exports/journal";
import { quickbooksIif } from "@/server/ledger/exports/quickbooks-iif";
import type { Worth } from "@/server/ledger/worth/worths";
import { manyCases } from "@/server/testing/long";

const WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const OPTIONS: FormatOptions = {
  timeZone: "Europe/Berlin",
  nameOf: (account, currencyId) => (account === "wallet" ? `1200 ${currencyId}` : account),
  wallet: WALLET,
  currency: "USDC-base",
  month: "2026-10",
  span: { startsAt: new Date("2026-09-30T22:00:00.000Z"), endsAt: new Date("2026-10-31T23:00:00.000Z") },
  isClosed: false,
  createdAt: new Date("2026-11-02T09:10:11.123Z"),
  datev: null,
};

type Changes = Partial<Omit<DescribedEntry, "entry">> & { entry?: Partial<DescribedEntry["entry"]> };

/** 12.345678 USDC at 0.921658986175115207373271889401 EUR. */
const WORTH: Worth = {
  source: "01HPAYMENT",
  part: "principal",
  turn: 1,
  currency: "EUR",
  version: 1,
  platformId: "01HSHOP",
  amount: 1_137_850_507n,
  origin: "market_price",
  price: "0.921658986175115207373271889401",
  priceAt: new Date("2026-10-31T23:30:00.000Z"),
  sources: [
    { name: "chainlink:base", currency: "EUR", usd: "1.085", round: "7", time: "2026-10-31T23:20:00.000Z" },
    { name: "chainlink:base", currency: "USDC", usd: "1", round: "9", time: "2026-10-31T23:25:00.000Z" },
  ],
  valuedBy: null,
  reason: null,
  bookedAt: new Date("2026-10-31T23:30:00.000Z"),
  recordedAt: new Date("2026-10-31T23:30:05.000Z"),
};

/** A payment of 12.345678 USDC, unless told otherwise. */
function described({ entry, ...changes }: Changes = {}): DescribedEntry {
  return {
    id: "01HPAYMENT-principal-1",
    reverses: null,
    currency: { id: "USDC-base", symbol: "USDC", decimals: 6 },
    debitWallet: WALLET,
    creditWallet: null,
    requestId: `01${"ab".repeat(32)}`,
    reference: "INV-7",
    isFinal: true,
    worth: WORTH,
    ...changes,
    entry: {
      source: "01HPAYMENT",
      part: "principal",
      turn: 1,
      sequence: 1n,
      reverses: null,
      platformId: "01HSHOP",
      origin: "payment",
      debit: "wallet",
      credit: "receipts",
      debitWallet: WALLET.toLowerCase(),
      creditWallet: null,
      network: "base",
      currency: "USDC-base",
      amount: 12_345_678n,
      requestId: "01HREQUEST",
      txHash: `0x${"cd".repeat(32)}`,
      position: 0,
      logIndex: 4,
      blockNumber: 123n,
      // The first of November where the books are kept.
      occurredAt: new Date("2026-10-31T23:30:00.000Z"),
      bookedAt: new Date("2026-10-31T23:30:00.000Z"),
      recordedAt: new Date("2026-10-31T23:30:05.000Z"),
      isBackfilled: false,
      ...entry,
    },
  };
}

const ENTRIES: readonly DescribedEntry[] = [
  described(),
  described({
    id: "01HPAYMENT-principal-2",
    reverses: "01HPAYMENT-principal-1",
    debitWallet: null,
    creditWallet: WALLET,
    entry: { debit: "receipts", credit: "wallet", turn: 2, reverses: 1 },
  }),
  // 0.0000009 EUR: less than a cent.
  described({
    id: "01HDUST-principal-1",
    reference: null,
    isFinal: false,
    worth: { ...WORTH, amount: 90n, price: "0.9" },
    entry: { amount: 1n },
  }),
  described({
    id: "01HLARGE-principal-1",
    worth: {
      ...WORTH,
      amount: 92_165_898_617_511_520_737n,
      origin: "by_hand",
      sources: null,
      valuedBy: "01HPERSON",
      reason: "=the bank's rate",
    },
    entry: { amount: 1_000_000_000_000_000_000n },
  }),
  described({
    id: "01HETHER-principal-1",
    currency: { id: "ETH-mainnet", symbol: "ETH", decimals: 18 },
    reference: '=HYPERLINK("https://evil.example")',
    worth: { ...WORTH, amount: 0n },
    entry: { amount: 1n, currency: "ETH-mainnet", network: "mainnet" },
  }),
  described({ id: "01HTEXT-principal-1", reference: 'a\t=1+1\r\n-2;"quoted", \u202Edrawkcab' }),
  described({
    id: "01HFEE-fee-1",
    debitWallet: null,
    reference: "@SUM(1)",
    entry: {
      origin: "fee",
      part: "fee",
      debit: "fees",
      credit: "receipts",
      amount: 250_000n,
      logIndex: null,
    },
  }),
];

/** A worth of a payment in September that was corrected in October, to less. */
const LATE: DescribedWorth = {
  ...described({ entry: { bookedAt: new Date("2026-09-10T00:00:00.000Z") } }),
  id: "01HPAYMENT-principal-1-worth-2",
  about: "01HPAYMENT-principal-1",
  worth: { ...WORTH, version: 2, bookedAt: new Date("2026-09-30T22:00:00.000Z") },
  change: -123_456_789n,
};

function written(format: Format, entries: readonly DescribedEntry[] = ENTRIES): string {
  const { head, line, worthLine, tail } = format.start(OPTIONS);
  return head + entries.map(line).join("") + (worthLine?.(LATE) ?? "") + tail;
}

describe("a file", () => {
  test.each([
    ["journal.csv", journalCsv],
    ["journal.json.txt", journalJson],
    ["xero.csv", xero],
    ["quickbooks.csv", quickbooksCsv],
    ["quickbooks.iif", quickbooksIif],
  ] as const)("is as it was looked at: %s", async (name, format) => {
    await expect(written(format)).toMatchFileSnapshot(`golden/${name}`);
  });

  test("gives an entry the same ID in every format", () => {
    for (const format of [journalCsv, journalJson, xero, quickbooksCsv, quickbooksIif]) {
      expect(written(format)).toContain("01HPAYMENT-principal-1");
    }
  });

  test("has no cell that a spreadsheet takes for a formula, but for amounts below nothing", () => {
    for (const format of [journalCsv, xero, quickbooksCsv]) {
      const { data } = Papa.parse<string[]>(written(format));
      for (const cell of data.flat())
        expect(cell.replace(/^-\d+\.\d+$/, "")).not.toMatch(/^[\s\uFEFF]*[=+\-@]/);
    }
  });

  test.each([
    "=",
    "+",
    "-",
    "@",
    "\t=",
    "\r=",
    "\n-",
    " @",
    "\u200B=",
    "\u202E+",
    "\uFEFF=",
    "＝",
    "＠",
    '"=',
  ])("has no such cell where each text of others begins with %j", (sign) => {
    const text = `${sign}HYPERLINK("https://evil.example";1)`;
    const worth: Worth = { ...WORTH, origin: "by_hand", sources: null, valuedBy: "01HPERSON", reason: text };
    const hostile = described({ reference: text, worth });
    const options: FormatOptions = { ...OPTIONS, nameOf: () => text };
    for (const format of [journalCsv, xero, quickbooksCsv, quickbooksIif]) {
      const { head, line, tail } = format.start(options);
      const file = head + line(hostile) + tail;
      const rows =
        format === quickbooksIif
          ? file.split("\r\n").map((row) => row.split("\t"))
          : Papa.parse<string[]>(file).data;
      const cells = rows.flat().filter((cell) => !/^-?\d+\.\d+$/.test(cell));
      // A file with tabs may be read with quotes around its cells.
      const formula =
        format === quickbooksIif ? /^[\s\p{Cf}"]*[=+\-@＝＋－＠]/u : /^[\s\p{Cf}]*[=+\-@＝＋－＠]/u;
      expect(cells.filter((cell) => formula.test(cell))).toEqual([]);
      expect(file).toContain("evil.example");
    }
  });

  test("of QuickBooks Desktop has its fields and lines whatever a reference says, and each transaction is nothing in all", () => {
    const lines = written(quickbooksIif).split("\r\n").slice(3, -1);
    const kinds = lines.map((line) => line.split("\t")[0]);
    expect(kinds).toEqual(Array.from({ length: kinds.length / 3 }, () => ["TRNS", "SPL", "ENDTRNS"]).flat());
    const cents = (line = "") => BigInt((line.split("\t")[5] ?? "").replace(".", ""));
    for (let i = 0; i < lines.length; i += 3) {
      expect(lines[i]?.split("\t")).toHaveLength(7);
      expect(cents(lines[i]) + cents(lines[i + 1])).toBe(0n);
    }
  });

  test("has no sign in a cell that turns the order of those after it, and no second line in it", () => {
    for (const format of [journalCsv, xero, quickbooksCsv, quickbooksIif]) {
      expect(written(format)).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
      expect(
        written(format)
          .split("\n")
          .every((line) => line === "" || line.endsWith("\r")),
      ).toBe(true);
    }
  });

  test("of a bank has the lines of its wallet alone", () => {
    const other = described({ debitWallet: `0x${"9".repeat(40)}` });
    expect(written(xero, [other])).toBe("*Date,*Amount,Payee,Description,Reference\r\n");
  });
});

describe("amounts with two decimals", () => {
  test("add up to the rounded sum of the exact ones, to the cent", () => {
    const units = fc.array(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), { maxLength: 50 });
    fc.assert(
      fc.property(units, fc.constantFrom(0, 2, 6, 8, 18), (amounts, decimals) => {
        const rounding = new CumulativeCents();
        const sum = amounts.reduce((cents, amount) => cents + rounding.next("", amount, decimals), 0n);
        const exact = amounts.reduce((all, amount) => all + amount, 0n);
        expect(sum).toBe(new CumulativeCents().next("", exact, decimals));
      }),
      { numRuns: manyCases() },
    );
  });

  test("of 10,000 lines are never more than a cent from what they are", () => {
    const rounding = new CumulativeCents();
    for (let i = 0; i < 10_000; i++) {
      const cents = rounding.next("", 3_333n, 6);
      expect(cents === 0n || cents === 1n).toBe(true);
    }
  });

  test.each([
    [0n, "0.00"],
    [-5n, "-0.05"],
    [123_456_789_012_345n, "1234567890123.45"],
  ])("%s cents are written %s", (cents, text) => expect(centsText(cents)).toBe(text));
});
