import { describe, expect, test } from "vitest";
import type { NodeState } from "@/server/chains/node-order";
import type { Quorum } from "@/server/chains/quorum";
import { type WatcherSigns, watcherState } from "@/server/payments/watching/watcher-state";

const NOW = new Date("2026-01-05T12:00:00Z");
const QUORUM: Quorum = { needed: 2, providers: ["one", "one", "two", "three"], aboveUsd: null };

function signs(nodes: NodeState[], quorum: Quorum | undefined): WatcherSigns {
  return {
    cursor: {
      network: "base",
      startBlock: 0n,
      nextBlock: 101n,
      headBlock: 100n,
      finalizedBlock: 90n,
      leaseOwner: null,
      leaseUntil: null,
      haltedReason: null,
      lastPassAt: NOW,
    },
    observation: {
      network: "base",
      headBlock: 100n,
      headTime: NOW,
      answeredAt: NOW,
      lookedAt: NOW,
      nodes,
      failedPasses: 0n,
      failedAt: null,
      failingSince: null,
      failure: null,
    },
    isLive: true,
    quorum,
  };
}

describe("with a quorum of two", () => {
  test.each<[NodeState[], string]>([
    [["ok", "ok", "ok", "ok"], "ok"],
    [["down", "ok", "ok", "down"], "ok"],
    [["ok", "down", "behind", "down"], "ok"],
    [["ok", "ok", "down", "down"], "no_quorum"],
    [["ok", "ok", "outvoted", "wrong_chain"], "no_quorum"],
  ])("nodes that are %j: %s", (nodes, state) => {
    expect(watcherState(signs(nodes, QUORUM), NOW).state).toBe(state);
  });

  test("says how many tell, and what that means", () => {
    const { reason } = watcherState(signs(["ok", "ok", "down", "down"], QUORUM), NOW);
    expect(reason).toBe("1 of 3 providers of nodes tell: payments are seen and count once 2 do");
  });
});

test("without one, a node is enough", () => {
  expect(watcherState(signs(["down", "down", "ok", "down"], undefined), NOW).state).toBe("ok");
});
