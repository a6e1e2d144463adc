import { expect, test } from "vitest";
import { SCHEDULE_STATES } from "@/components/pay/gallery/schedule-states";
import { nextSignFlow, type SignEvent, type SignFlow } from "@/components/pay/schedule/signing/sign-flow";

const approve = SCHEDULE_STATES["schedule-approve"]?.below;
if (approve?.kind !== "sign" || approve.flow.step !== "review") throw new Error("no approval in the gallery");
const { plan } = approve.flow;

const after = (...events: SignEvent[]) =>
  events.reduce<SignFlow>((flow, event) => nextSignFlow(flow, event), { step: "preparing" });
const prepared = { type: "prepared", plan } as const;
const asked = { type: "asked" } as const;

test("the approval comes first, then the signature, then the service", () => {
  const review = after(prepared, asked, { type: "approving", hash: "0x1" }, { type: "approved" });
  expect(review).toMatchObject({ step: "review", plan: { at: 1 }, trouble: null });
  const handing = [asked, { type: "signature", signature: "0x2" }] as const;
  expect(handing.reduce<SignFlow>(nextSignFlow, review)).toMatchObject({
    step: "handing_in",
    signature: "0x2",
  });
});

test("a no of the wallet leads back to the same step, and says why", () => {
  const trouble = { code: "wallet", reason: "rejected" } as const;
  expect(after(prepared, asked, { type: "failed", trouble })).toMatchObject({
    step: "review",
    plan: { at: 0 },
    trouble,
  });
});

test("nothing is asked of a wallet before the comparison, and nothing after a refusal", () => {
  expect(after(asked)).toEqual({ step: "preparing" });
  const problem = { field: "recipient", expected: "a", got: "b" } as const;
  const refused = after({ type: "refused", problem });
  for (const event of [prepared, asked, { type: "signature", signature: "0x" } as const]) {
    expect(nextSignFlow(refused, event)).toBe(refused);
  }
  expect(nextSignFlow(refused, { type: "again" })).toEqual({ step: "preparing" });
});

test("what comes too late changes nothing", () => {
  const review = after(prepared);
  for (const late of [prepared, { type: "approved" }, { type: "taken" }] as SignEvent[]) {
    expect(nextSignFlow(review, late)).toBe(review);
  }
});
