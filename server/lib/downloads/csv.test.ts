import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { csvLine } from "@/server/lib/downloads/csv";
import { propertyRuns } from "@/server/testing/long";

const read = (text: string) => Papa.parse<string[]>(text, { delimiter: ",", newline: "\r\n" }).data[0];

describe("a line of CSV", () => {
  test("is what any reader of RFC 4180 reads back, commas, quotes and line breaks included", () => {
    const harmless = fc.string({ unit: "binary" }).filter((text) => !/^[\t\r\n]|[=+\-@＝＋－＠]/.test(text));
    fc.assert(
      fc.property(fc.array(harmless, { minLength: 2, maxLength: 5 }), (cells) => {
        expect(read(csvLine(cells))).toEqual(cells);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  test.each([
    '=HYPERLINK("https://evil.example","Invoice")',
    "+1+1",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "＝1+1",
    "\tplain",
  ])("makes text of %j, also inside quotes", (formula) => {
    const [cell] = read(csvLine([formula, "x"])) ?? [];
    expect(cell).toBe(`'${formula}`);
  });

  test.each([
    ["INV;=1+1", "INV;'=1+1"],
    ["a\r\n=1+1", "a\r\n'=1+1"],
    ["a\t@SUM(1)", "a\t'@SUM(1)"],
    ["\t=1+1", "'\t'=1+1"],
    ["\r=1+1", "'\r'=1+1"],
    ["\n=1+1", "'\n'=1+1"],
    [" =1+1", "' =1+1"],
    ["\uFEFF\u200B=1+1", "'\uFEFF\u200B=1+1"],
    ["a;;-1", "a;;'-1"],
  ])("makes text of %j where semicolons or tabs separate cells, or blanks are dropped", (sent, shown) => {
    expect(read(csvLine(["first", sent]))?.[1]).toBe(shown);
  });

  test("leaves dates, names and reasons as they are", () => {
    const plain = ["2026-03-10", "a-b = c", "jane@example.com", "5 + 5; 6"];
    expect(read(csvLine(plain))).toEqual(plain);
  });

  test("leaves amounts as they are and null empty", () => {
    expect(csvLine(["0.000001", null, "12345678901234567890.123456789012345678"])).toBe(
      "0.000001,,12345678901234567890.123456789012345678\r\n",
    );
  });
});
