import { expect, test } from "vitest";
import { tokenInWords } from "./token-words";

test.each([
  ["USDC-base", "base", "USDC"],
  ["ETH-sepolia-sepolia", "sepolia", "ETH-sepolia"],
  ["base/0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", "base", "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"],
  ["EUR", "base", "EUR"],
])("%s on %s is %s", (currency, network, words) => {
  expect(tokenInWords(currency, network)).toBe(words);
});
