import { type Abi, encodeDeployData } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readArtifact } from "@/contracts/artifact";
import { feedAddress } from "@/contracts/feeds";
import type { ChainAdapter } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { NETWORKS } from "@/server/chains/networks";
import { localFeed, sequencerFeed } from "@/server/chains/price-feeds";
import { ONE, ratioOf, toDecimal } from "@/server/lib/ratio";
import { chainlinkSource } from "@/server/prices/chainlink";
import type { Moment, PriceSource } from "@/server/prices/price";
import { PriceBook, PriceUnavailable } from "@/server/prices/price-book";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { callFeed, moveFeed } from "@/server/testing/evm/feeds";

let chain: TestChain;
let abi: Abi;
beforeAll(async () => {
  chain = await startTestChain({ network: "base" });
  ({ abi } = await readArtifact("TestAggregator"));
});
afterAll(() => chain.stop());
beforeEach(async () => {
  const snapshot = await chain.snapshot();
  return () => chain.revert(snapshot);
});

const adapter = () => new EvmAdapter(NETWORKS.base, { rpcUrls: [chain.rpcUrl] });
const source = (options: { now?: () => Date; isClockChecked?: boolean } = {}) =>
  chainlinkSource("base", adapter(), {
    now: () => new Date(),
    isClockChecked: false,
    extraFeed: localFeed,
    ...options,
  });
const price = async (symbol: string) => toDecimal((await source().observe(symbol)).usd, 8);
const reason = (symbol = "EUR", options?: Parameters<typeof source>[0]) =>
  source(options)
    .observe(symbol)
    .then(
      () => "a price",
      (error: { reason?: string }) => error.reason,
    );

const eur = () => feedAddress("base", "EUR");
const time = async () => (await chain.publicClient.getBlock()).timestamp;
const setAnswer = (answer: bigint, secondsAgo: bigint) => moveFeed(chain, "EUR", answer, secondsAgo);

describe("a feed on chain", () => {
  test("is read at its published address, or at the local one where none is published", async () => {
    expect(await price("EUR")).toBe("1.085");
    expect(await price("USDC")).toBe("0.9998");
    expect(await price("JPY")).toBe("0.0067");
    expect(await price("FAU")).toBe("1");
  });

  test("names its round and its time", async () => {
    await setAnswer(110_000_000n, 60n);
    const { round, at, usd } = await source().observe("EUR");
    expect({ round, usd }).toEqual({ round: "2", usd: { n: 110_000_000n, d: 100_000_000n } });
    expect(at.getTime()).toBeLessThanOrEqual(Number(await time()) * 1_000 - 60_000);
  });
});

