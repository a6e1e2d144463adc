import { describe, expect, test } from "vitest";
import { beginning, type Flow, type FlowEvent, next } from "@/components/onboarding/flow";
import { aDestination, anOffer } from "@/components/onboarding/gallery/examples";

const WALLET = { address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", family: "evm" } as const;
const open = { kind: "open", offer: anOffer() } as const;
const run = (events: readonly FlowEvent[], from: Flow = beginning(open, null)) => events.reduce(next, from);

const toReview: FlowEvent[] = [
  { type: "began" },
  { type: "signed_in", signedIn: WALLET },
  { type: "destination_chosen", destination: aDestination() },
];

describe("from the first view to the link", () => {
  test("connects, chooses a destination, reads the terms, and is linked", () => {
    expect(run([{ type: "began" }]).stage.step).toBe("connect");
    expect(run(toReview).stage.step).toBe("review");
    const done = run([...toReview, { type: "linked", linked: { clientId: "cli_1" } }]);
    expect(done.stage).toMatchObject({ step: "done", linked: { clientId: "cli_1" } });
  });

  test("leaves the wallet step out for who is signed in, and lets them change the wallet", () => {
    const known = beginning(open, WALLET);
    expect(next(known, { type: "began" }).stage).toMatchObject({ step: "destination", signedIn: WALLET });
    expect(next(known, { type: "changed_wallet" }).stage.step).toBe("connect");
  });

  test("goes back step by step", () => {
    const review = run(toReview);
    const destination = next(review, { type: "went_back" });
    expect(destination.stage.step).toBe("destination");
    expect(next(destination, { type: "went_back" }).stage.step).toBe("welcome");
  });
});

describe("nobody is linked who has not read what they agree to", () => {
  test("linking counts in the last step alone", () => {
    const linked: FlowEvent = { type: "linked", linked: { clientId: "cli_1" } };
    for (const count of [0, 1, 2]) {
      const before = run(toReview.slice(0, count));
      expect(next(before, linked)).toEqual(before);
    }
  });

  test("other terms are shown in place of those that were read, and said to be others", () => {
    const dearer = anOffer({ termsId: "other", fees: [{ ...FEE, bps: 900 }] });
    const told = run([...toReview, { type: "told", state: { kind: "open", offer: dearer } }]);
    expect(told).toMatchObject({ trouble: "terms_changed", stage: { step: "review", offer: dearer } });
  });

  test("the same terms change nothing", () => {
    const review = run(toReview);
    expect(next(review, { type: "told", state: open })).toEqual(review);
  });
});

const FEE = { flow: "incoming", feeBearer: "recipient", bps: 150, usdCap: null } as const;

describe("what ends it", () => {
  test.each(["used", "expired"] as const)("a token that is %s when it is confirmed", (kind) => {
    const state = { kind, partner: "Acme", branding: null };
    const ended = run([...toReview, { type: "told", state }]);
    expect(ended.stage).toEqual({ step: "stopped", state });
    expect(run(toReview, ended)).toEqual(ended);
  });

  test("an ended session asks for the wallet again, a lost destination for another one", () => {
    expect(run([...toReview, { type: "signed_out" }])).toMatchObject({
      stage: { step: "connect" },
      trouble: "session_ended",
      signedIn: null,
    });
    expect(run([...toReview, { type: "refused", trouble: "destination_gone" }])).toMatchObject({
      stage: { step: "destination", signedIn: WALLET },
      trouble: "destination_gone",
    });
  });

  test("what the service refuses is said where it happened, and gone with the next step", () => {
    const refused = run([...toReview, { type: "refused", trouble: "refused", said: "No" }]);
    expect(refused).toMatchObject({ stage: { step: "review" }, trouble: "refused", said: "No" });
    expect(next(refused, { type: "went_back" })).toMatchObject({ trouble: null, said: null });
  });
});
