import { expect, test } from "vitest";
import { linkTable, statusAt } from "@/server/secure-payments/state";

const END = new Date("2026-03-08T00:00:00Z");
const before = new Date(END.getTime() - 1);

test("a link is over at the moment its time is, before anybody has swept it (D-24)", () => {
  expect(statusAt({ status: "pending", expiresAt: END }, before)).toBe("pending");
  expect(statusAt({ status: "pending", expiresAt: END }, END)).toBe("expired");
});

test("what was decided does not expire", () => {
  for (const status of ["completed", "invalidated", "compliance_failed", "partially_settled"] as const) {
    expect(statusAt({ status, expiresAt: END }, END)).toBe(status);
  }
});

test("late money completes an expired link; nothing revives an invalidated or a rejected one", () => {
  expect(linkTable.expired.settled).toBe("completed");
  expect(linkTable.invalidated).toEqual({});
  expect(linkTable.compliance_failed).toEqual({});
});

test("a multicall follows its children, back and forth, also after its time (MC-19)", () => {
  expect(linkTable.pending.partly_settled).toBe("partially_settled");
  expect(linkTable.expired.partly_settled).toBe("partially_settled");
  expect(linkTable.partially_settled).toEqual({ settled: "completed", reopened: "pending" });
  expect(linkTable.completed).toEqual({ partly_settled: "partially_settled", reopened: "pending" });
});
