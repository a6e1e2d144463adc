import { expect, test } from "vitest";
import { newRequestId } from "@/server/payments/request-id";

test("request IDs are 01 and 64 hex characters", () => {
  expect(newRequestId()).toMatch(/^0x01[0-9a-f]{64}$/);
});
