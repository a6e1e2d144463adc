import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { datev } from "@/server/ledger/exports/datev/batch";
import { COLUMNS } from "@/server/ledger/exports/datev/columns";
import { windows1252 } from "@/server/ledger/exports/datev/windows-1252";
import type { DescribedEntry, DescribedWorth } from "@/server/ledger/exports/described-entry";
import type { FormatOptions } from "@/server/ledger/exports/format";
import { manyCases } from "@/server/testing/long";

const BERLIN = "Europe/Berlin";
const OPTIONS: FormatOptions = {
  timeZone: BERLIN,
  nameOf: (account) => (account === "wallet" ? "1200" : account === "receipts" ? "8400" : "4970"),
  wallet: "",
  currency: "",
  month: "2026-10",
  span: { startsAt: new Date("2026-09-30T22:00:00.000Z"), endsAt: new Date("2026-10-31T23:00:00.000Z") },
  isClosed: false,
  createdAt: new Date("2026-11-02T09:10:11.123Z"),
  datev: { consultant: 1001, client: 1, accountDigits: 4, fiscalYearMonth: 1 },
};

/** The last moment of October in Berlin. */
const AT = new Date("2026-10-31T22:59:59.999Z");

/** An entry of 12.345678 USDC that is worth 11.37850507 EUR, unless told otherwise. */
function described(
  worth: bigint | null = 1_137_850_507n,
  changes: Partial<DescribedEntry> = {},
): DescribedEntry {
  const key = { source: "01HPAYMENT", part: "principal", turn: 1 };
  return {
    id: "01HPAYMENT-principal-1",
    reverses: null,
    currency: { id: "USDC-base", symbol: "USDC", decimals: 6 },
    debitWallet: null,
    creditWallet: null,
    requestId: `01${"ab".repeat(32)}`,
    reference: "Rechnung für Müller, 5 €",
    isFinal: true,
    entry: {
      ...key,
      sequence: 1n,
      reverses: null,
      platformId: "01HSHOP",
      origin: "payment",
      debit: "wallet",
      credit: "receipts",
      debitWallet: null,
      creditWallet: null,
      network: "base",
      currency: "USDC-base",
      amount: 12_345_678n,
      requestId: "01HREQUEST",
      txHash: `0x${"cd".repeat(32)}`,
      position: 0,
      logIndex: 4,
      blockNumber: 123n,
      occurredAt: AT,
      bookedAt: AT,
      recordedAt: AT,
      isBackfilled: false,
    },
    worth:
      worth === null
        ? null
        : {
            ...key,
            currency: "EUR",
            version: 1,
            platformId: "01HSHOP",
            amount: worth,
            origin: "market_price",
            price: "0.921658986175115207",
            priceAt: AT,
            sources: [],
            valuedBy: null,
            reason: null,
            bookedAt: AT,
            recordedAt: AT,
          },
    ...changes,
  };
}

function late(change: bigint): DescribedWorth {
  const { worth, ...entry } = described();
  if (!worth) throw new Error("no worth");
  return { ...entry, worth, id: `${entry.id}-worth-2`, about: entry.id, change };
}

function written(
  entries: readonly DescribedEntry[],
  { worths = [], ...changes }: Partial<FormatOptions> & { worths?: readonly DescribedWorth[] } = {},
): string {
  const { head, line, worthLine, tail } = datev.start({ ...OPTIONS, ...changes });
  return head + entries.map(line).join("") + worths.map((one) => worthLine?.(one)).join("") + tail;
}

/** The fields of a line as they are written, with their quotes. */
function fieldsOf(line: string): string[] {
  return line.match(/(?<=^|;)(?:"(?:[^"]|"")*"|[^;"]*)(?=;|$)/g) ?? [];
}

/** Lines after the two of the head, by column. */
const postingsOf = (text: string) =>
  text
    .split("\r\n")
    .slice(2, -1)
    .map((line) => Object.fromEntries(fieldsOf(line).map((field, i) => [COLUMNS[i] ?? "", field])));

/** What the published description says of the fields that are filled; all others are empty. */
const RULES: Readonly<Record<string, RegExp>> = {
  "Umsatz (ohne Soll/Haben-Kz)": /^\d{1,10},\d{2}$/,
  "Soll/Haben-Kennzeichen": /^"[SH]"$/,
  "WKZ Umsatz": /^"EUR"$/,
  Konto: /^\d{4,5}$/,
  "Gegenkonto (ohne BU-Schlüssel)": /^\d{4,5}$/,
  Belegdatum: /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])$/,
  "Belegfeld 1": /^"[\w$%&*+\-/]{1,36}"$/,
  Buchungstext: /^".{1,60}"$/u,
  Festschreibung: /^[01]$/,
};
const rule = (column: string) =>
  RULES[column] ??
  (/^Beleginfo - Art/.test(column)
    ? /^(?:|".{1,20}")$/u
    : /^Beleginfo - Inhalt/.test(column)
      ? /^(?:|".{1,210}")$/u
      : /^$/);

