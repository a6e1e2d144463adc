import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Sent } from "@/components/pay/flow/flow-state";
import { rememberedPayment, rememberPayment } from "@/components/pay/flow/remembered";

const TOKEN = "01LINK";
const KEY = `quittance:sent:${TOKEN}`;
const SIGNED = { txID: "ab", raw_data: { expiration: 5 }, raw_data_hex: "0a", signature: ["cd"] };
const sent = (more: Partial<Sent> = {}): Sent => ({
  hash: `0x${"11".repeat(32)}`,
  batch: null,
  isSafe: false,
  reference: null,
  wallet: "T1",
  from: null,
  nonce: 7,
  isMined: false,
  at: Date.now(),
  unsent: null,
  ...more,
});

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("what this browser has sent", () => {
  test.each([
    sent(),
    sent({ isMined: true, nonce: null }),
    sent({ unsent: { signed: SIGNED, until: 9 } }),
    sent({ hash: null, batch: "0xba7c4", reference: "0x00000000000000ab" }),
    sent({ batch: "0xba7c4" }),
    sent({ hash: null, batch: `0x${"22".repeat(32)}`, isSafe: true }),
  ])("is the same after a reload, what nobody has taken yet included", (payment) => {
    rememberPayment(TOKEN, payment);
    expect(rememberedPayment(TOKEN)).toEqual(payment);
    expect(rememberedPayment("01OTHER")).toBeNull();
    rememberPayment(TOKEN, null);
    expect(rememberedPayment(TOKEN)).toBeNull();
  });

  test("is read from an earlier version of this page too", () => {
    const { unsent: _, batch: __, reference: ___, isSafe: ____, ...before } = sent();
    stored.set(KEY, JSON.stringify(before));
    expect(rememberedPayment(TOKEN)).toEqual(sent({ ...before, unsent: null }));
  });

  test.each([
    ["nothing", "null"],
    ["a list", "[]"],
    ["no JSON", "{"],
    ["a day old", JSON.stringify(sent({ at: Date.now() - 25 * 3_600_000 }))],
    ["without a hash", JSON.stringify({ ...sent(), hash: 1 })],
    ["without a hash and the ID of a batch", JSON.stringify({ ...sent(), hash: null, batch: null })],
  ])("is nothing when what is stored is %s", (_, text) => {
    stored.set(KEY, text);
    expect(rememberedPayment(TOKEN)).toBeNull();
  });

  test.each([
    null,
    1,
    "x",
    {},
    { signed: {}, until: 1 },
    { signed: SIGNED },
    { signed: { ...SIGNED, signature: 1 }, until: 1 },
  ])("has nothing to be handed over again in %j, and is still followed", (unsent) => {
    stored.set(KEY, JSON.stringify({ ...sent(), unsent }));
    expect(rememberedPayment(TOKEN)).toMatchObject({ hash: sent().hash, unsent: null });
  });

  test("is nothing where storage is switched off, and nobody is troubled", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new Error("denied");
      },
      setItem: () => {
        throw new Error("denied");
      },
    });
    rememberPayment(TOKEN, sent());
    expect(rememberedPayment(TOKEN)).toBeNull();
  });
});
