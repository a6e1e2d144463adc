import { expect, test } from "vitest";
import { sortAfter, sortingOf } from "./sorting";

const SORTS = ["-created", "created", "next"] as const;

test("an order is what a table has, and a press on a head is an order of the list", () => {
  expect(sortingOf("-created")).toEqual([{ id: "created", desc: true }]);
  expect(sortAfter([{ id: "created", desc: false }], "-created", SORTS)).toBe("created");
  expect(sortAfter((before) => before.map((one) => ({ ...one, desc: !one.desc })), "created", SORTS)).toBe(
    "-created",
  );
});

test("a column with one order has that one, and what no list has changes nothing", () => {
  expect(sortAfter([{ id: "next", desc: true }], "-created", SORTS)).toBe("next");
  expect(sortAfter([{ id: "amount", desc: true }], "next", SORTS)).toBe("next");
  expect(sortAfter([], "next", SORTS)).toBe("next");
});
