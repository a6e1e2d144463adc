import { zeroAddress } from "viem";
import { beforeEach, describe, expect, test } from "vitest";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { bridgesOf } from "@/server/providers/crosschain/connect";
import { localBridge } from "@/server/providers/crosschain/local";
import { type BridgeAsked, BridgeFault, type Bridges, NoRoute } from "@/server/providers/crosschain/provider";
import { bridgeToken } from "@/server/requests/paying/crosschain/source";
import { tokenOf } from "@/server/testing/data/stored";

let time = new Date("2026-11-20T12:00:00Z");
const pass = (ms: number) => {
  time = new Date(time.getTime() + ms);
};

/** What the provider was asked, and what it throws instead of an answer. */
let questions: BridgeAsked[];
let trouble: Error | null;
let bridges: Bridges;

beforeEach(() => {
  [questions, trouble] = [[], null];
  const local = localBridge(() => time);
  bridges = bridgesOf(
    {
      ...local,
      quote: async (asked) => {
        questions.push(asked);
        if (trouble) throw trouble;
        return local.quote(asked);
      },
    },
    () => time,
  );
});

const asked: BridgeAsked = {
  source: EVM_NETWORKS.base,
  destination: EVM_NETWORKS.optimism,
  payer: "0x00000000000000000000000000000000000000aa",
  inputToken: bridgeToken(tokenOf("USDC-base")),
  outputToken: bridgeToken(tokenOf("USDC-optimism")),
  payments: [
    {
      token: bridgeToken(tokenOf("USDC-optimism")).address,
      payee: zeroAddress,
      amount: 100_000_000n,
      reference: "0x1122334455667788",
      fee: null,
    },
  ],
};

describe("a provider in trouble", () => {
  test("is left alone for as long as it asks", async () => {
    trouble = new BridgeFault("down", { retryAfterMs: 300_000 });
    await expect(bridges.quote(asked)).rejects.toBe(trouble);
    pass(299_000);
    expect(bridges.isAvailable()).toBe(false);
    pass(2_000);
    expect(bridges.isAvailable()).toBe(true);
  });

  test("that was asked too often is there for others within seconds, however often that happens", async () => {
    trouble = new BridgeFault("status 429", { isQuota: true, retryAfterMs: 7_200_000 });
    for (let i = 0; i < 5; i++) {
      await expect(bridges.quote(asked)).rejects.toBe(trouble);
      expect(bridges.isAvailable()).toBe(false);
      pass(10_000);
      expect(bridges.isAvailable()).toBe(true);
    }
    trouble = null;
    await bridges.quote(asked);
  });
});

describe("a question that was asked a moment ago", () => {
  test("is not asked again for a block, whoever wants to know; that of another payer is", async () => {
    const admitted: string[] = [];
    const ask = (who: string, what = asked) =>
      bridges.quote(what, {
        admit: async () => {
          admitted.push(who);
        },
      });
    const [first, second] = await Promise.all([ask("one"), ask("other")]);
    expect(second).toBe(first);
    expect(await ask("third")).toBe(first);
    expect(questions).toHaveLength(1);
    await ask("stranger", { ...asked, payer: zeroAddress });
    expect(questions).toHaveLength(2);
    pass(asked.source.blockTimeMs);
    await ask("later");
    expect(questions).toHaveLength(3);
    expect(admitted).toEqual(["one", "other", "stranger", "later"]);
  });

  test("is not asked at all by somebody who may not ask, and by others is", async () => {
    const refused = new Error("too many");
    await expect(bridges.quote(asked, { admit: () => Promise.reject(refused) })).rejects.toBe(refused);
    expect(questions).toEqual([]);
    await bridges.quote(asked);
    expect(questions).toHaveLength(1);
  });

  test("is asked again after a fault, and not where there was no route", async () => {
    trouble = new BridgeFault("status 429", { isQuota: true });
    await expect(bridges.quote(asked)).rejects.toBe(trouble);
    pass(1_000);
    trouble = new NoRoute("amount_too_low", "too low");
    for (let i = 0; i < 3; i++) await expect(bridges.quote(asked)).rejects.toBe(trouble);
    expect(questions).toHaveLength(2);
  });
});
