import { describe, expect, test } from "vitest";
import type { ChainHead } from "@/server/chains/adapter";
import { earlier, isRead, windowsFrom } from "@/server/worker/crosschain/windows";

const headAt = (latest: bigint, finalized: bigint): ChainHead => ({
  latest: { number: latest, hash: "0x00", parentHash: "0x00", time: new Date(0), bloom: null },
  finalized,
});

describe("the blocks that a pass reads", () => {
  test("reach the newest one, however far behind it the last final one is", () => {
    // Arbitrum One: four blocks a second, final after 21 minutes.
    const head = headAt(105_040n, 100_000n);
    const windows = windowsFrom(100_001n, head);
    expect(windows).toEqual([
      { from: 100_001n, to: 105_000n },
      { from: 105_001n, to: 105_040n },
    ]);
    expect(isRead(windows, head)).toBe(true);
  });

  test("are one question while it catches up with what is final", () => {
    const head = headAt(105_040n, 100_000n);
    const windows = windowsFrom(1n, head);
    expect(windows).toEqual([{ from: 1n, to: 5_000n }]);
    expect(isRead(windows, head)).toBe(false);
  });

  test("are none where nothing is new", () => {
    const head = headAt(10n, 10n);
    expect(windowsFrom(11n, head)).toEqual([]);
    expect(isRead([], head)).toBe(true);
  });

  test.each([0n, 1n, 4_999n, 5_000n, 5_001n, 12_345n, 60_000n])(
    "come to an end with finality %s blocks behind, without a gap and without a pass that changes nothing",
    (lag) => {
      const head = headAt(70_000n, 70_000n - lag);
      let cursor = 0n;
      for (let passes = 1; ; passes += 1) {
        expect(passes).toBeLessThan(20);
        const windows = windowsFrom(cursor + 1n, head);
        let next = cursor + 1n;
        for (const { from, to } of windows) {
          expect(from).toBe(next);
          next = to + 1n;
        }
        const before = cursor;
        cursor = earlier(windows.at(-1)?.to ?? cursor, head.finalized);
        if (isRead(windows, head)) break;
        expect(cursor).toBeGreaterThan(before);
      }
      expect(cursor).toBe(head.finalized);
    },
  );
});
