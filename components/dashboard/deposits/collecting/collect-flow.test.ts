import { describe, expect, test } from "vitest";
import type { CollectionPrepared } from "@/server/dashboard/deposits/schema";
import {
  CLOSED,
  type CollectEvent,
  type CollectFlow,
  type CollectPlan,
  type ComparedCollection,
  nextCollectFlow,
} from "./collect-flow";

const deposit = { address: "0x1", requestId: "01", payee: "0x2", currencyId: "USDC-sepolia", amount: "21" };
const compared = {
  ok: true,
  network: "sepolia",
  batch: null,
  deposits: [deposit],
} as unknown as ComparedCollection;
const prepared = { network: "sepolia", deposits: [deposit], leftOut: [] } as unknown as CollectionPrepared;
const plan: CollectPlan = { compared, prepared };
const sent = { hash: "0xabc", batch: null, wallet: "0x3" };
const problem = { field: "contract", expected: "the factory", got: "another" } as const;
const trouble = { code: "wallet", reason: "rejected", name: "Test wallet" } as const;

const FLOWS: Record<CollectFlow["step"], CollectFlow> = {
  closed: CLOSED,
  preparing: { step: "preparing" },
  review: { step: "review", plan, trouble: null },
  nothing: { step: "nothing", prepared },
  refused: { step: "refused", problem },
  failed: { step: "failed", message: "no answer" },
  wallet: { step: "wallet", plan },
  sent: { step: "sent", plan, sent },
  mined: { step: "mined", plan, sent },
  done: { step: "done", plan, sent, left: 0 },
  undone: { step: "undone", why: "reverted" },
};
const STEPS = Object.keys(FLOWS) as CollectFlow["step"][];

const EVENTS = {
  open: { type: "open" },
  close: { type: "close" },
  "prepared as chosen": { type: "prepared", comparison: compared, prepared },
  "prepared otherwise": { type: "prepared", comparison: { ok: false, problem }, prepared },
  "prepared with nothing": {
    type: "prepared",
    comparison: { ok: false, problem },
    prepared: { ...prepared, deposits: [] },
  },
  unanswered: { type: "unanswered", message: "no answer" },
  asked: { type: "asked" },
  sent: { type: "sent", sent },
  declined: { type: "declined", trouble },
  leave: { type: "leave" },
  mined: { type: "mined" },
  reverted: { type: "undone", why: "reverted" },
  "nothing is left": { type: "looked", left: 0, isLate: false },
  "something is left": { type: "looked", left: 1, isLate: false },
  "something is left for long": { type: "looked", left: 1, isLate: true },
} satisfies Record<string, CollectEvent>;

/** Where each event leads from each step, in the order of `STEPS`; `.` where it changes nothing. */
// biome-ignore format: a table is read by its columns
const TABLE: Record<keyof typeof EVENTS, string> = {
  //                            closed    preparing review    nothing   refused   failed    wallet sent   mined done      undone
  open:                        "preparing preparing preparing preparing preparing preparing .      .      .     preparing preparing",
  close:                       ".         closed    closed    closed    closed    closed    .      .      .     closed    closed",
  "prepared as chosen":        ".         review    .         .         .         .         .      .      .     .         .",
  "prepared otherwise":        ".         refused   .         .         .         .         .      .      .     .         .",
  "prepared with nothing":     ".         nothing   .         .         .         .         .      .      .     .         .",
  unanswered:                  ".         failed    .         .         .         .         .      .      .     .         .",
  asked:                       ".         .         wallet    .         .         .         .      .      .     .         .",
  sent:                        ".         .         .         .         .         .         sent   .      .     .         .",
  declined:                    ".         .         .         .         .         .         review .      .     .         .",
  leave:                       ".         .         .         .         .         .         .      closed .     .         .",
  mined:                       ".         .         .         .         .         .         .      mined  .     .         .",
  reverted:                    ".         .         .         .         .         .         .      undone .     .         .",
  "nothing is left":           ".         .         .         .         .         .         .      done   done  .         .",
  "something is left":         ".         .         .         .         .         .         .      .      .     .         .",
  "something is left for long": ".        .         .         .         .         .         .      .      done  .         .",
};

describe("a collection, at every step:", () => {
  test.each(Object.keys(TABLE) as (keyof typeof EVENTS)[])("%s", (event) => {
    const found = STEPS.map((step) => {
      const next = nextCollectFlow(FLOWS[step], EVENTS[event]);
      return next === FLOWS[step] ? "." : next.step;
    });
    const written = TABLE[event].split(/\s+/);
    expect(found).toEqual(written);
  });

  test("a no of the wallet leads back to what is to be signed, and says why", () => {
    const back = nextCollectFlow(FLOWS.wallet, EVENTS.declined);
    expect(back).toEqual({ step: "review", plan, trouble });
    expect(nextCollectFlow(back, EVENTS.asked)).toEqual({ step: "wallet", plan });
  });

  test("what is left is told where the block is old", () => {
    expect(nextCollectFlow(FLOWS.mined, EVENTS["something is left for long"])).toMatchObject({
      step: "done",
      left: 1,
    });
  });
});
