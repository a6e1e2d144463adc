import { keccak256 } from "viem";
import { describe, expect, test } from "vitest";
import { rejectionOf, safeTxHash } from "@/server/chains/evm/safe/safe-transaction";
import type { SafeResult } from "@/server/chains/safe";
import {
  afterAnswer,
  afterReorganisation,
  afterResults,
  endOf,
  type Tracked,
} from "@/server/secure-payments/safe/follow";
import { windowAfter } from "@/server/secure-payments/safe/limits";

const SAFE = "0x1111111111111111111111111111111111111111";
const OURS = keccak256("0x01");
const NOW = new Date("2026-01-05T12:00:00Z");
const HOUR = 3_600_000;
const later = (ms: number) => new Date(NOW.getTime() + ms);

const waiting: Tracked = {
  intentId: "i",
  linkId: "l",
  network: "base",
  safe: SAFE,
  safeTxHash: OURS,
  version: "1.3.0",
  nonce: 6n,
  nonceBefore: 5n,
  threshold: 2,
  ownerCount: 3,
  signers: null,
  rejecters: null,
  askedAt: null,
  holdsUntil: later(HOUR),
  trackedUntil: later(HOUR),
  lookedUpTo: 100n,
  others: [],
  outcome: null,
  outcomeTxHash: null,
  outcomeBlock: null,
  failure: null,
  endedAt: null,
};
const result = (block: bigint, hash: `0x${string}`, isSuccess = true): SafeResult => ({
  safe: SAFE,
  safeTxHash: hash,
  isSuccess,
  txHash: keccak256("0x09"),
  block,
  blockHash: keccak256("0x08"),
  logIndex: 0,
});
const foreign = (block: bigint) => result(block, keccak256(`0x${block.toString(16).padStart(4, "0")}`));
const seeing = (...results: SafeResult[]) => afterResults(waiting, results, { to: 200n, chainId: 8453 });

