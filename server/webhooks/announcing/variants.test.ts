import { describe, expect, test } from "vitest";
import { aConfirmedPayment } from "@/server/testing/webhooks/webhook-events";
import { EVENTS } from "@/server/webhooks/announcing/events";
import { withVariants } from "@/server/webhooks/announcing/variants";

const core = { ...aConfirmedPayment("p"), dedupeKey: "r1:confirmed" };
const nobody = { clientId: null, origin: null, securePaymentToken: null };
const names = (from: Partial<Parameters<typeof withVariants>[1]>) =>
  withVariants(core, { ...nobody, ...from }).map((event) => event.name);

describe("the variants of a payment event", () => {
  test("are none without client ID and link, and never replace the core event", () => {
    expect(names({})).toEqual(["payment.confirmed"]);
    expect(names({ clientId: "cli_1" })).toEqual(["payment.confirmed", "payment.confirmed.client_id"]);
    expect(names({ securePaymentToken: "t" })).toEqual(["payment.confirmed", "payment.confirmed.checkout"]);
  });

  test("come after the core, client ID first, then checkout (E-D7); partial has its own", () => {
    const partial = { ...core, name: "payment.partial" as const };
    const from = { clientId: "cli_1", origin: "https://shop.example", securePaymentToken: "t" };
    expect(withVariants(partial, from).map((event) => event.name)).toEqual([
      "payment.partial",
      "payment.partial.client_id",
      "payment.partial.checkout",
    ]);
  });

  test("share the payment's ID and differ in their dedupe keys", () => {
    const events = withVariants(core, { clientId: "cli_1", origin: null, securePaymentToken: "t" });
    const ids = events.map((event) => "paymentId" in event.payload && event.payload.paymentId);
    expect(new Set(ids)).toEqual(new Set([core.payload.paymentId]));
    expect(new Set(events.map((event) => event.dedupeKey)).size).toBe(3);
  });

  test("carry client ID and origin on all when known (E-D1, E-D3), and match their schemas", () => {
    const from = { clientId: "cli_1", origin: "https://shop.example", securePaymentToken: "t" };
    for (const event of withVariants(core, from)) {
      expect(event.payload).toMatchObject({ clientId: "cli_1", origin: "https://shop.example" });
      expect(EVENTS[event.name].strict().safeParse(event.payload).error).toBeUndefined();
    }
  });

  test("the client ID variant of a backend, which has no origin, says null", () => {
    const [, variant] = withVariants(core, { ...nobody, clientId: "cli_1" });
    expect(variant?.payload).toMatchObject({ clientId: "cli_1", origin: null });
  });
});
