import { describe, expect, test } from "vitest";
import { createOnce } from "./once";

const body = { amount: "5", reference: "INV-1" };

describe("what a form creates", () => {
  test("has one key however often it is sent, so that a lost answer makes no second payment", () => {
    const once = createOnce();
    const first = once.headersFor(body);
    expect(first["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
    expect(once.headersFor({ ...body })).toEqual(first);
  });

  test("has another key when it is something else, or the same once more", () => {
    const once = createOnce();
    const first = once.headersFor(body);
    const second = once.headersFor({ ...body, amount: "6" });
    expect(second).not.toEqual(first);
    once.done();
    expect(once.headersFor({ ...body, amount: "6" })).not.toEqual(second);
  });
});