describe("what a Safe's events say of a transaction with the nonce after next", () => {
  test("one other is the one before it", () => {
    expect(seeing(foreign(110n))).toMatchObject({ outcome: null, lookedUpTo: 200n });
  });

  test("two others have taken its nonce", () => {
    expect(seeing(foreign(110n), foreign(120n))).toMatchObject({
      outcome: "replacement",
      outcomeBlock: 120n,
    });
  });

  test("the second being the empty one of its nonce, its owners rejected it", () => {
    const empty = safeTxHash({ safe: SAFE, chainId: 8453, version: "1.3.0" }, rejectionOf(SAFE), 6n);
    expect(seeing(foreign(110n), result(120n, empty))).toMatchObject({ outcome: "rejection" });
  });

  test("its own success or failure is what became of it, whatever follows", () => {
    expect(seeing(foreign(110n), result(120n, OURS), foreign(130n))).toMatchObject({ outcome: "success" });
    expect(seeing(result(120n, OURS, false), foreign(130n))).toMatchObject({ outcome: "failure" });
  });

  test("its own announcement decides also after others that seemed to take its nonce, in the same look or a later one", () => {
    expect(seeing(foreign(110n), foreign(120n), result(130n, OURS))).toMatchObject({ outcome: "success" });
    const replaced = seeing(foreign(110n), foreign(120n));
    const later = afterResults(replaced, [result(210n, OURS)], { to: 220n, chainId: 8453 });
    expect(later).toMatchObject({ outcome: "success", outcomeBlock: 210n, lookedUpTo: 220n });
    const nothing = afterResults(replaced, [foreign(210n)], { to: 220n, chainId: 8453 });
    expect(nothing).toMatchObject({ outcome: "replacement", outcomeBlock: 120n, lookedUpTo: 220n });
    expect(nothing.others).toHaveLength(2);
  });

  test("it is replaced only where its Safe says that the nonce is used; else counting begins anew", () => {
    const replaced = seeing(foreign(110n), foreign(120n));
    expect(afterAnswer(replaced, 7n)).toBe(replaced);
    expect(afterAnswer(replaced, null)).toBe(replaced);
    const free = afterAnswer(replaced, 6n);
    expect(free).toMatchObject({ outcome: null, outcomeBlock: null, nonceBefore: 6n, others: [] });
    expect(afterResults(free, [foreign(210n)], { to: 220n, chainId: 8453 }).outcome).toBe("replacement");
    const executed = seeing(result(120n, OURS));
    expect(afterAnswer(executed, 6n)).toBe(executed);
  });

  test.each(["1.0.0", "1.1.0", "9.9.9"])(
    "of %s, which does not tell how many nonces it used, other transactions say nothing and are not kept",
    (version) => {
      const others = [{ block: "90", safeTxHash: keccak256("0x02") }];
      const seen = afterResults({ ...waiting, version, others }, [foreign(110n), foreign(120n)], {
        to: 200n,
        chainId: 8453,
      });
      expect(seen).toMatchObject({ outcome: null, others: [] });
    },
  );

  test("no more others are kept than there are nonces up to its own, however many there are", () => {
    const many = Array.from({ length: 10_000 }, (_, i) => foreign(101n + BigInt(i % 99)));
    expect(seeing(...many).others).toHaveLength(2);
  });

  test("blocks that were looked at before, and those after the look, say nothing", () => {
    expect(seeing(foreign(99n), foreign(100n), foreign(110n), foreign(201n)).others).toHaveLength(1);
  });

  test("a failure ends it only as deep as payments have to be, success at once", () => {
    const failed = seeing(result(120n, OURS, false));
    expect(endOf(failed, { depth: 119n, now: NOW })).toBeNull();
    expect(endOf(failed, { depth: 120n, now: NOW })).toBe("execution_failed");
    expect(endOf(seeing(result(120n, OURS)), { depth: 100n, now: null })).toBe("succeeded");
  });

  test("a deadline is over only where no newer block is known", () => {
    expect(endOf(waiting, { depth: 100n, now: null })).toBeNull();
    expect(endOf(waiting, { depth: 100n, now: later(HOUR) })).toBe("deadline_passed");
  });

  test("blocks that were replaced have said nothing", () => {
    const replaced = seeing(foreign(110n), foreign(120n));
    expect(afterReorganisation(replaced, 115n)).toMatchObject({
      outcome: null,
      lookedUpTo: 115n,
      others: [{ block: "110" }],
    });
    expect(afterReorganisation(replaced, 150n)).toMatchObject({ outcome: "replacement", lookedUpTo: 150n });
  });
});

describe("how long a claim holds its link", () => {
  const over = later(7 * 24 * HOUR);
  const held = (hours: number, state = "failed") => ({
    state,
    createdAt: later(-hours * HOUR),
    holdsUntil: NOW,
    endedAt: state === "failed" ? NOW : null,
  });
  const holds = (claims: Parameters<typeof windowAfter>[0], deadline: Date | null = null) =>
    windowAfter(claims, { now: NOW, expiresAt: over, deadline })?.holdsUntil;

  test("a day, or until its deadline, and never beyond the link's end", () => {
    expect(holds([])).toEqual(later(24 * HOUR));
    expect(holds([], later(HOUR))).toEqual(later(HOUR));
    expect(windowAfter([], { now: NOW, expiresAt: later(HOUR), deadline: null })?.holdsUntil).toEqual(
      later(HOUR),
    );
  });

  test("three days at most together with what came to nothing before", () => {
    expect(holds([], over)).toEqual(later(72 * HOUR));
    expect(holds([held(50)], over)).toEqual(later(22 * HOUR));
    expect(holds([held(50), held(40)], over)).toEqual(NOW);
  });

  test("after ten that came to nothing, or three of the same time, a claim is only written down", () => {
    expect(windowAfter(Array(10).fill(held(0)), { now: NOW, expiresAt: over, deadline: null })).toBeNull();
    expect(
      windowAfter(Array(3).fill(held(0, "pending")), { now: NOW, expiresAt: over, deadline: null }),
    ).toBeNull();
  });

  test("it is looked for until its deadline, also after it holds nothing", () => {
    expect(windowAfter([], { now: NOW, expiresAt: over, deadline: later(100 * HOUR) })).toEqual({
      holdsUntil: later(72 * HOUR),
      trackedUntil: later(100 * HOUR),
    });
  });
});
