import { expect, test } from "vitest";
import type { Overview } from "@/server/dashboard/overview-schema";
import { attentionItems } from "./attention-items";

const WELL: Pick<Overview, "attention" | "webhooks" | "chains"> = {
  attention: { partial: 0, failed: 0, blocked: 0, schedules: 0, held: { requests: 0, newest: null } },
  webhooks: {
    last24Hours: { succeeded: 3, failed: 0, pending: 0 },
    endpoints: [
      { id: "a", url: "https://a.example", isActive: true, consecutiveFailures: 0, refusedDeliveries: 0 },
      // Switched off by its owner: nothing is sent there.
      { id: "b", url: "https://b.example", isActive: false, consecutiveFailures: 9, refusedDeliveries: 9 },
    ],
    oldestPendingAt: null,
  },
  chains: [],
};
const items = (change: Partial<typeof WELL>) => attentionItems({ ...WELL, ...change } as Overview);

test("nothing while all is well", () => {
  expect(items({})).toEqual([]);
});

test("refused deliveries that wait for their next try", () => {
  const endpoints = [
    { id: "a", url: "https://a.example", isActive: true, consecutiveFailures: 0, refusedDeliveries: 15 },
  ];
  expect(items({ webhooks: { ...WELL.webhooks, endpoints } })).toEqual([
    expect.objectContaining({
      tone: "warning",
      url: "https://a.example",
      text: "has not taken 15 deliveries, which are tried again.",
      href: "/dashboard/webhooks",
    }),
  ]);
});

test("what is not noticed stands before what is not told and what single payments lack", () => {
  const found = items({
    attention: { partial: 1, failed: 2, blocked: 0, schedules: 3, held: { requests: 2, newest: "01ab" } },
    webhooks: {
      ...WELL.webhooks,
      endpoints: [
        { id: "a", url: "https://a.example", isActive: true, consecutiveFailures: 1, refusedDeliveries: 1 },
      ],
    },
    chains: [{ network: "base", name: "Base", state: "no_node" } as Overview["chains"][number]],
  });
  expect(found.map(({ id }) => id)).toEqual([
    "chain base",
    "webhook a",
    "failed",
    "held",
    "partial",
    "schedules",
  ]);
  expect(found.map(({ tone }) => tone)).toEqual([
    "danger",
    "danger",
    "warning",
    "warning",
    "warning",
    "warning",
  ]);
  expect(found[1]?.text).toBe(
    "did not take 1 delivery in a row and got no further tries; it has not taken 1 delivery, which is tried again.",
  );
  expect(found[3]).toMatchObject({
    text: "2 payment requests have held money: it does not count yet.",
    href: "/dashboard/get-paid/01ab",
  });
  expect(found[4]?.text).toBe("A payment request was paid in part.");
});
