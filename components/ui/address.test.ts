import { expect, test } from "vitest";
import { shorten } from "./address";
import { groupsOf } from "./grouped";

const evm = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const tron = "TLEaY8XoqpBmndLsjcfThgdKLN1ssNuUcF";

test("an address in groups of four is still the whole address", () => {
  expect(groupsOf(evm).join(" ")).toBe("0x 7099 7970 C518 12dc 3A01 0C7d 01b5 0e0d 17dc 79C8");
  expect(groupsOf(evm).join("")).toBe(evm);
  expect(groupsOf(tron).join("")).toBe(tron);
});

test("a short address shows both ends", () => {
  expect(shorten(evm)).toBe("0x7099…79C8");
  expect(shorten("0x1234")).toBe("0x1234");
});
