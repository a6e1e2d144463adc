import { beforeEach, describe, expect, test, vi } from "vitest";
import { nextFlow, startFlow } from "@/components/pay/flow/flow";
import type { FlowEvent } from "@/components/pay/flow/flow-event";
import type { Flow, Payer, Sent, SigningPlan } from "@/components/pay/flow/flow-state";
import { drawnOn } from "@/components/pay/flow/same-payment";
import { isNothingUnderWay } from "@/components/pay/flow/under-way";
import type { Step } from "@/components/pay/safety/comparison";
import { aReadyPage, PAID_PAGES } from "@/components/pay/testing/pages";
import type { PageState } from "@/server/secure-payments/page/page-schema";

const asked = vi.hoisted(() => ({ readState: vi.fn(), hasWaiting: vi.fn(), newestBlock: vi.fn() }));
vi.mock("@/components/pay/api/ask-server", () => ({ readState: asked.readState }));
vi.mock("@/components/pay/chain/chain", () => ({
  hasWaiting: asked.hasWaiting,
  newestBlock: asked.newestBlock,
}));

const A: Payer = { family: "evm", address: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC", chainId: 8453 };
const B: Payer = { ...A, address: "0x90F79bf6EB2c4f870365E785982E1f101E93b906" };
const ready = aReadyPage(A.address);
const sentAs = (hash: string): Sent => ({
  hash,
  batch: null,
  isSafe: false,
  reference: null,
  wallet: A.address,
  from: null,
  nonce: null,
  isMined: false,
  at: 1,
  unsent: null,
});

/** Only its kind matters here: what a step holds is proved in `safety/`. */
const planOf = (kinds: Step["kind"][], more: Partial<SigningPlan> = {}): SigningPlan => ({
  steps: kinds.map((kind) => ({ kind }) as Step),
  at: 0,
  batch: null,
  safe: null,
  shown: ready.shown,
  funds: { networkFee: null, networkFeeUsd: null, nativeBalance: null, hasEnoughGas: true },
  warnedOf: [],
  price: null,
  ...more,
});

const run = (flow: Flow, ...events: FlowEvent[]): Flow => events.reduce(nextFlow, flow);
const read = (flow: Flow, page: PageState): Flow => nextFlow(flow, { type: "read", epoch: flow.epoch, page });
const opened = startFlow(aReadyPage(), null, drawnOn(aReadyPage()));
const choosing = read(run(opened, { type: "wallet", payer: A }), ready);
const preparing = run(choosing, { type: "proceed", mustSwitch: false });
const switching = run(choosing, { type: "proceed", mustSwitch: true });
const signing = (plan: SigningPlan, from: Flow = preparing) =>
  run(
    from,
    { type: "prepared", epoch: from.epoch, plan },
    { type: "sign" },
    { type: "hand_over", epoch: from.epoch },
  );
const paying = signing(planOf(["pay"]));
/** The payer has said that the wallet shows nothing, and is asked for everything again. */
const again = run(paying, { type: "ask_again" });
const secondTime = (flow: Flow) =>
  signing(planOf(["pay"]), run(read(flow, ready), { type: "proceed", mustSwitch: false }));

describe("back", () => {
  test.each([
    ["switching", switching],
    ["preparing", preparing],
  ] as const)("while %s leads to the choice, and an answer that comes later is dropped", (_, waiting) => {
    const back = run(waiting, { type: "back" });
    expect(back).toMatchObject({ step: "checking", epoch: waiting.epoch + 1, trouble: null, unanswered: [] });
    const chosen = read(back, ready);
    expect(chosen.step).toBe("choose");
    const { epoch } = waiting;
    const late: FlowEvent[] = [
      { type: "prepared", epoch, plan: planOf(["pay"]) },
      { type: "refused", epoch, problem: { field: "amount", expected: "1", got: "2" } },
      { type: "failed", epoch, trouble: { code: "unreachable" } },
      { type: "read", epoch, page: ready },
    ];
    for (const event of late) {
      expect(nextFlow(back, event)).toBe(back);
      expect(nextFlow(chosen, event)).toBe(chosen);
    }
    // The next question has an answer of its own, and the old one is not taken for it.
    const anew = run(chosen, { type: "proceed", mustSwitch: false });
    expect(nextFlow(anew, { type: "prepared", epoch, plan: planOf(["pay"]) })).toBe(anew);
  });

  test("a wallet that switches after all, once the payer has gone back, is only looked at again", () => {
    const away: Payer = { ...A, chainId: 1 };
    const choice = read(run(opened, { type: "wallet", payer: away }), ready);
    const back = read(run(choice, { type: "proceed", mustSwitch: true }, { type: "back" }), ready);
    const moved = run(back, { type: "wallet", payer: A });
    expect(moved).toMatchObject({ step: "checking", trouble: null });
    expect(read(moved, ready).step).toBe("choose");
  });

  test("is free while the wallet is asked for a permission, which pays nothing", () => {
    const asking = signing(planOf(["approve", "pay"]));
    const back = run(asking, { type: "back" });
    expect(back).toMatchObject({ step: "checking", unanswered: [] });
    const late = { type: "allowed", epoch: asking.epoch, hash: "0x1", unsent: null } as const;
    expect(nextFlow(back, late)).toBe(back);
  });

  test("is none while the wallet is asked for the payment: it may still be sent", () => {
    expect(run(paying, { type: "back" })).toBe(paying);
    const allowed = signing(planOf(["approve", "pay"]));
    const settling = run(allowed, { type: "allowed", epoch: allowed.epoch, hash: "0x1", unsent: null });
    const second = run(
      settling,
      { type: "settled", epoch: settling.epoch },
      { type: "sign" },
      { type: "hand_over", epoch: settling.epoch },
    );
    expect(second.step).toBe("signing");
    expect(run(second, { type: "back" })).toBe(second);
  });

  test("is free while the payment is checked once more, and then no wallet is asked for it", () => {
    const { epoch } = preparing;
    const checking = run(preparing, { type: "prepared", epoch, plan: planOf(["pay"]) }, { type: "sign" });
    expect(checking).toMatchObject({ step: "signing", isHandedOver: false });
    expect(run(checking, { type: "ask_again" })).toBe(checking);
    const back = run(checking, { type: "back" });
    expect(back).toMatchObject({ step: "checking", unanswered: [], epoch: epoch + 1 });
    expect(nextFlow(back, { type: "hand_over", epoch })).toBe(back);
  });

  test("a permission is handed over at once: there is nothing to check", () => {
    const { epoch } = preparing;
    const plan = planOf(["approve", "pay"]);
    const asking = run(preparing, { type: "prepared", epoch, plan }, { type: "sign" });
    expect(asking).toMatchObject({ step: "signing", isHandedOver: true });
  });
});

describe("a wallet that never answers", () => {
  test("can be asked again: all of it is read anew, and the first question is not forgotten", () => {
    expect(again).toMatchObject({ step: "checking", unanswered: [paying.epoch], epoch: paying.epoch + 1 });
    expect(secondTime(again)).toMatchObject({ step: "signing", unanswered: [paying.epoch] });
  });

  test("leaves no second plan to sign when its no comes late, and is not asked about any more", () => {
    const epoch = paying.epoch;
    const trouble = { code: "wallet", reason: "rejected" } as const;
    expect(nextFlow(again, { type: "failed", epoch, trouble })).toBe(again);
    expect(run(again, { type: "declined", asked: epoch })).toMatchObject({
      step: "checking",
      unanswered: [],
    });
  });

  test("that answers late is followed, and the second question is to be refused", () => {
    const second = secondTime(again);
    const late = run(second, { type: "sent", sent: sentAs("0xa"), asked: paying.epoch });
    expect(late).toMatchObject({ step: "confirming", sent: { hash: "0xa" }, unanswered: [second.epoch] });
    const before = run(again, { type: "sent", sent: sentAs("0xa"), asked: paying.epoch });
    expect(before).toMatchObject({ step: "confirming", unanswered: [] });
  });

  test("that answers the second question leaves the first one open", () => {
    const second = secondTime(again);
    const sent = run(second, { type: "sent", sent: sentAs("0xb"), asked: second.epoch });
    expect(sent).toMatchObject({ step: "confirming", unanswered: [paying.epoch] });
  });

  test.each([
    ["of a smart account", { batch: {} as SigningPlan["batch"] }],
    ["of a Safe", { batch: {} as SigningPlan["batch"], safe: { threshold: 2, owners: 3 } }],
    ["for a deposit on another network", { price: {} as SigningPlan["price"] }],
  ])("is not asked again %s, where the chain cannot tell in time", (_, more) => {
    const asking = signing(planOf(["pay"], more));
    expect(run(asking, { type: "ask_again" })).toBe(asking);
  });

  test.each(["failed", "disconnected"] as const)(
    "but an error (%s) may have sent it: the second try waits for the chain like any other",
    (reason) => {
      const failed = run(paying, {
        type: "failed",
        epoch: paying.epoch,
        trouble: { code: "wallet", reason },
      });
      expect(failed).toMatchObject({ step: "review", unanswered: [paying.epoch] });
      // The second question is told from the first: what is signed late for Tron is not sent for it.
      const second = run(failed, { type: "sign" });
      expect(second).toMatchObject({ step: "signing", epoch: paying.epoch + 1, unanswered: [paying.epoch] });
      const permission = signing(planOf(["approve", "pay"]));
      const { epoch } = permission;
      const none = run(permission, { type: "failed", epoch, trouble: { code: "wallet", reason } });
      expect(none).toMatchObject({ step: "review", unanswered: [] });
    },
  );

  test("that says no has nothing left to send", () => {
    const trouble = { code: "wallet", reason: "rejected" } as const;
    const refused = run(paying, { type: "failed", epoch: paying.epoch, trouble });
    expect(refused).toMatchObject({ step: "review", unanswered: [] });
  });

  test("is remembered over another account, a payment by somebody else, a reload and a new beginning", () => {
    expect(run(paying, { type: "wallet", payer: B }).unanswered).toEqual([paying.epoch]);
    expect(run(paying, { type: "wallet", payer: null }).unanswered).toEqual([paying.epoch]);
    expect(read(paying, PAID_PAGES[0] as PageState)).toMatchObject({
      step: "done",
      unanswered: [paying.epoch],
    });
    expect(read(paying, ready).unanswered).toEqual([]);
    expect(startFlow(ready, null, null, true).unanswered).toHaveLength(1);
    expect(startFlow(ready, null, null).unanswered).toEqual([]);
    const sent = run(paying, { type: "sent", sent: sentAs("0xa"), asked: paying.epoch });
    expect(run(sent, { type: "forget" }).unanswered).toHaveLength(1);
  });
});

describe("before a wallet is asked a second time", () => {
  const context = { token: "t", apiUrl: "", clientId: "", drawn: null, quoteSigner: "", drawnAt: 0 };
  const isFree = () => isNothingUnderWay(context, again, A);

  beforeEach(() => {
    asked.hasWaiting.mockResolvedValue(false);
    asked.newestBlock.mockResolvedValue(100n);
    asked.readState.mockResolvedValue({ ...ready, watchedTo: "100" });
  });

  test("no transaction of it waits, and the service has read every block", async () => {
    expect(await isFree()).toBe(true);
  });

  test("one that waits for a block may be the payment", async () => {
    asked.hasWaiting.mockResolvedValue(true);
    expect(await isFree()).toBe(false);
  });

  test("one may be in a block that the service has not read", async () => {
    vi.useFakeTimers();
    asked.readState.mockResolvedValue({ ...ready, watchedTo: "99" });
    const answer = isFree();
    await vi.runAllTimersAsync();
    expect(await answer).toBe(false);
    vi.useRealTimers();
  });

  test("where no node and no service answers, nobody can say so", async () => {
    asked.hasWaiting.mockRejectedValue(new Error("no node"));
    expect(await isFree()).toBe(false);
    asked.hasWaiting.mockResolvedValue(false);
    asked.readState.mockRejectedValue(new Error("no service"));
    expect(await isFree()).toBe(false);
  });
});