describe("is no price:", () => {
  test("an answer of zero, and a negative one", async () => {
    await setAnswer(0n, 0n);
    expect(await reason()).toBe("invalid");
    await setAnswer(-1n, 0n);
    expect(await reason()).toBe("invalid");
  });

  test("an answer older than the heartbeat allows, weekends of forex apart", async () => {
    // A Wednesday, so that no weekend lies between.
    await chain.rpc("evm_setNextBlockTimestamp", Date.UTC(2100, 0, 6, 12) / 1_000);
    await chain.mine();
    await setAnswer(108_500_000n, 3_900n);
    expect(await reason()).toBe("a price");
    await setAnswer(108_500_000n, 4_000n);
    expect(await reason()).toBe("stale");
    // The Sunday after.
    await chain.rpc("evm_setNextBlockTimestamp", Date.UTC(2100, 0, 10, 12) / 1_000);
    await chain.mine();
    await setAnswer(108_500_000n, 40n * 3_600n);
    expect(await reason()).toBe("a price");
    await setAnswer(108_500_000n, 60n * 3_600n);
    expect(await reason()).toBe("stale");
  });

  test("an answer at the bound of the feed", async () => {
    await callFeed(chain, eur(), "setBounds", [108_500_000n, 200_000_000n]);
    expect(await reason()).toBe("out_of_bounds");
    await callFeed(chain, eur(), "setBounds", [1n, 108_500_000n]);
    expect(await reason()).toBe("out_of_bounds");
    await callFeed(chain, eur(), "setBounds", [1n, 108_500_001n]);
    expect(await reason()).toBe("a price");
  });

  test("a feed with other decimals, or none at all", async () => {
    const { bytecode } = await readArtifact("TestAggregator");
    const data = encodeDeployData({ abi, bytecode, args: [108_500_000n, 18] });
    const hash = await chain.wallet(0).sendTransaction({ data });
    const { contractAddress } = await chain.publicClient.waitForTransactionReceipt({ hash });
    // Decimals are part of the code; the answer stays in the storage of the feed.
    await chain.rpc("anvil_setCode", eur(), await chain.rpc("eth_getCode", contractAddress, "latest"));
    expect(await reason()).toBe("invalid");
    await chain.rpc("anvil_setCode", eur(), "0x");
    expect(await reason()).toBe("unavailable");
  });

  test("anything while the sequencer is down, and for an hour after it came back", async () => {
    const sequencer = sequencerFeed("base");
    if (!sequencer) throw new Error("Base has a sequencer");
    await callFeed(chain, sequencer, "setAnswer", [1n, (await time()) - 10_000n]);
    expect(await reason()).toBe("sequencer_down");
    await callFeed(chain, sequencer, "setAnswer", [0n, (await time()) - 3_000n]);
    expect(await reason()).toBe("sequencer_down");
    await callFeed(chain, sequencer, "setAnswer", [0n, (await time()) - 3_700n]);
    expect(await reason()).toBe("a price");
  });

  test("a node that stands still, or a server whose clock is wrong", async () => {
    const block = Number(await time()) * 1_000;
    const at = (offset: number) => ({ now: () => new Date(block + offset), isClockChecked: true });
    expect(await reason("EUR", at(0))).toBe("a price");
    expect(await reason("EUR", at(16 * 60_000))).toBe("clock");
    expect(await reason("EUR", at(-16 * 60_000))).toBe("clock");
  });

  test("a node that does not answer", async () => {
    const gone = new EvmAdapter(NETWORKS.base, { rpcUrls: ["http://127.0.0.1:1"] });
    const dead = chainlinkSource("base", gone, { now: () => new Date(), isClockChecked: false });
    await expect(dead.observe("EUR")).rejects.toMatchObject({ reason: "unavailable" });
  });
});

describe("a feed at a moment that has passed", () => {
  const second = async () => {
    const { number, timestamp } = await chain.publicClient.getBlock();
    return { network: "base", block: number, time: new Date(Number(timestamp) * 1_000) } as const;
  };
  /** Three rounds, and the blocks in which they were written. */
  async function threeRounds() {
    const moments = [];
    for (const answer of [110_000_000n, 120_000_000n, 130_000_000n]) {
      const next = (await time()) + 600n;
      await chain.rpc("evm_setNextBlockTimestamp", Number(next));
      await callFeed(chain, eur(), "setAnswer", [answer, next]);
      moments.push(await second());
    }
    return moments;
  }
  const priceAt = async (moment: Moment, chainlink = source()) =>
    toDecimal((await chainlink.observeAt?.("EUR", moment))?.usd ?? ONE, 8);

  test("is read in the state after its block", async () => {
    const moments = await threeRounds();
    expect(await Promise.all(moments.map((moment) => priceAt(moment)))).toEqual(["1.1", "1.2", "1.3"]);
  });

  test("is the last round before it where the node has forgotten that state, and on another network", async () => {
    const [first, middle, last] = await threeRounds();
    if (!first || !middle || !last) throw new Error("no rounds");
    const full = adapter();
    const forgets: Pick<ChainAdapter, "head" | "readContract"> = {
      head: () => full.head(),
      readContract: async (call) => {
        if (call.at !== undefined) throw new ChainError("missing trie node");
        return full.readContract(call);
      },
    };
    const options = { now: () => last.time, isClockChecked: true };
    const forgetful = chainlinkSource("base", forgets, options);
    const later = (moment: Moment, seconds: number): Moment => ({
      ...moment,
      time: new Date(moment.time.getTime() + seconds * 1_000),
    });
    for (const network of ["base", "tron"] as const) {
      const on = (moment: Moment) => priceAt({ ...moment, network }, forgetful);
      expect(await on(later(middle, -1))).toBe("1.1");
      expect(await on(middle)).toBe("1.2");
      expect(await on(later(middle, 599))).toBe("1.2");
      expect(await on(last)).toBe("1.3");
    }
    // The first round of the local feed has no history.
    const before = { ...later(first, -1), network: "tron" } as const;
    await expect(forgetful.observeAt?.("EUR", before)).rejects.toMatchObject({ reason: "unavailable" });
  });

  test("is no price where it was stale then", async () => {
    await chain.rpc("evm_setNextBlockTimestamp", Date.UTC(2100, 0, 6, 12) / 1_000);
    await chain.mine();
    await setAnswer(110_000_000n, 4_000n);
    const stale = await second();
    await setAnswer(120_000_000n, 0n);
    await expect(source().observeAt?.("EUR", stale)).rejects.toMatchObject({ reason: "stale" });
    expect(await price("EUR")).toBe("1.2");
  });
});