const REFERENCES = [
  'a;b"c',
  "=1+1",
  "zwei\r\nZeilen\tund mehr",
  "\u202Edrawkcab",
  "付款 🚀",
  "x".repeat(500),
  '"'.repeat(100),
];
const ENTRIES = [
  described(),
  ...REFERENCES.map((reference, i) => described(BigInt(i + 1) * 100_000_000n, { reference })),
  // Less than a cent, and more than a field takes.
  described(90n),
  described(2_500_000_000_000_000_000n),
  described(null),
];

test("a file for DATEV is as it was looked at", async () => {
  await expect(written(ENTRIES, { worths: [late(-123_456_789n)] })).toMatchFileSnapshot(
    "../golden/datev.csv",
  );
});

describe("by the published rules of the format", () => {
  test("the header has its 31 fields, the month, and the fiscal year that the month is in", () => {
    const header = (changes: Partial<FormatOptions> = {}) =>
      fieldsOf(written([], changes).split("\r\n")[0] ?? "");
    const open = header();
    expect(open).toHaveLength(31);
    expect(open.slice(0, 6)).toEqual(['"EXTF"', "700", "21", '"Buchungsstapel"', "13", "20261102091011123"]);
    expect(open.slice(10, 17)).toEqual([
      "1001",
      "1",
      "20260101",
      "4",
      "20261001",
      "20261031",
      '"Quittance 2026-10"',
    ]);
    expect(open.slice(18, 22)).toEqual(["1", "0", "0", '"EUR"']);
    expect(header({ isClosed: true })[20]).toBe("1");
    const year = (fiscalYearMonth: number) =>
      header({ datev: { consultant: 1001, client: 1, accountDigits: 4, fiscalYearMonth } })[12];
    expect([year(10), year(11), year(7)]).toEqual(["20261001", "20251101", "20260701"]);
  });

  test("each line has 125 fields of the right form, on one line, whatever a reference says", () => {
    const text = written(ENTRIES, { worths: [late(-123_456_789n), late(5_000_000n)] });
    const lines = text.split("\r\n");
    expect(lines.at(-1)).toBe("");
    expect(lines.slice(1, -1).map((line) => fieldsOf(line).length)).toEqual(
      lines.slice(1, -1).map(() => 125),
    );
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n\t\u202E]/);
    for (const posting of postingsOf(text)) {
      for (const [column, field] of Object.entries(posting)) {
        expect(field.replaceAll('""', "'"), column).toMatch(rule(column));
      }
      // In the range of the header.
      expect(posting.Belegdatum).toBe("3110");
      // No text of a stranger begins a cell.
      expect(posting.Buchungstext).toMatch(/^"(?:payment principal|Worth of)/);
    }
  });

  test("every line of a closed month is fixed", () => {
    expect(postingsOf(written(ENTRIES, { isClosed: true })).every((one) => one.Festschreibung === "1")).toBe(
      true,
    );
  });

  test("an amount that is less than before is positive on the other side", () => {
    const [more, less] = postingsOf(written([], { worths: [late(5_000_000_000n), late(-2_000_000_000n)] }));
    expect(more).toMatchObject({ "Umsatz (ohne Soll/Haben-Kz)": "50,00", "Soll/Haben-Kennzeichen": '"S"' });
    expect(less).toMatchObject({ "Umsatz (ohne Soll/Haben-Kz)": "20,00", "Soll/Haben-Kennzeichen": '"H"' });
  });

  test("lines add up to the rounded worth of all, to the cent, also where one needs several", () => {
    const worths = fc.array(fc.bigInt({ min: 0n, max: 3n * 10n ** 18n }), { maxLength: 8 });
    fc.assert(
      fc.property(worths, (amounts) => {
        const lines = postingsOf(written(amounts.map((amount) => described(amount))));
        const sum = lines.reduce(
          (all, line) => all + BigInt((line["Umsatz (ohne Soll/Haben-Kz)"] ?? "").replace(",", "")),
          0n,
        );
        const exact = amounts.reduce((all, amount) => all + amount, 0n);
        expect(sum).toBe((exact + 500_000n) / 1_000_000n);
      }),
      { numRuns: manyCases() },
    );
  });

  test("it is in Windows-1252, a byte for each sign, with a question mark for what that has not", () => {
    expect([...windows1252("aé€ß–")]).toEqual([0x61, 0xe9, 0x80, 0xdf, 0x96]);
    expect([...windows1252("Ž付🚀\u0081\u009f")]).toEqual([0x8e, 0x3f, 0x3f, 0x3f, 0x3f]);
    expect([...windows1252("Ÿ\u00a0ÿ")]).toEqual([0x9f, 0xa0, 0xff]);
  });
});
