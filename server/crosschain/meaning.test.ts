import { describe, expect, test } from "vitest";
import { DEPOSIT_STATES, REQUEST_STATUSES } from "@/db/schema";
import { isFillable, type Meaning, meaningOf } from "@/server/crosschain/meaning";
import type { DepositState } from "@/server/crosschain/state";
import { tokenById } from "@/server/currencies/tokens";

const MADE = 1_790_000_000;
const usdc = (network: string) => tokenById(`USDC-${network}`)?.address ?? "";
const usual = {
  sourceNetwork: "base",
  destinationNetwork: "bsc",
  inputToken: usdc("base"),
  outputToken: usdc("bsc"),
  // Six decimals there, eighteen here.
  inputAmount: 10_010_000n,
  outputAmount: 10n ** 19n,
  exclusiveRelayer: `0x${"00".repeat(20)}`,
  exclusivityDeadline: 0,
  fillDeadline: MADE + 180,
  blockTime: new Date(MADE * 1_000),
};
const RELAYER = `0x${"5e".repeat(20)}`;

describe("a deposit that a relayer would fill", () => {
  test.each([
    ["as it is handed out", {}],
    ["with the smallest margin", { inputAmount: 10_001_000n }],
    [
      "first for one relayer, ten minutes at most",
      {
        exclusiveRelayer: RELAYER,
        exclusivityDeadline: MADE + 600,
        fillDeadline: MADE + 660,
      },
    ],
  ])("%s", (_, words) => {
    expect(isFillable({ ...usual, ...words })).toBe(true);
  });
});

describe("a deposit that nobody would fill", () => {
  test.each([
    ["leaves nothing", { inputAmount: 10_000_000n }],
    ["leaves too little", { inputAmount: 10_000_999n }],
    ["has hardly any time", { fillDeadline: MADE + 59 }],
    [
      "is for one relayer until it ends",
      {
        exclusiveRelayer: RELAYER,
        exclusivityDeadline: MADE + 21_600,
        fillDeadline: MADE + 21_600,
      },
    ],
    [
      "opens to everybody seconds before its end",
      {
        exclusiveRelayer: RELAYER,
        exclusivityDeadline: MADE + 600,
        fillDeadline: MADE + 630,
      },
    ],
  ])("%s", (_, words) => {
    expect(isFillable({ ...usual, ...words })).toBe(false);
  });
});

const nothing: Meaning = { isAwaited: false, isShown: false, isTold: false };
const shown: Meaning = { ...nothing, isShown: true };
/** Every pair, written out: what a fillable deposit means for a request that is open, and for one that is not. */
const PAIRS: Record<DepositState, [open: Meaning, closed: Meaning]> = {
  bridging: [{ isAwaited: true, isShown: true, isTold: false }, nothing],
  expired: [shown, nothing],
  filled: [shown, shown],
  filled_call_failed: [shown, shown],
  refunding: [{ isAwaited: false, isShown: true, isTold: true }, shown],
  refunded: [{ isAwaited: false, isShown: true, isTold: true }, shown],
  failed: [{ isAwaited: false, isShown: true, isTold: true }, shown],
  dropped: [nothing, nothing],
};
const OPEN = ["created", "processing", "partially_paid"];

describe.each(DEPOSIT_STATES)("a deposit that is %s", (state) => {
  test.each(REQUEST_STATUSES)("for a request that is %s", (status) => {
    const [open, closed] = PAIRS[state];
    const expected = OPEN.includes(status) ? open : closed;
    expect(meaningOf({ state, fillTxHash: null, fillable: true }, status)).toEqual(expected);
    // Rows from before.
    expect(meaningOf({ state, fillTxHash: null, fillable: null }, status)).toEqual(expected);
    expect(meaningOf({ state, fillTxHash: null, fillable: false }, status)).toEqual(nothing);
    // Somebody filled it all the same.
    expect(meaningOf({ state, fillTxHash: `0x${"ab".repeat(32)}`, fillable: false }, status)).toEqual(
      expected,
    );
  });
});