describe("the price book", () => {
  let now = new Date("2026-01-01T00:00:00Z");
  const book = () =>
    new PriceBook({ sources: [source()], required: 1, maxApartBps: 100, freshMs: 20_000, now: () => now });

  test("divides two prices exactly: 100 EUR are 108.521704 USDC at 1.085 and 0.9998", async () => {
    const { ratio, invoice, payment } = await book().rate("EUR", "USDC", "base");
    expect((100_000_000n * ratio.n) / ratio.d).toBe(108_521_704n);
    expect([invoice?.symbol, payment?.symbol]).toEqual(["EUR", "USDC"]);
    const usd = await book().rate("USD", "USDC", "base");
    expect((100_000_000n * usd.ratio.n) / usd.ratio.d).toBe(100_020_004n);
  });

  test("remembers an answer for its time, and a moved feed counts after it", async () => {
    const prices = book();
    await prices.price("EUR", "base");
    await setAnswer(120_000_000n, 0n);
    expect(toDecimal((await prices.price("EUR", "base")).usd, 4)).toBe("1.085");
    now = new Date(now.getTime() + 20_000);
    expect(toDecimal((await prices.price("EUR", "base")).usd, 4)).toBe("1.2");
  });

  test("says what a price was when a block was made, and remembers none of it", async () => {
    const prices = book();
    await setAnswer(120_000_000n, 0n);
    const block = await chain.publicClient.getBlock();
    await setAnswer(130_000_000n, 0n);
    const moment = { network: "base", block: block.number, time: now } as const;
    const { ratio } = await prices.rateAt("EUR", "USD", moment);
    expect(toDecimal(ratio, 4)).toBe("1.2");
    expect(toDecimal((await prices.rate("EUR", "USD", "base")).ratio, 4)).toBe("1.3");
  });

  test("believes sources without a history only about the last minutes", async () => {
    const web: PriceSource = {
      provider: "coinbase",
      name: "coinbase",
      onlyFor: null,
      offers: () => true,
      observe: async () => ({
        provider: "coinbase",
        source: "coinbase",
        usd: ratioOf("1.085"),
        at: now,
        round: null,
      }),
    };
    const options = { required: 2, maxApartBps: 100, freshMs: 20_000, now: () => now };
    const prices = new PriceBook({ sources: [source(), web], ...options });
    const block = await chain.publicClient.getBlockNumber();
    const ago = (ms: number) =>
      prices.rateAt("EUR", "USD", { network: "base", block, time: new Date(now.getTime() - ms) });
    now = new Date(Number(await time()) * 1_000);
    expect(toDecimal((await ago(0)).ratio, 4)).toBe("1.085");
    expect(toDecimal((await ago(299_000)).ratio, 4)).toBe("1.085");
    await expect(ago(301_000)).rejects.toThrow("1 of 2 independent sources");
  });

  test("says which price is missing and why, and asks again at the next call", async () => {
    const prices = book();
    await setAnswer(0n, 0n);
    await expect(prices.rate("EUR", "USDC", "base")).rejects.toThrow(PriceUnavailable);
    await expect(prices.rate("EUR", "USDC", "base")).rejects.toThrow("chainlink:base: the feed answers 0");
    await setAnswer(108_500_000n, 0n);
    await prices.rate("EUR", "USDC", "base");
  });
});
