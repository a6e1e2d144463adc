import { expect, test } from "vitest";
import { chosenOf, rowsOf } from "./rows";

const ONE = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

test("what can be collected comes first and is chosen, the oldest first, as many as fit", () => {
  const deposit = (address: string, since: string, isCollectable: boolean) => ({
    address,
    requestId: address,
    flow: "incoming" as const,
    reference: null,
    payee: ONE,
    amount: "1",
    payeeAmount: "1",
    confirmedAmount: isCollectable ? "1" : "0",
    isCollectable,
    since,
  });
  const group = (currency: string, deposits: ReturnType<typeof deposit>[]) => ({
    network: "sepolia" as const,
    currency,
    currencyId: `${currency}-sepolia`,
    addresses: deposits.length,
    amount: "1",
    collectableAddresses: 1,
    collectableAmount: "1",
    deposits,
  });
  const rows = rowsOf([
    group("USDC", [deposit("b", "2030-01-02T00:00:00Z", true), deposit("a", "2030-01-01T00:00:00Z", false)]),
    group("USDT", [deposit("c", "2030-01-01T12:00:00Z", true), deposit("d", "2030-01-03T00:00:00Z", true)]),
  ]);
  expect(rows.map(({ address }) => address)).toEqual(["c", "b", "d", "a"]);
  expect(chosenOf(rows, 2)).toEqual([
    { address: "c", requestId: "c", payee: ONE, currencyId: "USDT-sepolia" },
    { address: "b", requestId: "b", payee: ONE, currencyId: "USDC-sepolia" },
  ]);
});
