import { expect, test } from "vitest";
import { durationInWords, shareInWords } from "@/components/status/status-words";

test("times and shares are said in words", () => {
  expect([0, 2.5, 59.9, 60, 3_599, 3_600, 7_500].map(durationInWords)).toEqual([
    "0 s",
    "2.5 s",
    "59.9 s",
    "1 min",
    "1 h",
    "1 h",
    "2 h 5 min",
  ]);
  expect([0, 0.5, 0.999, 1].map(shareInWords)).toEqual(["0 %", "50 %", "99.9 %", "100 %"]);
});
