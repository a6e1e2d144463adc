import { expect, test } from "vitest";
import { Sequences } from "@/sim/model/sequences";

test("numbers follow each other, and after a restore go on behind those that were left out", () => {
  const sequences = new Sequences();
  const restored = sequences.backedUp(new Map([["shop", 7]]));
  expect(sequences.next("shop", 7)).toBe(8);
  restored(10_000);
  expect([6, 7, 10_008].map((number) => sequences.next("shop", number))).toEqual([7, 10_008, 10_009]);
  expect(sequences.next("other", 7)).toBe(8);
});

test("two restores of one backup leave out the numbers of both, unless something was told between them", () => {
  const sequences = new Sequences();
  const first = sequences.backedUp(new Map([["shop", 7]]));
  first(100);
  const quiet = sequences.backedUp(new Map([["shop", 7]]));
  const told = sequences.backedUp(new Map([["shop", 108]]));
  quiet(100);
  expect(sequences.next("shop", 7)).toBe(208);
  told(100);
  expect([7, 108].map((number) => sequences.next("shop", number))).toEqual([108, 209]);
});
