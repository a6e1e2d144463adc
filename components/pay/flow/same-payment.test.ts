import { describe, expect, test } from "vitest";
import type { Drawn } from "@/components/pay/api/page-context";
import { changeOf } from "@/components/pay/flow/same-payment";
import { FACTS, shownTo } from "@/components/pay/testing/pages";
import type { PageFee } from "@/server/secure-payments/page/multicall-schema";
import type { PageItem } from "@/server/secure-payments/page/page-schema";
import type { ShownPayment, ShownTransfer } from "@/server/secure-payments/page/shown-schema";

const SHOP = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65";
const THIEF = "0xbad0bad0bad0bad0bad0bad0bad0bad0bad0bad0";
const RECEIVER = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const [ITEM] = FACTS.items;
const [LEG] = shownTo(null).legs;
if (!ITEM || !LEG) throw new Error("no payment");

const reference = (index: number) => `0x${String(index).repeat(16)}`;
const item = (index: number, amount: bigint): PageItem => ({
  ...ITEM,
  paymentReference: reference(index),
  amount: amount.toString(),
});
const leg = (index: number, amount: bigint, more: Partial<ShownTransfer> = {}): ShownTransfer => ({
  ...LEG,
  item: index,
  reference: reference(index),
  amount: amount.toString(),
  ...more,
});
const feeLeg = (amount: bigint): ShownTransfer =>
  leg(9, amount, { role: "fee", item: 0, recipient: { address: RECEIVER, commitment: null } });
const pays = (...legs: ShownTransfer[]): ShownPayment => ({ ...shownTo(null), legs });
const fee = (amount: bigint, address = RECEIVER) => ({ amount: amount.toString(), address });
const drawnFee = (amount: bigint): PageFee => ({
  label: "Fee",
  bearer: "payer",
  amount: amount.toString(),
  symbol: "USDC",
  decimals: 6,
});

describe("a payment of which something had arrived when the page opened", () => {
  // 10 are asked for, and 4 are left: the payer has read both.
  const first: Drawn = { shown: pays(leg(0, 4n)), items: [item(0, 10n)], fees: [] };

  test.each([4n, 3n, 7n, 10n])("is the same with %s left to pay", (left) => {
    expect(changeOf(first, pays(leg(0, left)))).toBeNull();
  });

  test("is another one above what the link asks for", () => {
    expect(changeOf(first, pays(leg(0, 11n)))).toMatchObject({ field: "amount", expected: "4" });
  });

  test.each<[string, Partial<ShownTransfer>]>([
    ["recipient", { recipient: { address: THIEF, commitment: null } }],
    ["recipient", { recipient: { address: SHOP, commitment: `0x${"11".repeat(32)}` } }],
    ["token", { currency: "USDT-base" }],
    ["answer", { role: "fee" }],
    ["feeAmount", { fee: fee(1n) }],
  ])("is another one with a different %s, also when some has come back", (field, more) => {
    expect(changeOf(first, pays(leg(0, 10n, more)))).toMatchObject({ field });
    expect(changeOf(first, pays(leg(0, 3n, more)))).toMatchObject({ field });
  });
});

describe("a payment among several that had been made when the page opened", () => {
  const first: Drawn = { shown: pays(leg(1, 200n)), items: [item(0, 100n), item(1, 200n)], fees: [] };

  test("is asked for again when the chain takes it back", () => {
    expect(changeOf(first, pays(leg(0, 100n), leg(1, 200n)))).toBeNull();
    expect(changeOf(first, pays(leg(0, 60n)))).toBeNull();
  });

  test.each<[string, ShownTransfer]>([
    ["amount", leg(0, 101n)],
    ["recipient", leg(0, 100n, { recipient: { address: THIEF, commitment: null } })],
    ["recipient", leg(0, 100n, { recipient: { address: SHOP, commitment: `0x${"11".repeat(32)}` } })],
    ["token", leg(0, 100n, { currency: "USDT-base" })],
    ["answer", leg(0, 100n, { role: "fee" })],
    ["feeAmount", leg(0, 100n, { fee: fee(1n) })],
    ["reference", leg(2, 1n)],
  ])("is not with another %s", (field, back) => {
    expect(changeOf(first, pays(back, leg(1, 200n)))).toMatchObject({ field });
  });

  test("is not where its recipient is hidden: nothing of it was known", () => {
    const masked = { ...item(0, 100n), isMasked: true };
    const hidden = leg(0, 100n, { recipient: { address: SHOP, commitment: `0x${"22".repeat(32)}` } });
    expect(changeOf({ ...first, items: [masked, item(1, 200n)] }, pays(hidden))).toMatchObject({
      field: "recipient",
    });
  });

  test("has the fee of its neighbours, and no more", () => {
    const rated: Drawn = { ...first, shown: pays(leg(1, 200n, { fee: fee(20n) })) };
    const back = (amount: bigint, address?: string) =>
      changeOf(rated, pays(leg(0, 100n, { fee: fee(amount, address) }), leg(1, 200n, { fee: fee(20n) })));
    expect(back(10n)).toBeNull();
    expect(back(12n)).toMatchObject({ field: "feeAmount" });
    expect(back(10n, THIEF)).toMatchObject({ field: "feeAmount" });
  });
});

describe("fees", () => {
  const riding: Drawn = {
    shown: pays(leg(0, 400n, { fee: fee(4n) })),
    items: [item(0, 1_000n)],
    fees: [drawnFee(4n)],
  };
  const alone: Drawn = {
    shown: pays(leg(0, 400n), feeLeg(4n)),
    items: [item(0, 1_000n)],
    fees: [drawnFee(4n)],
  };

  test("grow as the payment does that comes back", () => {
    expect(changeOf(riding, pays(leg(0, 1_000n, { fee: fee(10n) })))).toBeNull();
    expect(changeOf(alone, pays(leg(0, 1_000n), feeLeg(10n)))).toBeNull();
  });

  test("that were drawn in full come back in full", () => {
    const whole = [drawnFee(50n)];
    expect(changeOf({ ...riding, fees: whole }, pays(leg(0, 1_000n, { fee: fee(50n) })))).toBeNull();
    expect(changeOf({ ...alone, fees: whole }, pays(leg(0, 1_000n), feeLeg(50n)))).toBeNull();
  });

  test.each<[string, Drawn, ShownPayment]>([
    ["for no more payment", riding, pays(leg(0, 400n, { fee: fee(5n) }))],
    ["for no more payment", alone, pays(leg(0, 400n), feeLeg(5n))],
    ["faster than the payment", riding, pays(leg(0, 1_000n, { fee: fee(15n) }))],
    ["faster than the payment", alone, pays(leg(0, 1_000n), feeLeg(15n))],
    ["with another receiver", riding, pays(leg(0, 400n, { fee: fee(4n, THIEF) }))],
  ])("do not grow %s", (_, first, later) => {
    expect(changeOf(first, later)).toMatchObject({ field: "feeAmount" });
  });

  test("that travel alone keep their receiver", () => {
    const stolen = { ...feeLeg(4n), recipient: { address: THIEF, commitment: null } };
    expect(changeOf(alone, pays(leg(0, 400n), stolen))).toMatchObject({ field: "recipient" });
  });
});

test("another network is another payment", () => {
  const first: Drawn = { shown: pays(leg(0, 4n)), items: [item(0, 10n)], fees: [] };
  expect(changeOf(first, { ...pays(leg(0, 4n)), network: "optimism" })).toMatchObject({ field: "network" });
});
