import { expect, test } from "vitest";
import type { CollectionPrepared } from "@/server/dashboard/deposits/schema";
import { collectedByPayee } from "./payees";

const ONE = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const TWO = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

function collected(payee: string, currency: string, amount: string, payeeAmount: string) {
  return {
    currency,
    currencyId: `${currency}-sepolia`,
    amount,
    payeeAmount,
    terms: { payee },
  } as CollectionPrepared["deposits"][number];
}

test("sums are exact, by payee as the terms name it, and by currency", () => {
  const deposits = [
    collected(ONE, "USDC", "21", "20"),
    collected(TWO, "USDC", "0.000001", "0"),
    collected(ONE.toLowerCase(), "USDC", "10.500001", "10"),
    collected(ONE, "USDT", "1", "1"),
  ];
  expect(collectedByPayee({ network: "sepolia", deposits })).toEqual([
    { payee: ONE, currency: "USDC", amount: "31.500001", payeeAmount: "30", deposits: 2 },
    { payee: TWO, currency: "USDC", amount: "0.000001", payeeAmount: "0", deposits: 1 },
    { payee: ONE, currency: "USDT", amount: "1", payeeAmount: "1", deposits: 1 },
  ]);
});
