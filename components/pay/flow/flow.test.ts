import { describe, expect, test } from "vitest";
import { nextFlow, startFlow } from "@/components/pay/flow/flow";
import type { FlowEvent } from "@/components/pay/flow/flow-event";
import type { Flow, Payer, Sent, SigningPlan } from "@/components/pay/flow/flow-state";
import { drawnOn } from "@/components/pay/flow/same-payment";
import type { Step } from "@/components/pay/safety/comparison";
import {
  aReadyPage,
  COMMON,
  CONFIRMING_PAGE,
  PAID_PAGES,
  STOPPED_PAGES,
  shownTo,
} from "@/components/pay/testing/pages";
import type { PageState } from "@/server/secure-payments/page/page-schema";

const A: Payer = { family: "evm", address: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC", chainId: 8453 };
const B: Payer = { ...A, address: "0x90F79bf6EB2c4f870365E785982E1f101E93b906" };
const HASH = `0x${"11".repeat(32)}`;
const SENT: Sent = {
  hash: HASH,
  batch: null,
  isSafe: false,
  reference: null,
  wallet: A.address,
  from: null,
  nonce: null,
  isMined: false,
  at: 1,
  unsent: null,
};
const ready = aReadyPage(A.address);

/** Only its kind matters here: what a step holds is proved in `safety/`. */
const aStep = (kind: Step["kind"]) => ({ kind }) as Step;
const planOf = (...kinds: Step["kind"][]): SigningPlan => ({
  steps: kinds.map(aStep),
  at: 0,
  batch: null,
  safe: null,
  shown: ready.shown,
  funds: { networkFee: null, networkFeeUsd: null, nativeBalance: null, hasEnoughGas: true },
  warnedOf: [],
  price: null,
});

/** Every event as it would be sent at that moment. */
type Loose = FlowEvent extends infer E
  ? E extends { epoch: number }
    ? Omit<E, "epoch"> & { epoch?: number }
    : E
  : never;
function run(flow: Flow, ...events: Loose[]): Flow {
  // The epoch of the moment is added where the event has one and does not name another.
  return events.reduce((now, event) => nextFlow(now, { epoch: now.epoch, ...event } as FlowEvent), flow);
}

/** As a page that shows at once what its server has drawn. */
const begin = (page: PageState, sent: Sent | null) => startFlow(page, sent, drawnOn(page));
const opened = () => begin(aReadyPage(), null);
const connected = () => run(opened(), { type: "wallet", payer: A });
const choosing = () => run(connected(), { type: "read", page: ready });
const preparing = () => run(choosing(), { type: "proceed", mustSwitch: false });
const reviewing = (...kinds: Step["kind"][]) =>
  run(preparing(), { type: "prepared", plan: planOf(...(kinds.length > 0 ? kinds : (["pay"] as const))) });
const signing = () => run(reviewing(), { type: "sign" }, { type: "hand_over" });
const sent = () => run(signing(), { type: "sent", sent: SENT, asked: null });
const read = (page: PageState): Loose => ({ type: "read", page });
const stepOf = (flow: Flow) => flow.step;

describe("the journey of a payment", () => {
  test("connect, check, choose, prepare, review, sign, confirm, done", () => {
    const flows = [opened(), connected(), choosing(), preparing(), reviewing(), signing(), sent()];
    expect(flows.map(stepOf)).toEqual([
      "connect",
      "checking",
      "choose",
      "preparing",
      "review",
      "signing",
      "confirming",
    ]);
    const seen = run(sent(), read(CONFIRMING_PAGE));
    expect(seen.step).toBe("confirming");
    expect(PAID_PAGES.map((page) => run(seen, read(page)).step)).toEqual(["done", "done", "done"]);
  });

  test("reset, approve and pay are one after another, each signed by itself", () => {
    let flow = reviewing("reset", "approve", "pay");
    for (const at of [0, 1]) {
      if (flow.step !== "review") throw new Error(flow.step);
      expect(flow.plan.at).toBe(at);
      flow = run(flow, { type: "sign" }, { type: "allowed", hash: "0x1", unsent: null });
      expect(flow.step).toBe("settling");
      flow = run(flow, { type: "settled" });
    }
    if (flow.step !== "review") throw new Error(flow.step);
    expect(flow.plan.steps[flow.plan.at]?.kind).toBe("pay");
    expect(run(flow, { type: "sign" }, { type: "sent", sent: SENT, asked: null }).step).toBe("confirming");
  });

  test("a wallet on another network is moved first, and what is prepared is for where it is then", () => {
    const far = { ...A, chainId: 1 };
    const choosing = run(opened(), { type: "wallet", payer: far }, read(ready));
    const switching = run(choosing, { type: "proceed", mustSwitch: true });
    expect(switching.step).toBe("switching");
    const there = run(switching, { type: "wallet", payer: A });
    expect([there.step, there.epoch]).toEqual(["preparing", switching.epoch + 1]);
    const refused = run(switching, { type: "failed", trouble: { code: "wallet", reason: "wrong_chain" } });
    expect([refused.step, refused.trouble]).toEqual(["choose", { code: "wallet", reason: "wrong_chain" }]);
  });

  test("every way back leads to what is asked anew", () => {
    for (const flow of [choosing(), reviewing()]) {
      const back = run(flow, { type: "back" });
      expect([back.step, back.epoch]).toEqual(["checking", flow.epoch + 1]);
    }
    for (const flow of [opened(), signing(), sent()]) expect(run(flow, { type: "back" })).toEqual(flow);
    // A permission that never comes holds nobody; one that comes late is found and changes nothing.
    const settling = run(
      reviewing("approve", "pay"),
      { type: "sign" },
      { type: "allowed", hash: "0x1", unsent: null },
    );
    const left = run(settling, { type: "back" });
    expect(left.step).toBe("checking");
    expect(run(left, { type: "settled", epoch: settling.epoch })).toEqual(left);
  });
});

describe("the link decides where the page is", () => {
  test.each(STOPPED_PAGES.map((page) => [page.kind, page] as const))(
    "%s stops whoever has not paid",
    (_, page) => {
      expect(begin(page, null).step).toBe("stopped");
      for (const flow of [connected(), choosing(), preparing(), reviewing()]) {
        expect(run(flow, read(page)).step).toBe("stopped");
      }
    },
  );

  test.each(STOPPED_PAGES.map((page) => [page.kind, page] as const))(
    "%s does not hide a payment that is on its way",
    (_, page) => {
      const flow = run(sent(), read(page));
      expect([flow.step, flow.sent]).toEqual(["confirming", SENT]);
    },
  );

  test("opens again where it stopped: a failed Safe transaction, a node that is back", () => {
    for (const page of STOPPED_PAGES) {
      expect(run(begin(page, null), read(aReadyPage())).step).toBe("connect");
      expect(run(connected(), read(page), read(ready)).step).toBe("choose");
    }
  });

  test("paid by somebody else is warnedOf at every step", () => {
    for (const flow of [opened(), connected(), choosing(), preparing(), reviewing(), signing()]) {
      expect(run(flow, read(CONFIRMING_PAGE)).step).toBe("confirming");
      for (const page of PAID_PAGES) expect(run(flow, read(page)).step).toBe("done");
    }
  });

  test("a payment that the chain took back opens the link again", () => {
    const done = run(choosing(), read(PAID_PAGES[0] as PageState));
    expect(run(done, read(ready)).step).toBe("choose");
    expect(run(sent(), read(PAID_PAGES[0] as PageState), read(ready)).step).toBe("confirming");
  });

  test("paid in part meanwhile: nothing that was prepared for the old amount is signed", () => {
    const shown = shownTo(A.address);
    const less = {
      ...ready,
      shown: { ...shown, legs: shown.legs.map((leg) => ({ ...leg, amount: "4000000" })) },
    };
    for (const flow of [preparing(), reviewing()]) {
      const changed = run(flow, read(less));
      expect([changed.step, changed.trouble]).toEqual(["choose", { code: "payment_changed" }]);
    }
    const settling = run(
      reviewing("approve", "pay"),
      { type: "sign" },
      { type: "allowed", hash: "0x1", unsent: null },
    );
    expect(run(settling, read(less), { type: "settled" }).step).toBe("choose");
  });

  test("a part that the chain takes back is asked for again, and warnedOf first", () => {
    const shown = shownTo(A.address);
    const [item] = ready.facts.items;
    if (!item) throw new Error("no item");
    const partial: PageState = {
      ...ready,
      kind: "partial",
      facts: { ...ready.facts, items: [{ ...item, received: "6000000" }] },
      shown: { ...shown, legs: shown.legs.map((leg) => ({ ...leg, amount: "4000000" })) },
    };
    const choosing = run(begin(partial, null), { type: "wallet", payer: A }, read(partial));
    const reviewing = run(
      choosing,
      { type: "proceed", mustSwitch: false },
      { type: "prepared", plan: planOf("pay") },
    );
    for (const flow of [choosing, reviewing]) {
      const back = run(flow, read(ready));
      expect(back).toMatchObject({ step: "choose", trouble: { code: "payment_changed" }, page: ready });
    }
    expect(run(begin(partial, null), read(ready)).step).toBe("connect");
  });

  test("hidden until a wallet passes", () => {
    const hidden: PageState = { ...COMMON, kind: "hidden" };
    const flow = begin(hidden, null);
    expect([flow.step, flow.pinned]).toEqual(["connect", null]);
    const passed = run(flow, { type: "wallet", payer: A }, read(ready));
    expect([passed.step, passed.pinned?.shown]).toEqual(["choose", ready.shown]);
  });
});

describe("what was shown first is what is paid (PP-01)", () => {
  const shown = shownTo(A.address);
  const [leg] = shown.legs;
  if (!leg) throw new Error("no leg");
  const other = (change: Partial<typeof leg>): PageState => ({
    ...ready,
    shown: { ...shown, legs: [{ ...leg, ...change }] },
  });
  const attacks: [string, PageState][] = [
    ["recipient", other({ recipient: { address: B.address, commitment: null } })],
    ["recipient", other({ recipient: { ...leg.recipient, commitment: `0x${"00".repeat(32)}` } })],
    ["token", other({ currency: "USDT-base" })],
    ["amount", other({ amount: "10000001" })],
    ["reference", other({ reference: "0x00000000000000aa" })],
    ["feeAmount", other({ fee: { amount: "1", address: B.address } })],
    ["network", { ...ready, shown: { ...shown, network: "optimism" } }],
    [
      "reference",
      { ...ready, shown: { ...shown, legs: [leg, { ...leg, reference: "0x00000000000000ab" }] } },
    ],
  ];

  test.each(attacks)("another %s is refused, wherever the payer is", (field, page) => {
    for (const flow of [connected(), choosing(), reviewing()]) {
      const after = run(flow, read(page));
      expect(after).toMatchObject({ step: "refused", problem: { field } });
      expect(run(after, { type: "prepared", plan: planOf("pay") }).step).toBe("refused");
      expect(run(after, { type: "sign" }).step).toBe("refused");
    }
  });

  test("words that do not say what would be signed are refused, also where nothing was shown before", () => {
    const [item] = ready.facts.items;
    if (!item) throw new Error("no item");
    const lying = { ...ready, facts: { ...ready.facts, items: [{ ...item, recipient: B.address }] } };
    const hidden = begin({ ...COMMON, kind: "hidden" }, null);
    for (const flow of [run(hidden, { type: "wallet", payer: A }), connected(), choosing(), reviewing()]) {
      const after = run(flow, read(lying));
      expect(after).toMatchObject({ step: "refused", problem: { field: "recipient" } });
      expect(run(after, { type: "sign" }).step).toBe("refused");
    }
    expect(begin(lying, null).step).toBe("refused");
  });

  const drawn = drawnOn(ready);

  test("what the server drew counts, also when the page began with a later answer", () => {
    for (const [field, page] of attacks) {
      expect(startFlow(page, null, drawn)).toMatchObject({ step: "refused", problem: { field } });
    }
    expect(startFlow(ready, null, drawn).step).toBe("connect");
  });

  test("a refusal of the comparison leads nowhere near a wallet", () => {
    const problem = { field: "spender", expected: "0x1", got: "0x2" } as const;
    const refused = run(preparing(), { type: "refused", problem });
    expect(refused).toMatchObject({ step: "refused", problem });
    for (const event of [
      { type: "sign" },
      { type: "proceed", mustSwitch: false },
      { type: "settled" },
    ] as const) {
      expect(run(refused, event).step).toBe("refused");
    }
    expect(run(refused, { type: "back" }).step).toBe("checking");
  });
});

describe("a wallet that changes mid-way", () => {
  const steps = () => [choosing(), preparing(), reviewing(), reviewing("approve", "pay"), signing()];

  test("another account: everything that was fetched is worth nothing", () => {
    for (const flow of steps()) {
      const changed = run(flow, { type: "wallet", payer: B });
      expect(changed).toMatchObject({ step: "checking", payer: B, trouble: { code: "wallet_changed" } });
      expect(changed.epoch).toBe(flow.epoch + 1);
      expect("plan" in changed).toBe(false);
      // Answers to what was asked for the first account come late.
      const late = run(
        changed,
        { type: "read", epoch: flow.epoch, page: ready },
        { type: "prepared", epoch: flow.epoch, plan: planOf("pay") },
        { type: "settled", epoch: flow.epoch },
        { type: "failed", epoch: flow.epoch, trouble: { code: "unreachable" } },
      );
      expect(late).toEqual(changed);
    }
  });

  test("another network, the same", () => {
    for (const flow of [preparing(), reviewing(), signing()]) {
      const changed = run(flow, { type: "wallet", payer: { ...A, chainId: 1 } });
      expect(changed).toMatchObject({ step: "checking", trouble: { code: "network_changed" } });
    }
    expect(run(choosing(), { type: "wallet", payer: { ...A, chainId: 1 } }).step).toBe("checking");
  });

  test("gone: the list of wallets", () => {
    for (const flow of steps()) {
      expect(run(flow, { type: "wallet", payer: null })).toMatchObject({ step: "connect", payer: null });
    }
  });

  test("unchanged: nothing happens", () => {
    for (const flow of steps()) expect(run(flow, { type: "wallet", payer: A })).toBe(flow);
    for (const page of [aReadyPage(), ...STOPPED_PAGES]) {
      const flow = begin(page, null);
      expect(run(flow, { type: "wallet", payer: null })).toBe(flow);
    }
  });

  test("gone after the link was over: nobody is asked to connect again", () => {
    for (const kind of ["expired", "invalidated"] as const) {
      const page = STOPPED_PAGES.find((one) => one.kind === kind) as PageState;
      const over = run(connected(), read(page), { type: "wallet", payer: null });
      expect(over).toMatchObject({ step: "stopped", payer: null });
    }
  });

  test("money that has moved is followed, whoever is connected then", () => {
    const changed = run(signing(), { type: "wallet", payer: B });
    const flow = run(changed, { type: "sent", sent: SENT, asked: null });
    expect(flow).toMatchObject({ step: "confirming", sent: SENT, payer: B });
    expect(run(flow, { type: "wallet", payer: null })).toMatchObject({ step: "confirming", sent: SENT });
    expect(run(flow, read(PAID_PAGES[0] as PageState), { type: "wallet", payer: A }).step).toBe("done");
  });
});

describe("what can go wrong", () => {
  const rejected = { code: "wallet", reason: "rejected" } as const;

  test("rejected in the wallet: the same step again, and the second try works", () => {
    const flow = run(signing(), { type: "failed", trouble: rejected });
    expect(flow).toMatchObject({ step: "review", trouble: rejected });
    expect(run(flow, { type: "sign" }, { type: "sent", sent: SENT, asked: null })).toMatchObject({
      step: "confirming",
      trouble: null,
    });
  });

  test("an approval that is refused, lowered or undone comes again", () => {
    const settling = () =>
      run(reviewing("approve", "pay"), { type: "sign" }, { type: "allowed", hash: "0x1", unsent: null });
    for (const trouble of [
      { code: "allowance_short" },
      { code: "approval_reverted", hash: "0x1" },
    ] as const) {
      const flow = run(settling(), { type: "failed", trouble });
      if (flow.step !== "review") throw new Error(flow.step);
      expect([flow.plan.at, flow.trouble]).toEqual([0, trouble]);
    }
  });

  test("reverted or replaced is no success, whatever the wallet said: the link is asked again", () => {
    for (const code of ["reverted", "replaced"] as const) {
      const trouble = { code, hash: HASH };
      const flow = run(sent(), { type: "lost", trouble });
      expect(flow).toMatchObject({ step: "checking", sent: null, trouble });
      expect(run(flow, read(ready))).toMatchObject({ step: "choose", trouble });
      expect(run({ ...sent(), payer: null }, { type: "lost", trouble }).step).toBe("connect");
    }
  });

  test("in the chain without the payment, or said to be failed by the wallet, is no success either", () => {
    const lost = [
      { code: "unpaid", hash: HASH },
      { code: "batch_failed" },
      { code: "batch_partly" },
    ] as const;
    for (const trouble of lost) {
      const flow = run(sent(), { type: "lost", trouble }, read(ready));
      expect(flow).toMatchObject({ step: "choose", sent: null, trouble });
    }
  });

  test("sped up: the server sees the same payment under another hash, and that is success", () => {
    expect(run(sent(), read(CONFIRMING_PAGE), read(PAID_PAGES[0] as PageState)).step).toBe("done");
  });

  test("a payer who cancelled in the wallet can begin again, unless the payment was seen", () => {
    expect(run(sent(), { type: "forget" })).toMatchObject({ step: "checking", sent: null });
    expect(run({ ...sent(), payer: null }, { type: "forget" }).step).toBe("connect");
    const seen = run(sent(), read(CONFIRMING_PAGE));
    expect(run(seen, { type: "forget" })).toBe(seen);
    const mined = run(sent(), { type: "followed", hash: HASH, nonce: 1, isMined: true });
    expect(run(mined, { type: "forget" })).toBe(mined);
    expect(run(reviewing(), { type: "forget" }).step).toBe("review");
  });

  test("what nobody has taken is handed over again, and never forgotten for something else", () => {
    const signed = { txID: "ab", raw_data_hex: "0a", signature: ["cd"] };
    const unsent = { signed, until: 2 };
    const paying = run(signing(), { type: "sent", sent: { ...SENT, unsent }, asked: null });
    expect(run(paying, { type: "forget" })).toBe(paying);
    expect(run(paying, read(ready)).sent?.unsent).toEqual(unsent);
    expect(run(paying, { type: "taken", hash: "0x2" })).toBe(paying);
    expect(run(paying, { type: "taken", hash: HASH })).toMatchObject({
      step: "confirming",
      sent: { ...SENT, unsent: null },
    });
    const mined = { type: "followed", hash: HASH, nonce: 3, isMined: true } as const;
    expect(run(paying, mined).sent).toMatchObject({ isMined: true, unsent: null });
    expect(run(paying, { ...mined, isMined: false }).sent).toMatchObject({ isMined: false, unsent });
    const dropped = { code: "dropped", hash: HASH } as const;
    expect(run(paying, { type: "lost", trouble: dropped })).toMatchObject({ step: "checking", sent: null });

    const approving = run(reviewing("approve", "pay"), { type: "sign" });
    const allowing = run(approving, { type: "allowed", hash: "0x1", unsent });
    expect(allowing).toMatchObject({ step: "settling", unsent });
    expect(run(allowing, { type: "taken", hash: "0x1" })).toMatchObject({ step: "settling", unsent: null });
  });

  test("a batch is one step, and its transaction is known once the wallet names it", () => {
    const batch = { chainId: 8453, calls: [] } as unknown as NonNullable<SigningPlan["batch"]>;
    const plan = { ...planOf("approve", "pay"), batch };
    const asked = run(preparing(), { type: "prepared", plan }, { type: "sign" });
    expect(asked).toMatchObject({ step: "signing", plan: { at: 0 } });
    const waiting = run(asked, {
      type: "sent",
      sent: { ...SENT, hash: null, batch: "0xba7c4" },
      asked: null,
    });
    expect(waiting).toMatchObject({ step: "confirming", sent: { hash: null } });
    expect(run(waiting, read(ready))).toMatchObject({ step: "confirming", sent: { batch: "0xba7c4" } });
    expect(run(waiting, { type: "found", batch: "0xother", hash: HASH })).toBe(waiting);
    const found = run(waiting, { type: "found", batch: "0xba7c4", hash: HASH });
    expect(found.sent).toMatchObject({ hash: HASH, batch: "0xba7c4" });
    expect(run(sent(), { type: "found", batch: "0xba7c4", hash: HASH }).sent).toEqual(SENT);
  });

  test("what was proposed to a Safe is followed by the service, and can be paid again when it ends", () => {
    const proposed = run(signing(), {
      type: "sent",
      sent: { ...SENT, hash: null, batch: `0x${"22".repeat(32)}`, isSafe: true },
      asked: null,
    });
    expect(run(proposed, read(ready))).toMatchObject({ step: "confirming", sent: { isSafe: true } });
    const page: PageState = { ...COMMON, kind: "in_progress", facts: ready.facts, safe: null };
    const waiting = run(proposed, read(page));
    expect(waiting).toMatchObject({ step: "stopped", sent: null });
    expect(run(waiting, read(CONFIRMING_PAGE)).step).toBe("confirming");
    const ended = { ...ready, safeEnded: { safeTxHash: "0x22", why: "rejected" } } as const;
    expect(run(waiting, read(ended))).toMatchObject({ step: "choose", page: ended });
    // A payment of another wallet that is on its way stays what it is.
    expect(run(sent(), read(page))).toMatchObject({ step: "confirming", sent: SENT });
  });

  test("a wallet that does not do all at once is asked for one step after the other", () => {
    const batch = { chainId: 8453, calls: [] } as unknown as NonNullable<SigningPlan["batch"]>;
    const plan = { ...planOf("approve", "pay"), batch };
    const asked = run(preparing(), { type: "prepared", plan }, { type: "sign" });
    const refused = run(asked, { type: "failed", trouble: { code: "wallet", reason: "no_batch" } });
    expect(refused).toMatchObject({ step: "review", plan: { at: 0, batch: null } });
    const rejected = run(asked, { type: "failed", trouble: { code: "wallet", reason: "rejected" } });
    expect(rejected).toMatchObject({ step: "review", plan: { at: 0, batch } });
  });

  test("what is lost after it was paid changes nothing", () => {
    const done = run(sent(), read(PAID_PAGES[0] as PageState));
    expect(run(done, { type: "lost", trouble: { code: "replaced", hash: HASH } })).toBe(done);
  });

  test("nobody answers: the payer stays where they are, and goes on when somebody does", () => {
    const trouble = { code: "unreachable" } as const;
    expect(run(preparing(), { type: "failed", trouble })).toMatchObject({ step: "choose", trouble });
    expect(run(connected(), read({ kind: "unavailable" })).step).toBe("stopped");
    for (const flow of [opened(), connected(), choosing(), reviewing(), signing(), sent()]) {
      const nothing = [{ type: "silent" } as const, { type: "silent" } as const];
      for (const events of flow.step === "checking"
        ? [nothing]
        : [nothing, [read({ kind: "unavailable" })]]) {
        const away = run(flow, ...events);
        expect(away).toEqual({ ...flow, isSilent: true });
        expect(run(away, read(ready))).toEqual(run(flow, read(ready)));
        expect(run(away, read(ready)).isSilent).toBe(false);
      }
    }
  });

  test("a check that nobody answers can be asked again, and of another wallet", () => {
    const away = run(connected(), { type: "silent" });
    expect(run(away, { type: "back" })).toMatchObject({
      step: "checking",
      epoch: away.epoch + 1,
      isSilent: false,
    });
    expect(run(away, { type: "wallet", payer: B })).toMatchObject({
      step: "checking",
      payer: B,
      isSilent: false,
    });
    expect(run(away, { type: "wallet", payer: null }).step).toBe("connect");
  });

  test("a step that is over does not come back", () => {
    for (const flow of [opened(), choosing(), sent()]) {
      expect(run(flow, { type: "sign" })).toBe(flow);
      expect(run(flow, { type: "allowed", hash: "0x1", unsent: null })).toBe(flow);
      expect(run(flow, { type: "settled" })).toBe(flow);
      expect(run(flow, { type: "prepared", plan: planOf("pay") })).toBe(flow);
    }
    expect(run(opened(), { type: "proceed", mustSwitch: false }).step).toBe("connect");
  });
});

describe("after a reload", () => {
  test("a payment that left this browser is followed, not asked for again", () => {
    const flow = begin(aReadyPage(), SENT);
    expect(flow).toMatchObject({ step: "confirming", sent: SENT });
    expect(run(flow, { type: "wallet", payer: A }).step).toBe("confirming");
    const followed = { type: "followed", hash: HASH, nonce: 7, isMined: true } as const;
    expect(run(flow, followed).sent).toMatchObject({ nonce: 7, isMined: true });
    expect(run(flow, { ...followed, hash: "0x2" })).toBe(flow);
  });

  test("without one, the server says where it is", () => {
    expect(begin(aReadyPage(), null).step).toBe("connect");
    expect(begin(CONFIRMING_PAGE, null).step).toBe("confirming");
    expect(begin(PAID_PAGES[0] as PageState, null).step).toBe("done");
    expect(begin(PAID_PAGES[0] as PageState, SENT).step).toBe("done");
    expect(begin({ kind: "unavailable" }, null).step).toBe("stopped");
  });
});

describe("a wallet that can pay in one way", () => {
  const option = { symbol: "USDC", balance: "20", needed: "10", hasEnough: true };
  const one = { ...ready, options: [option] };
  const arrives = (page: PageState, payer: Payer = A) =>
    run(opened(), { type: "wallet", payer }, { type: "read", page });

  test("is not asked which: two presses lead from the connected wallet to what it signs, or one", () => {
    expect(arrives(one).step).toBe("preparing");
    const both = { ...one, kind: "bundle", options: [option, { ...option, symbol: "USDT" }] } as PageState;
    expect(arrives(both).step, "a multicall takes all of its tokens").toBe("preparing");
    const asked = run(arrives(one), { type: "prepared", plan: planOf("pay") }, { type: "sign" });
    expect(asked.step).toBe("signing");
  });

  test("is asked once the payer has gone back, and after anything that has to be read", () => {
    const again = run(arrives(one), { type: "prepared", plan: planOf("pay") }, { type: "back" });
    expect(run(again, { type: "read", page: one }).step).toBe("choose");
    const unread: PageState[] = [
      { ...one, options: [option, { ...option, symbol: "USDT" }] },
      { ...one, options: [{ ...option, hasEnough: false }] },
      { ...one, announced: [{ txHash: HASH, at: "2031-04-27T16:29:00.000Z" }] },
      { ...one, safeEnded: { safeTxHash: HASH, why: "rejected" } },
    ];
    for (const page of unread) expect(arrives(page).step).toBe("choose");
    expect(arrives(one, { ...A, chainId: 1 }).step).toBe("choose");
    expect(run(connected(), { type: "wallet", payer: B }, { type: "read", page: one }).step).toBe("choose");
  });
});
