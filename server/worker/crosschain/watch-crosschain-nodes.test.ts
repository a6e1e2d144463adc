import type { Hex } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { chainsOf } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import {
  type BridgedLedger,
  DESTINATION,
  SOURCE,
  startBridgedLedger,
} from "@/server/testing/evm/bridged-ledger";
import type { TestChain } from "@/server/testing/evm/chain";
import { watchCrosschain } from "@/server/worker/crosschain/watch-crosschain";

let on: BridgedLedger;
beforeAll(async () => {
  on = await startBridgedLedger();
});
afterAll(() => on?.close());
afterEach(() => on.onTime());

const besideAnother = (network: typeof SOURCE | typeof DESTINATION, honest: string, liar: string) =>
  new EvmAdapter(network, { rpcUrls: [liar, honest], confirmations: 1, startBlock: 0, compareEveryMs: 0 });

/** What a node says of a transaction that a snapshot took back: its log and its receipt. */
async function liarWith(chain: TestChain, txHash: Hex) {
  const receipt = z
    .looseObject({ logs: z.array(z.looseObject({ address: z.string(), topics: z.array(z.string()) })) })
    .parse(await chain.rpc("eth_getTransactionReceipt", txHash));
  const liar = await startFaultyNode(chain.rpcUrl);
  liar.behave(({ method, params }) => {
    if (method === "eth_getTransactionReceipt" && params[0] === txHash) return { result: receipt };
    if (method !== "eth_getLogs") return undefined;
    const asked = z.object({ address: z.string(), topics: z.array(z.unknown()) }).safeParse(params[0]).data;
    const made = receipt.logs.filter(
      ({ address, topics }) =>
        address.toLowerCase() === asked?.address.toLowerCase() && topics[0] === asked.topics[0],
    );
    return { edit: (result) => [...z.array(z.unknown()).parse(result), ...made] };
  });
  return liar;
}

describe("one of several nodes that makes things up", () => {
  test("a fill that it invents moves nothing", async () => {
    const request = await on.aRequest();
    const own = await on.deposit(request);
    await on.look();
    const before = await on.destination.snapshot();
    const fill = await on.to.fill(own);
    const liar = await liarWith(on.destination, fill);
    await on.destination.revert(before);
    await on.destination.mine(6);
    try {
      const both = besideAnother(DESTINATION, on.destination.rpcUrl, liar.url);
      await expect(watchCrosschain(on.ledger.ctx, both)).rejects.toThrow("disagree");
      expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["bridging"], "processing"]);
      expect(await on.ledger.events(request)).toEqual([]);
    } finally {
      await liar.close();
    }
  });

  test.each(["first", "last"])("a deposit that it alters is believed as it is, asked %s", async (place) => {
    const request = await on.aRequest();
    await on.deposit(request);
    const liar = await startFaultyNode(on.source.rpcUrl);
    // Another message, in the same place of the same block; its receipt is left alone.
    liar.behave(({ method }) =>
      method === "eth_getLogs"
        ? {
            edit: (result) =>
              z
                .array(z.looseObject({ data: z.string() }))
                .parse(result)
                .map((log) => ({ ...log, data: `${log.data.slice(0, -2)}ff` })),
          }
        : undefined,
    );
    try {
      const urls = [on.source.rpcUrl, liar.url] as const;
      const [one, other] = place === "last" ? urls : [...urls].reverse();
      await watchCrosschain(on.ledger.ctx, besideAnother(SOURCE, one ?? "", other ?? ""));
      expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["bridging"], "processing"]);
    } finally {
      await liar.close();
    }
  });

  test("a deposit and a refund that it invents are told to nobody", async () => {
    const [request, other] = [await on.aRequest(), await on.aRequest()];
    const own = await on.deposit(request, { seconds: 120 });
    await on.look();
    await on.passDeadline(300);
    await on.look();
    const before = await on.source.snapshot();
    const refund = await on.from.refund(own);
    const made = await on.deposit(other);
    const liars = [await liarWith(on.source, refund), await liarWith(on.source, made.txHash)];
    await on.source.revert(before);
    await on.source.mine(12);
    try {
      for (const liar of liars) {
        const both = besideAnother(SOURCE, on.source.rpcUrl, liar.url);
        await expect(watchCrosschain(on.ledger.ctx, both)).rejects.toBeInstanceOf(ChainError);
      }
      expect([await on.stateOf(request), await on.stateOf(other)]).toEqual([["refunding"], []]);
      expect(await on.ledger.events(request)).toEqual(["payment.failed"]);
    } finally {
      await Promise.all(liars.map((liar) => liar.close()));
    }
  });
});

