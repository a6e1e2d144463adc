import { expect, test } from "vitest";
import { identifierBytes } from "./random";

test("no random byte is handed out twice, also where one draw ends and the next begins", () => {
  const pieces = Array.from({ length: 20_000 }, (_, i) => identifierBytes(8 + (i % 3)).toString("hex"));
  expect(new Set(pieces.map((piece) => piece.slice(0, 16))).size).toBe(20_000);
});

test("what was handed out stays as it was", () => {
  const first = identifierBytes(32);
  const copy = first.toString("hex");
  for (let i = 0; i < 2_000; i++) identifierBytes(32);
  expect(first.toString("hex")).toBe(copy);
});

test("a draw larger than the stock is served whole", () => {
  const bytes = identifierBytes(40_000);
  expect(bytes).toHaveLength(40_000);
  expect(bytes.subarray(39_900).some((byte) => byte !== 0)).toBe(true);
});
