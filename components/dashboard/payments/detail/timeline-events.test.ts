import { expect, test } from "vitest";
import type { TimelineEntry, WebhookSeen } from "@/server/dashboard/detail-schema";
import { type AnnouncedEvent, inEvents, outcomeOf } from "./timeline-events";

const delivery = (eventId: string, webhookId: string, state: WebhookSeen["state"]): TimelineEntry =>
  ({
    kind: "webhook",
    at: `2026-03-10T12:00:0${webhookId}Z`,
    reason: "",
    webhook: {
      eventId,
      webhookId,
      state,
      event: "payment.confirmed",
      deliveryId: `${eventId}${webhookId}${state}`,
    },
  }) as TimelineEntry;
const paid = { kind: "paid", at: "2026-03-10T12:00:01Z", reason: "" } as TimelineEntry;
const events = (...entries: TimelineEntry[]) =>
  inEvents(entries).filter((step): step is AnnouncedEvent => "deliveries" in step);

test("all deliveries of an event are one step where the first stood, and other steps keep their places", () => {
  const steps = inEvents([
    delivery("a", "1", "succeeded"),
    paid,
    delivery("b", "1", "failed"),
    delivery("a", "2", "failed"),
  ]);
  expect(steps.map((step) => ("deliveries" in step ? step.eventId : step.kind))).toEqual(["a", "paid", "b"]);
  expect(steps[0]).toMatchObject({ name: "payment.confirmed", deliveries: [{}, {}] });
});

test("the last delivery to an endpoint says how it went there", () => {
  const outcome = (...entries: TimelineEntry[]) => events(...entries).map(outcomeOf)[0];
  expect(outcome(delivery("a", "1", "failed"), delivery("a", "1", "succeeded"))).toEqual({
    text: "Delivered to 1 endpoint.",
    isBad: false,
  });
  expect(
    outcome(delivery("a", "1", "succeeded"), delivery("a", "2", "failed"), delivery("a", "3", "pending")),
  ).toEqual({ text: "Delivered to 1 of 3 endpoints; 1 failed; 1 waits for the next try.", isBad: true });
});