describe("of three nodes under a quorum of two", () => {
  const three = (network: typeof SOURCE | typeof DESTINATION, rpcUrls: string[]) =>
    new EvmAdapter(network, {
      rpcUrls,
      confirmations: 1,
      startBlock: 0,
      compareEveryMs: 0,
      quorum: { needed: 2, providers: ["one", "two", "three"], aboveUsd: null },
    });
  /** One node lies, asked first or last, beside two of their own that do not. */
  async function beside(chain: TestChain, network: typeof SOURCE | typeof DESTINATION, liar: FaultyNode) {
    const honest = await Promise.all([startFaultyNode(chain.rpcUrl), startFaultyNode(chain.rpcUrl)]);
    const urls = honest.map(({ url }) => url);
    return {
      places: [three(network, [liar.url, ...urls]), three(network, [...urls, liar.url])],
      close: () => Promise.all([liar, ...honest].map((node) => node.close())),
    };
  }
  const lookOn = async (chain: EvmAdapter) => {
    while ((await watchCrosschain(on.ledger.ctx, chain)) === "more");
  };

  test("a fill that one makes up moves nothing, and holds no other deposit up", async () => {
    const [request, other] = [await on.aRequest(), await on.aRequest()];
    const [own, another] = [await on.deposit(request), await on.deposit(other)];
    await on.look();
    const before = await on.destination.snapshot();
    const liar = await liarWith(on.destination, await on.to.fill(own));
    await on.destination.revert(before);
    await on.to.fill(another);
    const { places, close } = await beside(on.destination, DESTINATION, liar);
    try {
      for (const chain of places) await lookOn(chain);
      expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["bridging"], "processing"]);
      expect(await on.stateOf(other)).toEqual(["filled"]);
      expect(await on.ledger.events(request)).toEqual([]);
    } finally {
      await close();
    }
  });

  test("a deposit that one makes up is recorded nowhere, and holds no other up", async () => {
    const [request, other] = [await on.aRequest(), await on.aRequest()];
    const before = await on.source.snapshot();
    const liar = await liarWith(on.source, (await on.deposit(request)).txHash);
    await on.source.revert(before);
    await on.deposit(other);
    const { places, close } = await beside(on.source, SOURCE, liar);
    try {
      for (const chain of places) await lookOn(chain);
      expect([await on.stateOf(request), await on.stateOf(other)]).toEqual([[], ["bridging"]]);
    } finally {
      await close();
    }
  });

  test("a deposit and a fill that one hides are found all the same", async () => {
    const request = await on.aRequest();
    const own = await on.deposit(request);
    const hiding = async (chain: TestChain) => {
      const liar = await startFaultyNode(chain.rpcUrl);
      liar.behave(({ method }) => {
        if (method === "eth_getLogs") return { result: [] };
        return method === "eth_getTransactionReceipt" ? { result: null } : undefined;
      });
      return liar;
    };
    const ofSource = await beside(on.source, SOURCE, await hiding(on.source));
    const ofDestination = await beside(on.destination, DESTINATION, await hiding(on.destination));
    try {
      const [first, last] = ofSource.places;
      if (first) await lookOn(first);
      expect(await on.stateOf(request)).toEqual(["bridging"]);
      if (last) await lookOn(last);
      expect(await on.stateOf(request)).toEqual(["bridging"]);
      await on.to.fill(own);
      for (const chain of ofDestination.places) await lookOn(chain);
      expect(await on.stateOf(request)).toEqual(["filled"]);
    } finally {
      await Promise.all([ofSource.close(), ofDestination.close()]);
    }
  });

  test("what the only one that answers makes up waits", async () => {
    const request = await on.aRequest();
    const before = await on.source.snapshot();
    const liar = await liarWith(on.source, (await on.deposit(request)).txHash);
    await on.source.revert(before);
    try {
      const alone = three(SOURCE, [liar.url, "http://127.0.0.1:9", "http://127.0.0.1:10"]);
      await expect(watchCrosschain(on.ledger.ctx, alone)).rejects.toBeInstanceOf(ChainError);
      expect(await on.stateOf(request)).toEqual([]);
    } finally {
      await liar.close();
    }
  });
});

describe("a node that fails", () => {
  test("beside another holds no deposit up: who answers is enough, as for payments", async () => {
    const request = await on.aRequest();
    await on.deposit(request);
    const failing = await startFaultyNode(on.source.rpcUrl);
    failing.behave(({ method }) =>
      method === "eth_getTransactionReceipt" ? { error: "internal error" } : undefined,
    );
    try {
      await watchCrosschain(on.ledger.ctx, besideAnother(SOURCE, on.source.rpcUrl, failing.url));
      expect(failing.calls.get("eth_getTransactionReceipt")).toBeGreaterThan(0);
      expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["bridging"], "processing"]);
    } finally {
      await failing.close();
    }
  });

  test("of one destination stops no source: its deposits are recorded, and found when it is back", async () => {
    const request = await on.aRequest();
    const own = await on.deposit(request);
    const dead = new EvmAdapter(DESTINATION, { rpcUrls: ["http://127.0.0.1:9"], confirmations: 1 });
    const chains = chainsOf({ [SOURCE.id]: on.sourceAdapter, [DESTINATION.id]: dead });
    await watchCrosschain({ ...on.ledger.ctx, chains }, on.sourceAdapter);
    expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["bridging"], "processing"]);
    await on.fill(own, request);
  });
});
