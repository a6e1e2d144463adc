import { describe, expect, test } from "vitest";
import { CsvError, MAX_ROWS, readPayoutCsv, textOfFile } from "./read-csv";

const A = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const DEFAULTS = { network: "base", currency: "USDC" };

describe("a file", () => {
  const fileOf = (...bytes: number[]) => new Uint8Array(bytes).buffer;

  test("is read as UTF-8, with a byte order mark or without", () => {
    for (const mark of ["", "\uFEFF"]) {
      const { buffer } = new TextEncoder().encode(`${mark}to,amount,name\na,1,Jürgen Łoś\n`);
      expect(readPayoutCsv(textOfFile(buffer), {})).toEqual([
        { recipient: "a", amount: "1", recipientIdentifier: "Jürgen Łoś" },
      ]);
    }
  });

  test("in another encoding is refused, instead of paid to somebody with a broken name", () => {
    // "Jü" as Windows-1252 and as UTF-16 write it.
    for (const bytes of [fileOf(0x4a, 0xfc, 0x72), fileOf(0xff, 0xfe, 0x4a, 0x00, 0xfc, 0x00)]) {
      expect(() => textOfFile(bytes)).toThrow(CsvError);
      expect(() => textOfFile(bytes)).toThrow(/CSV UTF-8/);
    }
  });
});

describe("a payout list", () => {
  test("is read by the names of its columns, whatever separates them", () => {
    for (const separator of [",", ";", "\t"]) {
      const text = `\uFEFF${["Address", "Amount", "Memo"].join(separator)}\r\n${[A, "12.50", "INV 1"].join(separator)}\r\n\r\n`;
      expect(readPayoutCsv(text, DEFAULTS)).toEqual([
        { recipient: A, amount: "12.50", reference: "INV 1", network: "base", currency: "USDC" },
      ]);
    }
  });

  test("keeps every digit of an amount, and what a cell quotes", () => {
    const text =
      'recipient,amount,network,reference\n"a","0.000000000000000001",sepolia,"one, ""two""\nthree"\n';
    expect(readPayoutCsv(text, DEFAULTS)).toEqual([
      {
        recipient: "a",
        amount: "0.000000000000000001",
        network: "sepolia",
        currency: "USDC",
        reference: 'one, "two"\nthree',
      },
    ]);
  });

  test("knows a network by its ID and by its name", () => {
    const text = "to,amount,network\na,1,Base\nb,1,BNB Smart Chain\nc,1,base\nd,1,Nowhere\n";
    const networks = [
      { id: "base", name: "Base" },
      { id: "bsc", name: "BNB Smart Chain" },
    ];
    expect(readPayoutCsv(text, {}, networks).map(({ network }) => network)).toEqual([
      "base",
      "bsc",
      "base",
      "Nowhere",
    ]);
  });

  test("undoes the mark against formulas that an export makes", () => {
    expect(readPayoutCsv("to,amount,memo\na,1,'=SUM(A1)\nb,2,'tis\n", {})).toEqual([
      { recipient: "a", amount: "1", reference: "=SUM(A1)" },
      { recipient: "b", amount: "2", reference: "'tis" },
    ]);
  });

  test.each([
    ["nothing", ""],
    ["a first line alone", "recipient,amount\n"],
    ["no recipients", "amount,memo\n1,x\n"],
    ["a column twice", "recipient,to,amount\na,b,1\n"],
    ["an open quote", 'recipient,amount\n"a,1\n'],
    ["too many rows", `recipient,amount\n${"a,1\n".repeat(MAX_ROWS + 1)}`],
  ])("with %s is refused whole, in words", (_, text) => {
    expect(() => readPayoutCsv(text, DEFAULTS)).toThrow(CsvError);
  });
});
